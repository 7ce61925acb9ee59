import type { BlockType, ContentBlock } from '#lib/canonical/block.ts'
import type { PublicMessage } from '#lib/canonical/public-message.ts'

/** What a copy of an answer holds: what the model said, without how it came to it. */
export function copiedText(answers: readonly PublicMessage[]): string {
  return answers
    .flatMap(({ content }) => content)
    .flatMap((block) => (isCopied(block) ? block.text : []))
    .join('\n\n')
}

/** Whether a copy of an answer holds it: what the model said, without how it came to it. */
const COPIED = {
  text: true,
  tool_use: false,
  tool_result: false,
  image: false,
  document: false,
  thinking: false,
  redacted_thinking: false,
  hosted_tool: false,
} as const satisfies Record<BlockType, boolean>

type CopiedType = { [T in BlockType]: (typeof COPIED)[T] extends true ? T : never }[BlockType]

function isCopied(block: ContentBlock): block is Extract<ContentBlock, { type: CopiedType }> {
  return Object.hasOwn(COPIED, block.type) && COPIED[block.type]
}
