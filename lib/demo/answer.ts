import { assertNever } from '../assert-never.ts'
import { wholeLength } from './fragment.ts'
import type { Prompt } from './prompt.ts'
import { charactersIn, tokensIn } from './token-count.ts'

/** One block of an answer, in no provider's format. `arguments` is JSON text, possibly cut off. */
export type Part =
  | { readonly type: 'thinking'; readonly text: string }
  | { readonly type: 'redacted_thinking'; readonly text: string }
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'call'; readonly name: string; readonly arguments: string }

export type Stop =
  | { readonly reason: 'end' | 'calls' | 'max_tokens' }
  | { readonly reason: 'stop_sequence'; readonly sequence: string }

export interface Answer {
  readonly parts: readonly Part[]
  readonly stop: Stop
}

/** What the model means to say, before the limits of the request. */
export interface Script {
  readonly parts: readonly Part[]
  /** It runs out of tokens, whatever the request allows. */
  readonly cutOff?: boolean
}

export interface Usage {
  /** Neither read from nor written to the prompt cache. */
  readonly input: number
  readonly cacheRead: number
  readonly cacheWrite5m: number
  readonly cacheWrite1h: number
  readonly output: number
  /** Part of `output`. */
  readonly thinking: number
}

/** Ends the parts where the request wants them to end: at a stop sequence or after so many tokens. */
export function limit(
  parts: readonly Part[],
  { maxTokens, stopSequences }: Pick<Prompt, 'maxTokens' | 'stopSequences'>,
): Answer {
  const kept: Part[] = []
  let left = maxTokens === null ? Number.POSITIVE_INFINITY : charactersIn(maxTokens)
  for (const part of parts) {
    const words = wordsOf(part)
    const stop = part.type === 'text' ? firstStop(words, stopSequences) : null
    const wanted = stop === null ? words : words.slice(0, stop.at)
    const text = wanted.slice(0, wholeLength(wanted, left))
    if (text !== '') kept.push(withWords(part, text))
    if (text.length < wanted.length) return { parts: kept, stop: { reason: 'max_tokens' } }
    if (stop !== null) return { parts: kept, stop: { reason: 'stop_sequence', sequence: stop.sequence } }
    left -= text.length
  }
  return { parts: kept, stop: { reason: kept.some((part) => part.type === 'call') ? 'calls' : 'end' } }
}

/** Tokens of the whole answer, and of the thinking in it. */
export function outputTokens(parts: readonly Part[]): Pick<Usage, 'output' | 'thinking'> {
  const count = (part: Part) => tokensIn(part.type === 'call' ? part.name + part.arguments : part.text)
  const sum = (some: readonly Part[]) => some.reduce((total, part) => total + count(part), 0)
  const thoughts = parts.filter((part) => part.type === 'thinking' || part.type === 'redacted_thinking')
  return { output: Math.max(1, sum(parts)), thinking: sum(thoughts) }
}

function wordsOf(part: Part): string {
  return part.type === 'call' ? part.arguments : part.text
}

function withWords(part: Part, text: string): Part {
  switch (part.type) {
    case 'call':
      return { ...part, arguments: text }
    case 'text':
    case 'thinking':
    case 'redacted_thinking':
      return { ...part, text }
    default:
      return assertNever(part)
  }
}

function firstStop(text: string, sequences: readonly string[]): { at: number; sequence: string } | null {
  const found = sequences
    .map((sequence) => ({ at: text.indexOf(sequence), sequence }))
    .filter(({ at, sequence }) => at >= 0 && sequence !== '')
  return found.toSorted((a, b) => a.at - b.at)[0] ?? null
}
