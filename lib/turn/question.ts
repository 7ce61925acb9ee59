import { BLOCKS, plainText, textOf } from '../canonical/block.ts'
import type { Message } from '../canonical/message.ts'
import { plainTitle } from './plain-title.ts'
import type { SaidBlock } from './turn-content.ts'

/** Whether nothing is left to be answered. */
export function isSilent(messages: readonly Message[]): boolean {
  return messages.every(({ content }) => content.every((block) => block.type === 'text' && block.text.trim() === ''))
}

/** What a session without a title is called after its first question. */
export function titleOf(content: readonly SaidBlock[]): string | null {
  const text = plainTitle(textOf(content))
  if (text !== '') return text
  return content.map((block) => plainText([block]) || BLOCKS[block.type].title).find((title) => title !== null) ?? null
}
