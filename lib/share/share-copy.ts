import { z } from 'zod'
import { hashJson, messageHash } from '../canonical/hash.ts'
import type { Message } from '../canonical/message.ts'
import { SessionHash } from '../canonical/session-hash.ts'
import type { Fault, Verification } from '../export/verify.ts'
import { ShareSnapshot } from './snapshot.ts'

const Hash = z.string().regex(/^[0-9a-f]{64}$/)

/** What a reader keeps of a share as a file: all that its page shows, with the hash of each message. */
export const ShareCopy = z.strictObject({
  format: z.literal('metis-share'),
  snapshot: ShareSnapshot,
  /** In the order of its messages (`messageHash`). */
  hashes: z.array(Hash),
})
export type ShareCopy = z.infer<typeof ShareCopy>

export function shareCopy(snapshot: ShareSnapshot): ShareCopy {
  return { format: 'metis-share', snapshot, hashes: snapshot.messages.map((message) => messageHash(plain(message))) }
}

/**
 * Holds each message of a copy against its own hash, and all of them against that of the share. Who can write the file can
 * write them anew as well: whoever noted the fingerprint when they read the page knows whether it is this share.
 */
export function verifyShareCopy(copy: ShareCopy, path: string): Verification {
  const { shared_at, messages } = copy.snapshot
  return {
    exported_at: shared_at,
    product_version: null,
    chats: 1,
    messages: messages.length,
    faults: faultsIn(copy, path),
    fingerprint: shareFingerprint(copy.snapshot),
  }
}

function faultsIn({ snapshot, hashes }: ShareCopy, path: string): Fault[] {
  const { title, messages, hash } = snapshot
  const [expected, found] = [hashes.length, messages.length]
  if (found < expected) return [{ path, title, problem: 'messages_missing', expected, found }]
  if (found > expected) return [{ path, title, problem: 'messages_added', expected, found }]
  const faults: Fault[] = []
  const session = new SessionHash()
  let before: string | null = null
  for (const [index, message] of messages.entries()) {
    const { id, parent_id, created_at } = message
    const own = messageHash(plain(message))
    const which = { path, title, message_id: id, number: index + 1, at: created_at }
    if (own !== hashes[index]) faults.push({ ...which, problem: 'message_changed' })
    if (parent_id !== before) faults.push({ ...which, problem: 'message_misplaced' })
    session.add({ id, parent_id, hash: own })
    before = id
  }
  if (faults.length > 0) return faults
  return session.value === hash ? [] : [{ path, title, problem: 'conversation_changed' }]
}

/** Its place is no part of what it says. */
function plain({ parent_id: _place, ...message }: ShareSnapshot['messages'][number]): Message {
  return message as Message
}

/** Of all that a share says, its title and dates included. */
export function shareFingerprint(snapshot: ShareSnapshot): string {
  return hashJson(snapshot)
}
