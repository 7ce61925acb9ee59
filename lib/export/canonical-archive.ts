import { createHash } from 'node:crypto'
import { formatTimestamp } from '../canonical/timestamp.ts'
import type { CostedCall } from '../store/export-store.ts'
import type { ArchiveEntry } from './archive.ts'
import { type ArchivedFile, type ChatCounts, FORMAT, FORMAT_VERSION, type Manifest, type PersonFile } from './format.ts'
import { type ChatSummary, ndjsonChat, printLine } from './ndjson.ts'
import { inPieces, piecesOf } from './pieces.ts'
import type { ReadChat } from './read-chats.ts'
import { isCompressed, type Uploads } from './uploads.ts'

export interface CanonicalArchive {
  owner_id: string
  scope: Manifest['scope']
  product_version: string
  /** Microseconds. */
  at: number
  chats: AsyncIterable<ReadChat>
  uploads: Uploads
  /** Of all that somebody owns. */
  person?: PersonFile | undefined
  callsBeside?: AsyncIterable<CostedCall> | undefined
  onChat: () => void
}

type Kind<F = ArchivedFile> = F extends ArchivedFile ? Omit<F, 'path' | 'bytes' | 'sha256'> : never

const NOTHING: ChatCounts = { messages: 0, turns: 0, tool_calls: 0, calls: 0, events: 0, projections: 0 }

/** The files of a lossless export; the manifest comes last, when it is known what there is. */
export async function* canonicalEntries(archive: CanonicalArchive): AsyncGenerator<ArchiveEntry> {
  const { uploads, chats, person, callsBeside, onChat } = archive
  const files: ArchivedFile[] = []
  /** `kind` is asked when the body has been read. */
  const entry = (path: string, body: AsyncIterable<Uint8Array>, kind: () => Kind, compress = true): ArchiveEntry => ({
    path,
    compress,
    body: measured(body, (size) => files.push({ path, ...size, ...kind() } as ArchivedFile)),
  })
  const counts = { ...NOTHING, chats: 0, uploads: 0 }
  for await (const chat of chats) {
    const { id } = chat.session
    let summary: ChatSummary = { hash: '', counts: NOTHING }
    const lines = ndjsonChat(chat, uploads, (ended) => {
      summary = ended
    })
    yield entry(`chats/${id}.ndjson`, inPieces(lines), () => ({ kind: 'chat', session_id: id, ...summary }))
    for (const kind of Object.keys(NOTHING) as (keyof ChatCounts)[]) counts[kind] += summary.counts[kind]
    counts.chats += 1
    onChat()
  }
  if (callsBeside) {
    const lines = callLines(callsBeside, () => {
      counts.calls += 1
    })
    yield entry('calls.ndjson', inPieces(lines), () => ({ kind: 'calls' }))
  }
  const missing_uploads: string[] = []
  for (const { data, path } of uploads.wanted) {
    const file = await uploads.get(data)
    if (!file) {
      missing_uploads.push(data)
      continue
    }
    const { bytes, media_type } = file
    const kind = () => ({ kind: 'upload', data, media_type }) as const
    yield entry(path, piecesOf(bytes), kind, !isCompressed(media_type))
    counts.uploads += 1
  }
  if (person) yield entry('person.json', inPieces([printJson(person)]), () => ({ kind: 'person' }))
  const manifest: Manifest = {
    format: FORMAT,
    version: FORMAT_VERSION,
    product_version: archive.product_version,
    exported_at: formatTimestamp(archive.at),
    scope: archive.scope,
    owner_id: archive.owner_id,
    counts,
    files,
    missing_uploads,
  }
  yield { path: 'manifest.json', compress: true, body: inPieces([printJson(manifest)]) }
}

async function* callLines(calls: AsyncIterable<CostedCall>, onCall: () => void): AsyncGenerator<string> {
  for await (const call of calls) {
    onCall()
    yield printLine({ type: 'call', call })
  }
}

/** Once it has been read to its end, says what was. */
async function* measured(
  body: AsyncIterable<Uint8Array>,
  onEnd: (size: { bytes: number; sha256: string }) => void,
): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256')
  let bytes = 0
  for await (const piece of body) {
    hash.update(piece)
    bytes += piece.byteLength
    yield piece
  }
  onEnd({ bytes, sha256: hash.digest('hex') })
}

function printJson(value: unknown): string {
  return `${JSON.stringify(value, null, 1)}\n`
}
