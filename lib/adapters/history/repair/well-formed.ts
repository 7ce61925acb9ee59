import { assertNever } from '../../../assert-never.ts'
import type { ContentBlock, DocumentBlock } from '../../../canonical/block.ts'
import type { JsonValue } from '../../../canonical/json.ts'
import { changeBlocks, changeContent } from './content.ts'
import type { Pass } from './pass.ts'

/** Replaces lone UTF-16 surrogates, which providers refuse, wherever text stands (wire-rule 9). */
export const wellFormed: Pass = (messages, { target }) =>
  messages.map((message) =>
    changeContent(message, (block) => {
      const mended = mend(block)
      if (mended !== block) {
        const reason = 'half a character in it is replaced: providers refuse it'
        target.project({ message_id: message.id, block_type: block.type, action: 'repaired', reason })
      }
      return mended
    }),
  )

function mend(block: ContentBlock): ContentBlock {
  switch (block.type) {
    case 'text':
    case 'thinking':
      return block.text.isWellFormed() ? block : { ...block, text: block.text.toWellFormed() }
    case 'tool_result': {
      const content = changeBlocks(block.content, mend)
      return content === block.content ? block : { ...block, content }
    }
    case 'tool_use': {
      const text = JSON.stringify([block.name, block.input, block.raw_input])
      // JSON.stringify writes a lone surrogate as an escape, \ud800 to \udfff; a pair stays as it is.
      if (!/\\ud[89a-f]/i.test(text)) return block
      const raw = block.raw_input?.toWellFormed()
      const input = mendJson(block.input) as typeof block.input
      return { ...block, name: block.name.toWellFormed(), input, ...(raw === undefined ? {} : { raw_input: raw }) }
    }
    case 'document':
      return isSound(block) ? block : mendNames(block)
    case 'image':
    case 'redacted_thinking':
    // It goes out as what its provider sent, or was made text before.
    case 'hosted_tool':
      return block
    default:
      return assertNever(block)
  }
}

function mendNames(block: DocumentBlock): DocumentBlock {
  const { name, title, context } = block
  return { ...block, name: name.toWellFormed(), title: title?.toWellFormed(), context: context?.toWellFormed() }
}

function isSound({ name, title, context }: DocumentBlock): boolean {
  return [name, title ?? '', context ?? ''].every((text) => text.isWellFormed())
}

export function mendJson(value: JsonValue): JsonValue {
  if (typeof value === 'string') return value.toWellFormed()
  if (Array.isArray(value)) return value.map(mendJson)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key.toWellFormed(), mendJson(item)]))
}
