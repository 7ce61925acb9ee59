import type { Said } from './answer.ts'

const REASONS: Readonly<Record<string, Said['stop_reason']>> = {
  stop: 'end_turn',
  end_turn: 'end_turn',
  length: 'max_tokens',
  max_tokens: 'max_tokens',
  tool_calls: 'tool_use',
  tool_use: 'tool_use',
  content_filter: 'refusal',
  safety: 'refusal',
}

/** Why an answer ended, in the word of whatever API had made it; nothing for a word that is not known. */
export function endByReason(reason: unknown): Said {
  const word = typeof reason === 'string' ? reason.toLowerCase() : ''
  const stop_reason = Object.hasOwn(REASONS, word) ? REASONS[word] : undefined
  return stop_reason === undefined ? {} : { stop_reason }
}
