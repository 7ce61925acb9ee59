import { Decimal } from 'decimal.js'
import fc from 'fast-check'
import { formatTimestamp } from '#lib/canonical/timestamp.ts'
import type { LlmCall } from '#lib/store/turn-record.ts'

const count = fc.integer({ min: 0, max: 400_000 })
/** Most calls have nothing of a cache. */
const ofCache = fc.oneof(count, { weight: 3, arbitrary: fc.constant(0) })
const usage = fc.record({
  input_tokens: count,
  output_tokens: count,
  cached_input_tokens: ofCache,
  cache_creation_input_tokens: ofCache,
})
const dollars = (max: bigint) =>
  fc.bigInt({ min: 0n, max }).map((picos) => new Decimal(picos.toString()).div('1e12').toFixed())

/** Calls that begin within `length` microseconds from `first` on. */
export function anyCall(first: number, length: number): fc.Arbitrary<Partial<LlmCall>> {
  return fc.record({
    started_at: fc.integer({ min: 0, max: length - 1 }).map((after) => formatTimestamp(first + after)),
    model_served: fc.constantFrom('demo:one', 'demo:two', null),
    model_asked: fc.constantFrom('demo:one', 'demo:three'),
    turn_id: fc.constantFrom('turn_1', 'turn_2', null),
    started_by: fc.constantFrom('local', 'somebody'),
    team_id: fc.constantFrom(null, 'growers'),
    attempt: fc.integer({ min: 1, max: 3 }),
    outcome: fc.constantFrom('running', 'completed', 'failed', 'cancelled'),
    error_class: fc.constantFrom('rate_limit', 'server_error', null),
    routing_mode: fc.constantFrom('default', 'manual', null),
    usage: fc.option(usage, { freq: 4 }),
    cost_usd: fc.option(dollars(999_999_999_999_999_999n)),
    cost_state: fc.constantFrom('exact', 'estimated', 'partial', 'unpriced', 'unknown'),
    cache_saved_usd: fc.option(dollars(1_000_000_000_000n).map((each) => `-${each}`)),
    cache_write_premium_usd: fc.option(dollars(1_000_000_000_000n)),
    pricing_version: fc.constantFrom('one', 'two'),
    latency_ms: fc.option(fc.integer({ min: 0, max: 9_000_000 })),
    time_to_first_token_ms: fc.option(fc.integer({ min: 0, max: 60_000 })),
    tools: fc.subarray(['calculator', 'web_search', "it's"]),
  }) as fc.Arbitrary<Partial<LlmCall>>
}
