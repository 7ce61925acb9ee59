import type { Message } from './message.ts'
import { toPicoDollars } from './pico-dollars.ts'
import type { TurnTotal } from './turn-total.ts'
import { isUnpriced } from './unpriced.ts'

const PICO_DIGITS = 12

/**
 * What turns took of which no call is known: those that came with a copy of another chat. By what their answers say, and
 * only where all of the turn is here, from its question on: a part of a sum would look like the whole.
 */
export function copiedTotals(messages: readonly Message[], known: readonly TurnTotal[]): TurnTotal[] {
  const counted = new Set(known.map(({ turn_id }) => turn_id))
  const asked = messages.flatMap(({ role, metadata }) => (role === 'user' ? (metadata.turn_id ?? []) : []))
  return [...new Set(asked)]
    .filter((turn_id) => !counted.has(turn_id))
    .flatMap(
      (turn_id) =>
        totalOf(
          turn_id,
          messages.filter(({ metadata }) => metadata.turn_id === turn_id),
        ) ?? [],
    )
}

function totalOf(turn_id: string, messages: readonly Message[]): TurnTotal | null {
  const answers = messages.filter(({ metadata }) => metadata.usage)
  const usages = answers.flatMap(({ metadata }) => metadata.usage ?? [])
  if (usages.length === 0) return null
  const sum = (field: 'input_tokens' | 'output_tokens' | 'cached_input_tokens' | 'cache_creation_input_tokens') =>
    usages.reduce((total, usage) => total + usage[field], 0)
  const unpriced_calls = answers.filter(isUnpriced).length
  const cost = usages.reduce((total, usage) => total + (toPicoDollars(usage.cost_usd ?? '0') ?? 0n), 0n)
  return {
    turn_id,
    calls: usages.length,
    input_tokens: sum('input_tokens'),
    output_tokens: sum('output_tokens'),
    cached_input_tokens: sum('cached_input_tokens'),
    cache_creation_input_tokens: sum('cache_creation_input_tokens'),
    cost_usd: cost === 0n && unpriced_calls > 0 ? null : dollars(cost),
    unpriced_calls,
    latency_ms: Math.round(usages.reduce((total, { latency_ms }) => total + (latency_ms ?? 0), 0)),
    estimated: usages.some(({ estimated }) => estimated === true),
  }
}

function dollars(pico: bigint): string {
  const digits = pico.toString().padStart(PICO_DIGITS + 1, '0')
  const fraction = digits.slice(-PICO_DIGITS).replace(/0+$/, '')
  return fraction === '' ? digits.slice(0, -PICO_DIGITS) : `${digits.slice(0, -PICO_DIGITS)}.${fraction}`
}
