import type { BlockType, ContentBlock } from '#lib/canonical/block.ts'
import type { Message } from '#lib/canonical/message.ts'

/** How many blocks of each type a request body holds, byte for byte; `picture` gives the bytes of one as base64. */
export function foundOnWire(
  messages: readonly Message[],
  body: string,
  picture: (data: string) => string,
): Partial<Record<BlockType, number>> {
  const found: Partial<Record<BlockType, number>> = {}
  for (const block of messages.flatMap(({ content }) => content)) {
    const bytes = bytesOf(block, picture)
    if (bytes === '') continue
    // As they are, in a text, or in the text of a call's arguments.
    const isThere = [bytes, quoted(bytes), quoted(quoted(bytes))].some((each) => body.includes(each))
    found[block.type] = (found[block.type] ?? 0) + (isThere ? 1 : 0)
  }
  return found
}

/** As it stands inside of a JSON text. */
function quoted(text: string): string {
  return JSON.stringify(text).slice(1, -1)
}

/** What of a block is the same in every wire format. */
function bytesOf(block: ContentBlock, picture: (data: string) => string): string {
  switch (block.type) {
    case 'text':
    case 'thinking':
      return block.text
    case 'redacted_thinking':
      return block.data
    case 'tool_use':
      return JSON.stringify(block.input).slice(1, -1)
    case 'tool_result':
      return block.content.map((each) => (each.type === 'text' ? each.text : '')).join('')
    case 'image':
      return picture(block.source.data)
    case 'hosted_tool':
      return block.result?.sources?.[0]?.url ?? ''
    case 'document':
      return block.name
  }
}
