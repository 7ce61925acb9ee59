import type { ContentBlock, TextBlock } from '#lib/canonical/block.ts'

/** Some providers cut a sentence wherever a source begins or ends: for a reader the pieces are one text. */
export function asOneText(content: readonly ContentBlock[]): readonly ContentBlock[] {
  if (!content.some(isCited)) return content
  const shown: ContentBlock[] = []
  for (const block of content) {
    const before = shown.at(-1)
    const isOneText = block.type === 'text' && before?.type === 'text' && (isCited(block) || isCited(before))
    if (isOneText) shown.splice(-1, 1, joined(before, block))
    else shown.push(block)
  }
  return shown
}

/** A text that says what it stands on. */
export function isCited(block: ContentBlock): boolean {
  return block.type === 'text' && (block.citations?.length ?? 0) > 0
}

function joined(before: TextBlock, after: TextBlock): TextBlock {
  const citations = [...(before.citations ?? []), ...(after.citations ?? [])]
  return { type: 'text', text: before.text + after.text, citations }
}
