import type { ErrorDetails } from '#lib/api/error.ts'
import { ApiError } from '../../_client/use-api.ts'

/** Why a draft was not published: rows of it, another version, or something that is not about prices. */
export type PublishRefusal =
  | ({ kind: 'rows' } & ErrorDetails<'invalid_prices'>)
  | { kind: 'conflict' }
  | { kind: 'other'; error: unknown }

export function refusalOfPublishing(error: unknown): PublishRefusal {
  if (!(error instanceof ApiError)) return { kind: 'other', error }
  if (error.code === 'price_conflict') return { kind: 'conflict' }
  const { faults = [], total = 0 } = (error.details ?? {}) as Partial<ErrorDetails<'invalid_prices'>>
  return error.code === 'invalid_prices' && faults.length > 0
    ? { kind: 'rows', faults, total }
    : { kind: 'other', error }
}
