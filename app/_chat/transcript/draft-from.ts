import type { ContentBlock } from '#lib/canonical/block.ts'
import type { Draft } from '#lib/canonical/fold.ts'
import { closedBlocks } from '#lib/canonical/fold.ts'

/**
 * The draft that content in the making came from, so that the next delta goes on where it stopped. The last block counts
 * as open: if it was closed after all, the next event says so and nothing is lost.
 */
export function draftFrom(content: readonly ContentBlock[]): Draft {
  const index = content.length - 1
  const last = content[index]
  const before = closedBlocks(content.slice(0, -1))
  switch (last?.type) {
    case 'text':
    case 'thinking':
    case 'hosted_tool':
      return { closed: before, open: { index, block: last } }
    case 'tool_use': {
      const fragments = last.raw_input ?? (Object.keys(last.input).length === 0 ? '' : JSON.stringify(last.input))
      return {
        closed: before,
        open: { index, block: { type: 'open_call', id: last.id, name: last.name, fragments } },
      }
    }
    default:
      return { closed: closedBlocks(content), open: null }
  }
}
