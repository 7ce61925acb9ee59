import type { CsvCell } from '../csv.ts'
import type { UsageGroup, UsageLatency, UsageSums } from './usage.ts'

interface Row extends UsageSums, UsageLatency {
  key: string | null
  /** When its bucket begins. */
  bucket?: string | undefined
  title?: string | null | undefined
}

/**
 * An answer as the table of a spreadsheet: its names, and its rows. Without the totals: whoever adds up its columns comes to
 * them. Amounts are exact, and empty where there is no price.
 */
export function usageTable(group: UsageGroup | null, hasBuckets: boolean) {
  const columns = [...(group ? ofGroup(group) : []), ...(hasBuckets ? [BEGINS] : []), ...SUMS]
  return {
    head: columns.map(([name]) => name),
    linesOf: (rows: readonly Row[]): CsvCell[][] => rows.map((row) => columns.map(([, of]) => of(row))),
  }
}

type Column = [name: string, of: (row: Row) => CsvCell]

function ofGroup(group: UsageGroup): Column[] {
  const key: Column = [group, ({ key }) => key]
  return group === 'session' || group === 'turn' ? [key, ['title', ({ title }) => title]] : [key]
}

const BEGINS: Column = ['bucket', ({ bucket }) => bucket]

const SUMS: Column[] = [
  ['calls', ({ calls }) => calls],
  ['failed_calls', ({ failed_calls }) => failed_calls],
  ['cost_usd', ({ cost_usd }) => cost_usd],
  ['unpriced_calls', ({ unpriced_calls }) => unpriced_calls],
  ['partial_calls', ({ partial_calls }) => partial_calls],
  ['unknown_calls', ({ unknown_calls }) => unknown_calls],
  ['estimated_calls', ({ estimated_calls }) => estimated_calls],
  ['input_tokens', ({ input_tokens }) => input_tokens],
  ['output_tokens', ({ output_tokens }) => output_tokens],
  ['cached_input_tokens', ({ cached_input_tokens }) => cached_input_tokens],
  ['cache_creation_input_tokens', ({ cache_creation_input_tokens }) => cache_creation_input_tokens],
  ['cache_creation_1h_input_tokens', ({ cache_creation_1h_input_tokens }) => cache_creation_1h_input_tokens],
  ['reasoning_tokens', ({ reasoning_tokens }) => reasoning_tokens],
  ['cache_saved_usd', ({ cache_saved_usd }) => cache_saved_usd],
  ['retries', ({ retries }) => retries],
  ['retries_usd', ({ retries_usd }) => retries_usd],
  ['output_tokens_per_second', ({ output_tokens_per_second }) => output_tokens_per_second?.toFixed(1)],
  ...(['p50', 'p95', 'p99'] as const).flatMap((share): Column[] => [
    [`latency_ms_${share}`, ({ latency_ms }) => latency_ms?.[share]],
    [`time_to_first_token_ms_${share}`, ({ time_to_first_token_ms }) => time_to_first_token_ms?.[share]],
  ]),
]
