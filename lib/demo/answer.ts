import type { Part as Block, Stop } from '../answer-encoders/answer.ts'
import { assertNever } from '../assert-never.ts'
import type { Citation, HostedToolSource } from '../canonical/hosted-tool.ts'
import type { JsonObject } from '../canonical/json.ts'
import { isJsonObject } from '../canonical/json.ts'
import { wholeLength } from './fragment.ts'
import { parseJson } from './json.ts'
import type { Prompt } from './prompt.ts'
import { redactedData } from './signature.ts'
import { charactersIn, tokensIn } from './token-count.ts'

/** One block of an answer, in no provider's format. `arguments` is JSON text, possibly cut off. */
export type Part =
  | { readonly type: 'thinking'; readonly text: string }
  | { readonly type: 'redacted_thinking'; readonly text: string }
  | { readonly type: 'text'; readonly text: string; readonly citations?: readonly Citation[] }
  | { readonly type: 'call'; readonly name: string; readonly arguments: string }
  /** A search that the provider runs itself. */
  | { readonly type: 'search'; readonly query: string; readonly sources: readonly HostedToolSource[] }

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
    if (text !== '' || part.type === 'search') kept.push(withWords(part, text))
    if (text.length < wanted.length) return { parts: kept, stop: { reason: 'max_tokens' } }
    if (stop !== null) return { parts: kept, stop: { reason: 'stop_sequence', sequence: stop.sequence } }
    left -= text.length
  }
  return { parts: kept, stop: { reason: kept.some((part) => part.type === 'call') ? 'tool_use' : 'end_turn' } }
}

/** Tokens of the whole answer, and of the thinking in it. */
export function outputTokens(parts: readonly Part[]): Pick<Usage, 'output' | 'thinking'> {
  const count = (part: Part) => tokensIn((part.type === 'call' ? part.name : '') + wordsOf(part))
  const sum = (some: readonly Part[]) => some.reduce((total, part) => total + count(part), 0)
  const thoughts = parts.filter((part) => part.type === 'thinking' || part.type === 'redacted_thinking')
  return { output: Math.max(1, sum(parts)), thinking: sum(thoughts) }
}

function wordsOf(part: Part): string {
  switch (part.type) {
    case 'call':
      return part.arguments
    case 'search':
      return ''
    case 'text':
    case 'thinking':
    case 'redacted_thinking':
      return part.text
    default:
      return assertNever(part)
  }
}

function withWords(part: Part, text: string): Part {
  switch (part.type) {
    case 'call':
      return { ...part, arguments: text }
    case 'search':
      return part
    case 'text':
    case 'thinking':
    case 'redacted_thinking':
      return { ...part, text }
    default:
      return assertNever(part)
  }
}

interface Making {
  readonly prompt: Prompt
  newCallId(): string
}

/** The parts as canonical blocks. Thoughts that the request does not ask to see are there, and hidden. */
export function blocksOf(parts: readonly Part[], { prompt, newCallId }: Making): Block[] {
  return parts.map((part): Block => {
    switch (part.type) {
      case 'text':
        return { type: 'text', text: part.text, ...(part.citations && { citations: [...part.citations] }) }
      case 'thinking':
        return prompt.showsThoughts
          ? { type: 'thinking', text: part.text }
          : { type: 'redacted_thinking', data: redactedData(part.text, prompt.model) }
      case 'redacted_thinking':
        return { type: 'redacted_thinking', data: redactedData(part.text, prompt.model) }
      case 'call': {
        const input = parseJson(part.arguments)
        const whole = isJsonObject(input) ? { input: input as JsonObject } : { input: {}, raw_input: part.arguments }
        return { type: 'tool_use', id: newCallId(), name: part.name, ...whole }
      }
      case 'search':
        return {
          type: 'hosted_tool',
          tool: 'web_search',
          name: 'web_search',
          input: { query: part.query },
          status: 'completed',
          result: { sources: [...part.sources] },
        }
      default:
        return assertNever(part)
    }
  })
}

function firstStop(text: string, sequences: readonly string[]): { at: number; sequence: string } | null {
  const found = sequences
    .map((sequence) => ({ at: text.indexOf(sequence), sequence }))
    .filter(({ at, sequence }) => at >= 0 && sequence !== '')
  return found.toSorted((a, b) => a.at - b.at)[0] ?? null
}
