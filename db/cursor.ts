import { z } from 'zod'
import { parseTimestamp } from '#lib/canonical/timestamp.ts'
import { BadCursorError } from '#lib/store/store.ts'

const Cursor = z.tuple([z.number().int(), z.string(), z.boolean()])

export interface ListPlace {
  micros: number
  id: string
  pinned: boolean
}

/** A place in the list of sessions: after this one. Opaque to clients. */
export function printCursor(session: { updated_at: string; id: string }, pinned: boolean): string {
  return Buffer.from(JSON.stringify([parseTimestamp(session.updated_at), session.id, pinned])).toString('base64url')
}

export function parseCursor(text: string): ListPlace {
  try {
    const [micros, id, pinned] = Cursor.parse(JSON.parse(Buffer.from(text, 'base64url').toString()))
    return { micros, id, pinned }
  } catch {
    throw new BadCursorError('cursor')
  }
}
