import type { UsageQuery, UsageRow, UsageStore } from '../store/usage-store.ts'
import type { TimeBuckets } from './time-bucket.ts'
import { UsageRangeError } from './usage-range.ts'

/** More rows are no file that a spreadsheet opens. */
const MOST_ROWS = 100_000
const ROWS_AT_ONCE = 5_000
const KEYS_AT_ONCE = 500

type Query = Omit<UsageQuery, 'limit' | 'buckets'> & { buckets?: TimeBuckets | undefined }

/**
 * Every row of an answer, some at a time, so that however many there are only few are held: chats and turns by name, buckets
 * by time. Throws a `UsageRangeError` for more than a file can have, before there is any.
 */
export async function wholeUsage(
  store: UsageStore,
  query: Query,
): Promise<Iterable<UsageRow[]> | AsyncIterable<UsageRow[]>> {
  const { group, buckets } = query
  if (!buckets && (group === 'session' || group === 'turn')) {
    const keys = await store.keys({ ...query, limit: MOST_ROWS + 1 })
    assertFew(keys.length)
    return byKeys(store, query, keys)
  }
  const rows = await store.sums({ ...query, limit: ROWS_AT_ONCE + 1 })
  if (rows.length <= ROWS_AT_ONCE) return [rows]
  const count = await store.count(query)
  assertFew(count)
  return buckets ? byTime(store, { ...query, buckets }, count) : [await store.sums(query)]
}

function assertFew(rows: number): void {
  if (rows <= MOST_ROWS) return
  const most = MOST_ROWS.toLocaleString('en')
  throw new UsageRangeError(
    'from',
    `there would be more than ${most} rows; choose a shorter range, a filter or a limit`,
  )
}

async function* byKeys(store: UsageStore, query: Query, keys: readonly (string | null)[]): AsyncIterable<UsageRow[]> {
  for (let at = 0; at < keys.length; at += KEYS_AT_ONCE) {
    yield await store.sums({ ...query, only: keys.slice(at, at + KEYS_AT_ONCE) })
  }
}

async function* byTime(
  store: UsageStore,
  query: Query & { buckets: TimeBuckets },
  rows: number,
): AsyncIterable<UsageRow[]> {
  const { from, to, buckets } = query
  const { starts } = buckets
  const atOnce = Math.max(1, Math.floor((starts.length * ROWS_AT_ONCE) / rows))
  for (let at = 0; at < starts.length; at += atOnce) {
    const part = { from: Math.max(from, starts[at] ?? from), to: Math.min(to, starts[at + atOnce] ?? to) }
    yield await store.sums({ ...query, ...part })
  }
}
