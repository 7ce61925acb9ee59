import { retryAfter } from '../canonical/retry-after.ts'
import { formatTimestamp, parseTimestamp } from '../canonical/timestamp.ts'
import { FORGOTTEN_AFTER, LONGEST_WAIT, type PastCall } from '../models/availability.ts'
import type { Store } from '../store/store.ts'
import { tells } from './invoke.ts'

/** What calls of before a start say of whether models can be counted on, `now` in microseconds: of each its last attempt. */
export async function pastCalls({ callsSince }: Pick<Store, 'callsSince'>, now: number): Promise<PastCall[]> {
  const before = (milliseconds: number) => formatTimestamp(now - milliseconds * 1_000)
  const calls = await callsSince(before(FORGOTTEN_AFTER), { waits_since: before(LONGEST_WAIT) })
  const last = new Map(calls.map((call) => [call.request_id, call]))
  return [...last.values()].filter(tells).map(({ model_asked: model, started_at, error_class, exchange }) => {
    const at = parseTimestamp(started_at) / 1_000
    const headers = new Map(Object.entries(exchange?.response_headers ?? {}))
    const retry_after_seconds = retryAfter({ get: (name) => headers.get(name) ?? null }, at)
    return { model, at, end: error_class && { error_class, retry_after_seconds } }
  })
}
