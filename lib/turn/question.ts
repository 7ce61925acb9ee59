import { BLOCKS, plainText, textOf } from '../canonical/block.ts'
import type { Message } from '../canonical/message.ts'
import type { SaidBlock } from './turn-content.ts'

/** Whether nothing is left to be answered. */
export function isSilent(messages: readonly Message[]): boolean {
  return messages.every(({ content }) => content.every((block) => block.type === 'text' && block.text.trim() === ''))
}

const TITLE_LENGTH = 80

/** What a session without a title is called after its first question. */
export function titleOf(content: readonly SaidBlock[]): string | null {
  const text = textOf(content).replace(/\s+/g, ' ').trim()
  if (text === '')
    return (
      content.map((block) => plainText([block]) || BLOCKS[block.type].title).find((title) => title !== null) ?? null
    )
  const characters = [...text]
  if (characters.length <= TITLE_LENGTH) return text
  const start = characters.slice(0, TITLE_LENGTH - 1).join('')
  return `${start.trimEnd()}…`
}
