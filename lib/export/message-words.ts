import { type Message, statusOf } from '../canonical/message.ts'
import { isUnreadable } from '../canonical/unreadable.ts'
import type { ExportWords } from './words.ts'

/** Who says a message: a person, or which model. */
export function speakerOf({ role, metadata }: Message, words: ExportWords): string {
  if (role === 'user') return words.you
  return role === 'system' ? words.system_prompt : (metadata.model ?? metadata.imported_model ?? words.answer)
}

/** How a message ended, where it did not simply end. */
export function endOf(message: Message, words: ExportWords): string | null {
  const { error } = message.metadata
  if (isUnreadable(message)) return words.unreadable
  switch (statusOf(message)) {
    case 'partial':
      return words.not_finished
    case 'cancelled':
      return words.stopped
    case 'error':
      return words.failed(error?.message ?? '')
    default:
      return null
  }
}
