import { z } from 'zod'
import { parseTimestamp } from '#lib/canonical/timestamp.ts'
import { BadCursorError } from '#lib/store/store.ts'

const Cursor = z.tuple([z.number().int(), z.string()])

/** A place in the list of sessions: after this one. Opaque to clients. */
export function printCursor(session: { updated_at: string; id: string }): string {
  return Buffer.from(JSON.stringify([parseTimestamp(session.updated_at), session.id])).toString('base64url')
}

export function parseCursor(text: string): { micros: number; id: string } {
  try {
    const [micros, id] = Cursor.parse(JSON.parse(Buffer.from(text, 'base64url').toString()))
    return { micros, id }
  } catch {
    throw new BadCursorError('cursor')
  }
}
