import { createHash } from 'node:crypto'
import type { ContentBlock, FileSource, ImageBlock } from '../canonical/block.ts'
import { hashJson } from '../canonical/hash.ts'
import type { Message } from '../canonical/message.ts'
import type { SessionSettings } from '../canonical/session-settings.ts'
import { uploadHash } from '../canonical/upload-hash.ts'
import type { AvailableModel } from '../models/model-directory.ts'
import type { Brief, PictureDescription, StandInStore } from '../store/stand-in-store.ts'
import { withoutSetAside } from './set-aside.ts'
import type { StoodIn } from './stood-in.ts'

interface Stood {
  messages: Message[]
  /** For the records of the request. */
  changes: StoodIn[]
}

export interface Chat {
  session_id: string
  settings: SessionSettings
}

type Deps = { standIns: Pick<StandInStore, 'brief' | 'descriptions'> }

/** The messages as any model gets them: the beginning in brief, and without the files that nobody is to get any more. */
export async function shortened(
  path: readonly Message[],
  { session_id, settings }: Chat,
  { standIns }: Deps,
): Promise<Stood> {
  const brief = settings.brief === undefined ? null : await standIns.brief(session_id, settings.brief)
  const end = brief ? path.findIndex(({ id }) => id === brief.up_to) : -1
  const begun =
    brief && end !== -1 && pathHash(path.slice(0, end + 1)) === brief.path_hash ? briefed(path, end, brief) : null
  const changes: StoodIn[] = begun && brief ? [{ message_id: brief.up_to, ...IN_BRIEF }] : []
  const leftOut = new Set(settings.left_out)
  const kept = withoutSetAside(begun ?? path, settings)
  changes.push(...kept.changes)
  const messages = kept.messages.map((message) => {
    const change = (block: ContentBlock): ContentBlock => {
      if (block.type !== 'document' || !leftOut.has(block.source.data)) return block
      changes.push({ message_id: message.id, block_type: block.type, ...LEFT_OUT })
      return { type: 'text', text: `[file left out: ${block.name}]` }
    }
    return leftOut.size === 0 ? message : changed(message, change)
  })
  return { messages, changes }
}

export const IN_BRIEF = {
  block_type: 'messages',
  action: 'converted' as const,
  reason: 'what was said up to here is sent in brief',
}

const LEFT_OUT = { action: 'converted' as const, reason: 'it was left out on request' }

/** What a summary stands for. */
export function pathHash(path: readonly Message[]): string {
  return hashJson(path.map(({ id }) => id))
}

/** Instructions stay; all else up to there is one message. */
function briefed(path: readonly Message[], end: number, { up_to, text }: Brief): Message[] {
  const covered = path.slice(0, end + 1)
  const last = covered.find(({ id }) => id === up_to)
  if (!last) return [...path]
  const said = `[What was said before, in brief:]\n${text}\n[End of what was said before.]`
  const message: Message = { ...last, role: 'user', content: [{ type: 'text', text: said }], metadata: {} }
  return [...covered.filter(({ role }) => role === 'system'), message, ...path.slice(end + 1)]
}

/**
 * Descriptions in the place of pictures, for a model that takes none, where that was decided. One that nobody has described
 * stays: its adapter says in its place that there was one.
 */
export async function described(
  messages: readonly Message[],
  { capabilities }: Pick<AvailableModel, 'capabilities'>,
  { session_id, settings }: Chat,
  { standIns }: Deps,
  files: ReadonlyMap<string, Uint8Array>,
): Promise<Stood> {
  const pictures = settings.pictures === 'describe' && !capabilities.supports_images ? picturesIn(messages) : []
  if (pictures.length === 0) return { messages: [...messages], changes: [] }
  const hashes = new Map(pictures.map((picture) => [picture, pictureHash(picture.source, files)]))
  const found = await standIns.descriptions(
    session_id,
    [...new Set(hashes.values())].filter((hash) => hash !== null),
  )
  const byHash = new Map(found.map((each) => [each.hash, each]))
  const changes: StoodIn[] = []
  const described = messages.map((message) => {
    const change = (block: ContentBlock): ContentBlock => {
      const known = block.type === 'image' ? byHash.get(hashes.get(block) ?? '') : undefined
      if (!known) return block
      const reason = `what ${known.model} said of it is sent in its place`
      changes.push({ message_id: message.id, block_type: block.type, action: 'converted', reason })
      return { type: 'text', text: wordsOf(known) }
    }
    return changed(message, change)
  })
  return { messages: described, changes }
}

function wordsOf({ model, text }: PictureDescription): string {
  return `[picture, as ${model} describes it:]\n${text}\n[end of the description]`
}

/** By what it shows, wherever it lies: null of one behind an address. */
export function pictureHash({ kind, data }: FileSource, files: ReadonlyMap<string, Uint8Array>): string | null {
  // What uploads are called is their hash.
  const known = kind === 'file_ref' && files.has(data) ? uploadHash(data) : null
  if (known !== null) return known
  const bytes = kind === 'base64' ? Buffer.from(data, 'base64') : kind === 'file_ref' ? files.get(data) : undefined
  return bytes ? createHash('sha256').update(bytes).digest('hex') : null
}

/** Those inside tool results included. */
export function picturesIn(messages: readonly Pick<Message, 'content'>[]): ImageBlock[] {
  const inside = (content: readonly ContentBlock[]): ImageBlock[] =>
    content.flatMap((block) => {
      if (block.type === 'image') return [block]
      return block.type === 'tool_result' ? inside(block.content) : []
    })
  return messages.flatMap(({ content }) => inside(content))
}

/** The message itself where nothing of it is changed. */
function changed(message: Message, change: (block: ContentBlock) => ContentBlock): Message {
  const blocks = (content: ContentBlock[]): ContentBlock[] => {
    const after = content.map((block) => {
      if (block.type !== 'tool_result') return change(block)
      const inner = blocks(block.content)
      return inner === block.content ? block : { ...block, content: inner }
    })
    return after.every((block, index) => block === content[index]) ? content : after
  }
  const content = blocks(message.content)
  return content === message.content ? message : { ...message, content }
}
