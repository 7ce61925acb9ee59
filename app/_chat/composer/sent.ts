import type { Attempt } from '../../_client/use-attempt.ts'
import { readKept, writeKept } from './draft-store.ts'

/** What was sent from a chat, and may have been said. */
export interface Sent extends Attempt {
  /** The end of the path it was sent from: what it said hangs there. */
  after: string | null
  /** The chat that it began, once that is known. */
  begins?: string
}

/** What the storage did not take, which this page remembers. */
const notKept = new Map<string, Sent>()

/** It is on its way into a chat that is there now. */
export function noteBegun(draft: string, chat: string): void {
  const sent = readSent(draft)
  if (sent) write(draft, { ...sent, begins: chat })
}

/** Of this browser: whoever comes back before an answer sends the same under the same key. */
export function keptSent(draft: string, after: string | null) {
  return {
    read: () => readSent(draft),
    write: (attempt: Attempt | null) => write(draft, attempt && { ...attempt, after }),
  }
}

function write(draft: string, sent: Sent | null): void {
  notKept.delete(draft)
  if (!writeKept('sent', draft, sent ? JSON.stringify(sent) : '') && sent) notKept.set(draft, sent)
}

export function readSent(draft: string): Sent | null {
  try {
    return notKept.get(draft) ?? (JSON.parse(readKept('sent', draft)) as Sent)
  } catch {
    return null
  }
}
