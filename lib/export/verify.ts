import { createHash } from 'node:crypto'
import { messageHash } from '../canonical/hash.ts'
import { SessionHash } from '../canonical/session-hash.ts'
import type { ArchivedFile } from './format.ts'
import { type Archive, linesOf } from './read-archive.ts'
import { readChatLine } from './read-line.ts'

/** What is not as it was when the export was written. */
export type Fault = { path: string } & (
  | { problem: 'missing' | 'unlisted' | 'damaged' | 'changed' }
  /** Of a chat: a message that says something else, or stands elsewhere. */
  | { problem: 'message_changed' | 'message_misplaced'; message_id: string }
  | { problem: 'line_unreadable'; line: number; reason: string }
  /** Lines were taken out or put in. */
  | { problem: 'messages_missing' | 'messages_added'; expected: number; found: number }
  /** Its hashes were changed along, so it cannot be said where. */
  | { problem: 'conversation_changed' }
)

export interface Verification {
  exported_at: string
  product_version: string
  chats: number
  messages: number
  faults: Fault[]
  /** Of the manifest, which has the hash of everything else: whoever noted it knows that the manifest is the same, too. */
  fingerprint: string
}

const JUST_MESSAGES = new Set(['message'] as const)

type ChatFile = Extract<ArchivedFile, { kind: 'chat' }>

/** Holds every file of an export against its manifest, and every message against its own hash. */
export async function verifyArchive(archive: Archive): Promise<Verification> {
  const { manifest, manifestText, paths } = archive
  const faults: Fault[] = []
  for (const file of manifest.files) {
    const stream = paths.has(file.path) ? await archive.read(file.path) : null
    if (!stream) faults.push({ path: file.path, problem: 'missing' })
    else faults.push(...(file.kind === 'chat' ? await chatFaults(file, stream) : await fileFaults(file, stream)))
  }
  const listed = new Set(['manifest.json', ...manifest.files.map(({ path }) => path)])
  for (const path of paths) if (!listed.has(path)) faults.push({ path, problem: 'unlisted' })
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
    return [{ path, problem: 'damaged' }]
  }
  return hash.digest('hex') === sha256 ? [] : [{ path, problem: 'changed' }]
}

async function chatFaults(file: ChatFile, stream: AsyncIterable<Uint8Array>): Promise<Fault[]> {
  const { path } = file
  const faults: Fault[] = []
  const bytes = createHash('sha256')
  const session = new SessionHash()
  const seen = new Set<string>()
  let line = 0
  try {
    for await (const text of linesOf(hashed(stream, bytes))) {
      line += 1
      const read = readChatLine(text, JUST_MESSAGES)
      if ('reason' in read) faults.push({ path, problem: 'line_unreadable', line, reason: read.reason })
      if (!('line' in read) || read.line?.type !== 'message') continue
      const { message, parent_id, hash } = read.line
      const own = messageHash(message)
      if (own !== hash) faults.push({ path, problem: 'message_changed', message_id: message.id })
      if (seen.has(message.id) || (parent_id !== null && !seen.has(parent_id))) {
        faults.push({ path, problem: 'message_misplaced', message_id: message.id })
      }
      seen.add(message.id)
      session.add({ id: message.id, parent_id, hash: own })
    }
  } catch {
    return [...faults, { path, problem: 'damaged' }]
  }
  const [expected, found] = [file.counts.messages, seen.size]
  if (found < expected) faults.push({ path, problem: 'messages_missing', expected, found })
  if (found > expected) faults.push({ path, problem: 'messages_added', expected, found })
  if (faults.length > 0) return faults
  if (session.value !== file.hash) return [{ path, problem: 'conversation_changed' }]
  return bytes.digest('hex') === file.sha256 ? [] : [{ path, problem: 'changed' }]
}

async function* hashed(stream: AsyncIterable<Uint8Array>, hash: { update: (piece: Uint8Array) => unknown }) {
  for await (const piece of stream) {
    hash.update(piece)
    yield piece
  }
}
