import type { ContentBlock, DocumentBlock, ImageBlock } from '../canonical/block.ts'
import type { Loss } from './found.ts'
import { type ImportedChat, type ImportSource, MEMBER } from './imported-chat.ts'
import type { KeepFile } from './reader.ts'

/** Reads a file of the archive; null where it is not there, or larger than an upload may be. */
export type ReadMember = (path: string) => Promise<Uint8Array | null>

/** How many pictures and documents blocks have. */
export function countFiles(content: readonly ContentBlock[]): number {
  return content.reduce((sum, block) => {
    if (block.type === 'tool_result') return sum + countFiles(block.content)
    return sum + Number(block.type === 'image' || block.type === 'document')
  }, 0)
}

/** The same chat with its pictures and documents as uploads; in the place of what is none stands what it was said to be. */
export async function withFiles(
  chat: ImportedChat,
  { source, read, keep }: { source: ImportSource; read: ReadMember; keep: KeepFile },
): Promise<{ chat: ImportedChat; losses: Loss[] }> {
  const kept = new Map<string, Awaited<ReturnType<KeepFile>>>()
  const counts = { missing_file: 0, refused_file: 0 }

  const fileOf = async (block: ImageBlock | DocumentBlock): Promise<ContentBlock> => {
    const { source: from } = block
    if (from.kind === 'url') return block
    const path = from.kind === 'file_ref' ? from.data.slice(MEMBER.length) : null
    const bytes = path === null ? Buffer.from(from.data, 'base64') : await read(path)
    if (!bytes) {
      counts.missing_file += 1
      return placeholder(block, source)
    }
    const name = block.type === 'document' ? block.name : (path ?? '')
    const known = path === null ? undefined : kept.get(path)
    const upload = known === undefined ? await keep({ bytes, name }) : known
    if (path !== null) kept.set(path, upload)
    const isPicture = upload?.media_type.startsWith('image/') === true
    if (!upload || isPicture !== (block.type === 'image')) {
      counts.refused_file += 1
      return placeholder(block, source)
    }
    return { ...block, media_type: upload.media_type, source: { kind: 'file_ref', data: upload.data } }
  }
  const blockOf = async (block: ContentBlock): Promise<ContentBlock> => {
    if (block.type === 'image' || block.type === 'document') return await fileOf(block)
    if (block.type !== 'tool_result') return block
    return { ...block, content: await inTurn(block.content, blockOf) }
  }
  const messages = await inTurn(chat.messages, async (message) => ({
    ...message,
    content: await inTurn(message.content, blockOf),
  }))
  const losses = Object.entries(counts).flatMap(([kind, count]) => (count > 0 ? [{ kind, count } as Loss] : []))
  return { chat: { ...chat, messages }, losses }
}

/** One after the other: each may be megabytes. */
async function inTurn<T, U>(items: readonly T[], make: (item: T) => Promise<U>): Promise<U[]> {
  const made: U[] = []
  for (const item of items) made.push(await make(item))
  return made
}

/** As the converters keep what has no form of ours. */
function placeholder(block: ImageBlock | DocumentBlock, source: ImportSource): ContentBlock {
  const name = block.type === 'document' ? { name: block.name } : {}
  const value = { media_type: block.media_type, ...name }
  return { type: 'unsupported', source, original_type: block.type, value } as unknown as ContentBlock
}
