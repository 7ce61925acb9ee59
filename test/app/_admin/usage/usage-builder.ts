import type { AnswerOf, EndpointOf } from '#lib/api/contract.ts'

type Answer = AnswerOf<EndpointOf<'/api/admin/usage', 'GET'>>
type Row = Answer['rows'][number]

export function totals(of: Partial<Answer['totals']> = {}): Answer['totals'] {
  return {
    calls: 1,
    failed_calls: 0,
    input_tokens: 1_000,
    output_tokens: 2_000,
    cached_input_tokens: 0,
    cache_creation_input_tokens: 0,
    cache_creation_1h_input_tokens: 0,
    reasoning_tokens: 0,
    cost_usd: '0.5',
    unpriced_calls: 0,
    partial_calls: 0,
    unknown_calls: 0,
    estimated_calls: 0,
    cache_saved_usd: '0',
    retries: 0,
    retries_usd: '0',
    output_tokens_per_second: null,
    latency_ms: null,
    time_to_first_token_ms: null,
    ...of,
  }
}

export function row(key: string | null, of: Partial<Row> = {}): Row {
  return { key, ...totals(), ...of }
}

export function answer(rows: Row[], of: Partial<Answer> = {}): Answer {
  return {
    from: '2026-11-01T00:00:00.000000Z',
    to: '2026-11-08T00:00:00.000000Z',
    tz: 'UTC',
    costs: 'stamped',
    rows,
    totals: totals({ calls: rows.reduce((sum, { calls }) => sum + calls, 0) }),
    ...of,
  }
}
