import type { UsageRow } from '../store/usage-store.ts'
import type { Metric } from './prometheus.ts'
import type { Percentiles, ReportedRow, UsageSums } from './usage.ts'

/** Since the first call of the installation, by model. */
const COUNTED: readonly [name: string, help: string, of: (row: UsageSums) => number | string | null][] = [
  ['metis_calls_total', 'Calls of models that have ended.', ({ calls }) => calls],
  ['metis_failed_calls_total', 'Calls of models that failed.', ({ failed_calls }) => failed_calls],
  ['metis_retries_total', 'Attempts after the first one.', ({ retries }) => retries],
  ['metis_unpriced_calls_total', 'Calls without a price, or with a part that has none.', (row) => row.unpriced_calls],
  [
    'metis_cost_usd_total',
    'What calls cost in US dollars, as they were billed; unpriced ones are not in it.',
    (row) => row.cost_usd,
  ],
  [
    'metis_cache_saved_usd',
    'What caches saved in US dollars; below 0 where writing to them cost more.',
    (row) => row.cache_saved_usd,
  ],
]

interface Counted {
  models: readonly UsageRow[]
  errors: readonly UsageRow[]
  day: readonly ReportedRow[]
}

const TOKENS = {
  input: 'input_tokens',
  output: 'output_tokens',
  cached_input: 'cached_input_tokens',
  cache_creation_input: 'cache_creation_input_tokens',
} as const

/** Of all calls by model and by class of error, and of those of the last day by model. */
export function usageMetrics({ models, errors, day }: Counted): Metric[] {
  const labelled = ({ key }: { key: string | null }) => ({ model: key ?? '' })
  return [
    ...COUNTED.map(
      ([name, help, of]): Metric => ({
        name,
        help,
        type: name.endsWith('_total') ? 'counter' : 'gauge',
        samples: models.flatMap((row) => {
          const value = of(row)
          return value === null ? [] : [{ labels: labelled(row), value }]
        }),
      }),
    ),
    {
      name: 'metis_tokens_total',
      help: 'Tokens that were counted, in parts that do not overlap.',
      type: 'counter',
      samples: models.flatMap((row) =>
        Object.entries(TOKENS).map(([kind, name]) => ({ labels: { ...labelled(row), kind }, value: row[name] })),
      ),
    },
    {
      name: 'metis_errors_total',
      help: 'Calls that ended with an error, by its class.',
      type: 'counter',
      samples: errors.flatMap(({ key, calls }) =>
        key === null ? [] : [{ labels: { error_class: key }, value: calls }],
      ),
    },
    quantiles('metis_call_seconds', 'How long answers of the last day took.', day, (row) => row.latency_ms),
    quantiles('metis_first_token_seconds', 'How long their first word took.', day, (row) => row.time_to_first_token_ms),
  ]
}

const QUANTILES = { p50: '0.5', p95: '0.95', p99: '0.99' } as const

function quantiles(
  name: string,
  help: string,
  day: readonly ReportedRow[],
  of: (row: ReportedRow) => Percentiles | null,
): Metric {
  const samples = day.flatMap((row) => {
    const found = of(row)
    if (!found) return []
    return Object.entries(QUANTILES).map(([rank, quantile]) => ({
      labels: { model: row.key ?? '', quantile },
      value: found[rank as keyof Percentiles] / 1_000,
    }))
  })
  return { name, help, type: 'gauge', samples }
}
