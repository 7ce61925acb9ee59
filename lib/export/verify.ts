import { createHash } from 'node:crypto'
import { messageHash } from '../canonical/hash.ts'
import { SessionHash } from '../canonical/session-hash.ts'
import type { ArchivedFile } from './format.ts'
import { type Archive, linesOf } from './read-archive.ts'
import { readChatLine } from './read-line.ts'

/** What is not as it was when the export was written. `title`: of a chat, as the file has it. */
export type Fault = { path: string; title: string | null } & (
  | { problem: 'missing' | 'unlisted' | 'damaged' | 'changed' }
  /**
   * Of a chat: a message that says something else, or stands elsewhere. `number`: which of the chat it is, in the order in which
   * they were said; `at`: when that was, where the file says it.
   */
  | { problem: 'message_changed' | 'message_misplaced'; message_id: string; number: number; at: string | null }
  | { problem: 'line_unreadable'; line: number; reason: string }
  /** Lines were taken out or put in. */
  | { problem: 'messages_missing' | 'messages_added'; expected: number; found: number }
  /** Its hashes were changed along, so it cannot be said where. */
  | { problem: 'conversation_changed' }
)

export interface Verification {
  exported_at: string
  /** Null for the copy of a shared page, which does not say it. */
  product_version: string | null
  chats: number
  messages: number
  faults: Fault[]
  /** Of the manifest, which has the hash of everything else: whoever noted it knows that the manifest is the same, too. */
  fingerprint: string
}

const JUST_MESSAGES = new Set(['message'] as const)

type ChatFile = Extract<ArchivedFile, { kind: 'chat' }>

/** Holds every file of an export against its manifest, and every message against its own hash. `signal` ends it between two files. */
export async function verifyArchive(archive: Archive, signal?: AbortSignal): Promise<Verification> {
  const { manifest, manifestText, paths } = archive
  const faults: Fault[] = []
  for (const file of manifest.files) {
    signal?.throwIfAborted()
    const stream = paths.has(file.path) ? await archive.read(file.path) : null
    if (!stream) faults.push({ path: file.path, title: null, problem: 'missing' })
    else faults.push(...(file.kind === 'chat' ? await chatFaults(file, stream) : await fileFaults(file, stream)))
  }
  const listed = new Set(['manifest.json', ...manifest.files.map(({ path }) => path)])
  for (const path of paths) if (!listed.has(path)) faults.push({ path, title: null, problem: 'unlisted' })
  return {
    exported_at: manifest.exported_at,
    product_version: manifest.product_version,
    chats: manifest.counts.chats,
    messages: manifest.counts.messages,
    faults,
    fingerprint: createHash('sha256').update(manifestText).digest('hex'),
  }
}

async function fileFaults({ path, sha256 }: ArchivedFile, stream: AsyncIterable<Uint8Array>): Promise<Fault[]> {
  const hash = createHash('sha256')
  try {
    for await (const piece of stream) hash.update(piece)
  } catch {
    return [{ path, title: null, problem: 'damaged' }]
  }
  return hash.digest('hex') === sha256 ? [] : [{ path, title: null, problem: 'changed' }]
}

async function chatFaults(file: ChatFile, stream: AsyncIterable<Uint8Array>): Promise<Fault[]> {
  const { path } = file
  const faults: Fault[] = []
  const bytes = createHash('sha256')
  const session = new SessionHash()
  const seen = new Set<string>()
  let title: string | null = null
  let [line, number] = [0, 0]
  try {
    for await (const text of linesOf(hashed(stream, bytes))) {
      line += 1
      if (line === 1) title = titleIn(text)
      const read = readChatLine(text, JUST_MESSAGES)
      if ('reason' in read) faults.push({ path, title, problem: 'line_unreadable', line, reason: read.reason })
      if (!('line' in read) || read.line?.type !== 'message') continue
      number += 1
      const { message, parent_id, hash } = read.line
      const own = messageHash(message)
      const which = { path, title, message_id: message.id, number, at: message.created_at }
      if (own !== hash) faults.push({ ...which, problem: 'message_changed' })
      if (seen.has(message.id) || (parent_id !== null && !seen.has(parent_id))) {
        faults.push({ ...which, problem: 'message_misplaced' })
      }
      seen.add(message.id)
      session.add({ id: message.id, parent_id, hash: own })
    }
  } catch {
    return [...faults, { path, title, problem: 'damaged' }]
  }
  const [expected, found] = [file.counts.messages, seen.size]
  if (found < expected) faults.push({ path, title, problem: 'messages_missing', expected, found })
  if (found > expected) faults.push({ path, title, problem: 'messages_added', expected, found })
  if (faults.length > 0) return faults
  if (session.value !== file.hash) return [{ path, title, problem: 'conversation_changed' }]
  return bytes.digest('hex') === file.sha256 ? [] : [{ path, title, problem: 'changed' }]
}

async function* hashed(stream: AsyncIterable<Uint8Array>, hash: { update: (piece: Uint8Array) => unknown }) {
  for await (const piece of stream) {
    hash.update(piece)
    yield piece
  }
}

/** Of the first line, which is the session. Whether the rest of it is what it was, the hash of the file says. */
function titleIn(line: string): string | null {
  try {
    const { title } = JSON.parse(line).session
    return typeof title === 'string' ? title : null
  } catch {
    return null
  }
}
