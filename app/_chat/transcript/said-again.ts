import type { TurnContent } from '#lib/api/turn-content.ts'
import type { ContentBlock } from '#lib/canonical/block.ts'

/** What is written in a message, without what goes with it. */
export function wordsOf(content: readonly ContentBlock[]): string {
  return content.flatMap((block) => (block.type === 'text' ? block.text : [])).join('\n\n')
}

/**
 * A question to be asked anew, in other words where they are given. `null` where it holds what nobody can say, as a block
 * that this version does not know.
 */
export function saidAgain(content: readonly ContentBlock[], words?: string): TurnContent | null {
  const said = content.map(saidBlock)
  if (said.some((block) => block === null)) return null
  const blocks = said.filter((block) => block !== null)
  if (words === undefined) return blocks
  const others = blocks.filter(({ type }) => type !== 'text')
  return words.trim() === '' ? others : [...others, { type: 'text', text: words.trimEnd() }]
}

type Said = TurnContent[number]

/** With the fields that a request may have, and no other. */
function saidBlock(block: ContentBlock): Said | null {
  switch (block.type) {
    case 'text':
      return { type: 'text', text: block.text }
    case 'image': {
      const { type, source, media_type } = block
      return { type, source: { kind: source.kind, data: source.data }, media_type }
    }
    case 'document': {
      const { type, source, media_type, name, title, context } = block
      if (source.kind === 'url') return null
      return { type, source: { kind: source.kind, data: source.data }, media_type, name, title, context }
    }
    default:
      return null
  }
}
