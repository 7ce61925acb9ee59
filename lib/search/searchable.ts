import { type ContentBlock, isBlockOf, isKnownBlock, plainText } from '../canonical/block.ts'
import type { Message } from '../canonical/message.ts'
import type { SearchFeature } from './search-filter.ts'

/** A message of more is found by its beginning: reading a few megabytes would hold up every other write. */
export const LONGEST_INDEXED = 500_000

/**
 * What is found of a message: what its person wrote or its model answered, code and names of files included. Not what a
 * model thought, and neither the arguments nor the results of its tools: they are long, and nobody remembers their words.
 */
export function searchableText(content: readonly ContentBlock[]): string {
  const said = content.filter((block) => isBlockOf('text')(block) || isBlockOf('document')(block))
  return plainText(said).slice(0, LONGEST_INDEXED)
}

/** Whether a message is ever found: results of tools and instructions are not, and an answer in the making not yet. */
export function isSearchable({ role, metadata }: Pick<Message, 'role' | 'metadata'>): boolean {
  return (role === 'user' || role === 'assistant') && metadata.status !== 'partial'
}

export function featuresOf(content: readonly ContentBlock[]): SearchFeature[] {
  const known = content.filter(isKnownBlock)
  const hasCode = known.some((block) => block.type === 'text' && /^ {0,3}(```|~~~)/mu.test(block.text))
  const hasPicture = known.some(({ type }) => type === 'image')
  return [...(hasCode ? ['code' as const] : []), ...(hasPicture ? ['picture' as const] : [])]
}
