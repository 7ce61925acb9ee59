import type { TurnTotal } from '#lib/canonical/turn-total.ts'
import { copiedText } from '../transcript/copied-text.ts'
import type { Version } from './use-version.ts'

/** What is compared of an answer; `null` is not known. */
export interface Measured {
  read: number | null
  wrote: number | null
  words: number
  ms: number | null
  cost_usd: string | null
  estimated: boolean
}

export function measured({ answers, total }: Pick<Version, 'answers' | 'total'>): Measured {
  return {
    read: total && inputOf(total),
    wrote: total?.output_tokens ?? null,
    words: countWords(copiedText(answers)),
    ms: total?.latency_ms ?? null,
    cost_usd: total && total.unpriced_calls === 0 ? total.cost_usd : null,
    estimated: total?.estimated ?? false,
  }
}

function inputOf({ input_tokens, cache_creation_input_tokens, cached_input_tokens }: TurnTotal): number {
  return input_tokens + cache_creation_input_tokens + cached_input_tokens
}

/** By the rules of the language, so that one without spaces has words as well. */
export function countWords(text: string): number {
  let count = 0
  for (const { isWordLike } of new Intl.Segmenter(undefined, { granularity: 'word' }).segment(text)) {
    if (isWordLike) count += 1
  }
  return count
}

const DECIMALS = 12

/** Exact: what stands in a column adds up by hand. */
export function costDifference(from: string, to: string): { usd: string; isLess: boolean } {
  const difference = picoOf(to) - picoOf(from)
  const isLess = difference < 0n
  const digits = String(isLess ? -difference : difference).padStart(DECIMALS + 1, '0')
  return { usd: `${digits.slice(0, -DECIMALS)}.${digits.slice(-DECIMALS)}`, isLess }
}

function picoOf(usd: string): bigint {
  const [whole = '0', fraction = ''] = usd.split('.')
  return BigInt(whole + fraction.slice(0, DECIMALS).padEnd(DECIMALS, '0'))
}
