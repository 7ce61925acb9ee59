import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { isId, newId } from '../canonical/id.ts'
import type { Preset } from '../canonical/preset.ts'
import { BadArchiveError } from '../export/bad-archive.ts'
import { type ArchivedFile, PersonFile } from '../export/format.ts'
import { type Archive, linesOf } from '../export/read-archive.ts'
import { readChatLine } from '../export/read-line.ts'
import { uploadsIn } from '../export/uploads.ts'
import { shortened } from '../shortened.ts'
import type { WholeChat } from '../store/import-store.ts'
import type { LlmCall } from '../store/turn-record.ts'
import { BadChatError } from './format.ts'
import { type Loss, NO_COUNTS, OWN_SOURCE } from './found.ts'
import { branchesOf, ownCall, readOwnChat, toolCallsOf } from './own-chat.ts'
import type { ImportReader, KeepFile, ReadItem } from './reader.ts'
import { settledCall } from './settle.ts'

/** Of one upload; a larger one was none of ours. */
const LARGEST_FILE = 20_000_000
const LARGEST_PERSON = 16 * 1024 * 1024
const LONGEST_NAME = 60
/** That are written at once. */
const MOST_CALLS = 500

/** An export of Metis, for whoever imports it. The archive is closed with it. */
export function openOwn(archive: Archive, owner_id: string): ImportReader {
  const { manifest } = archive
  const { files, missing_uploads, exported_at } = manifest
  const chats = files.filter((file) => file.kind === 'chat')
  const uploads = new Map(files.flatMap((file) => (file.kind === 'upload' ? [[file.data, file] as const] : [])))
  const kept = new Set<string>()
  let read = 0

  const chatIn = async (file: (typeof chats)[number]): Promise<ReadItem> => {
    const { path, session_id } = file
    const bad = (reason: string): ReadItem => ({ kind: 'bad', external_id: session_id, title: null, reason })
    const stream = await archive.read(path)
    if (!stream) return bad(`${path} is missing in the file`)
    try {
      const { chat, hash, losses } = await readOwnChat(linesOf(stream), { session_id, owner_id, exported_at })
      return chatItem(chat, { hash, losses, build: (keep) => withUploads(chat, keep) })
    } catch (cause) {
      stream.destroy()
      if (cause instanceof BadChatError) return bad(cause.message)
      if (cause instanceof BadArchiveError) return bad(cause.message)
      // The archive's own checks: lengths and checksums.
      return bad(`${path} is damaged: ${cause instanceof Error ? cause.message : String(cause)}`)
    }
  }

  const withUploads = async (chat: WholeChat, keep: KeepFile) => {
    let refused = 0
    for (const { data, name } of filesOf(chat)) {
      const file = uploads.get(data)
      if (!file || kept.has(data)) continue
      kept.add(data)
      if (!(await keepUpload(archive, file, name, keep))) refused += 1
    }
    return { chat, losses: refused > 0 ? [{ kind: 'refused_file' as const, count: refused }] : [] }
  }

  return {
    source: OWN_SOURCE,
    losses: missing_uploads.length > 0 ? [{ kind: 'missing_file', count: missing_uploads.length }] : [],
    progress: () => ({ read, of: chats.length }),
    async *items(isWanted) {
      let position = 0
      read = 0
      for (const file of chats) {
        yield isWanted(position) ? await chatIn(file) : null
        position += 1
        read += 1
      }
      for await (const item of callsIn(archive, owner_id)) {
        yield isWanted(position) ? item : null
        position += 1
      }
      yield* personIn(archive)
    },
    [Symbol.asyncDispose]: () => archive[Symbol.asyncDispose](),
  }
}

function chatItem(
  chat: WholeChat,
  {
    hash,
    losses,
    build,
  }: { hash: string; losses: readonly Loss[] } & Pick<Extract<ReadItem, { kind: 'chat' }>, 'build'>,
): ReadItem {
  const { session, messages, calls } = chat
  const counts = {
    ...NO_COUNTS,
    messages: messages.length,
    branches: branchesOf(messages),
    tool_calls: toolCallsOf(messages),
    files: filesOf(chat).length,
    calls: calls.length,
  }
  return { kind: 'chat', external_id: session.id, title: session.title, hash, counts, losses, hasOwnIds: true, build }
}

/** Each once, under the name that a message has for it. */
function filesOf({ messages }: WholeChat): { data: string; name: string }[] {
  const files = messages.flatMap(({ message }) => uploadsIn(message.content))
  return [...new Map(files.map((file) => [file.data, { data: file.data, name: file.name ?? '' }])).values()]
}

/** False for what is not what the archive says that it is, and for what could not be uploaded either. */
async function keepUpload(
  archive: Archive,
  { path, data, bytes: size }: Extract<ArchivedFile, { kind: 'upload' }>,
  name: string,
  keep: KeepFile,
): Promise<boolean> {
  if (size > LARGEST_FILE) return false
  const stream = await archive.read(path)
  const bytes = stream && (await buffer(stream).catch(() => null))
  if (!bytes || data !== `attachments/${createHash('sha256').update(bytes).digest('hex')}`) return false
  return (await keep({ bytes, name })) !== null
}

/** What was spent on no chat of the file, some at a time. */
async function* callsIn(archive: Archive, owner_id: string): AsyncGenerator<ReadItem> {
  const stream = await archive.read('calls.ndjson')
  if (!stream) return
  let calls: LlmCall[] = []
  let number = 0
  const item = (): ReadItem => {
    number += 1
    return { kind: 'calls', external_id: `calls ${number}`, calls }
  }
  for await (const text of linesOf(stream)) {
    const result = readChatLine(text)
    if ('reason' in result) {
      yield { kind: 'bad', external_id: 'calls.ndjson', title: null, reason: result.reason }
      continue
    }
    if (result.line?.type !== 'call') continue
    calls.push(settledCall(ownCall(result.line.call, owner_id)))
    if (calls.length < MOST_CALLS) continue
    yield item()
    calls = []
  }
  if (calls.length > 0) yield item()
}

async function* personIn(archive: Archive): AsyncGenerator<ReadItem> {
  const file = archive.manifest.files.find(({ kind }) => kind === 'person')
  if (!file) return
  const bad = (reason: string): ReadItem => ({ kind: 'bad', external_id: 'person.json', title: null, reason })
  if (file.bytes > LARGEST_PERSON) return yield bad('it is larger than any of ours')
  const stream = await archive.read(file.path)
  const text = stream && (await buffer(stream).catch(() => null))
  const parsed = text && PersonFile.safeParse(parsedJson(text.toString()))
  if (!parsed?.success) return yield bad('it cannot be read')
  for (const preset of parsed.data.presets) yield { kind: 'preset', preset: ownPreset(preset) }
  yield { kind: 'settings', settings: parsed.data.settings }
}

/** Of a file that anybody may have written. */
function ownPreset({ id, name, ...preset }: Preset): Preset {
  return { ...preset, id: isId(id) ? id : newId(), name: shortened(name, LONGEST_NAME) }
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
