'use client'

import type { ReactNode } from 'react'
import type { Difference } from '#lib/api/reprice.ts'
import { useAdminTexts } from '../../_texts/admin-texts.ts'
import { useTexts } from '../../_texts/texts.ts'
import type { Costs } from '../usage/costs.ts'
import { dateOf } from '../usage/period.ts'
import { RowName } from '../usage/row-name.tsx'

export const DIFFERENCE_GROUPS = ['model', 'day', 'user', 'session', 'call'] as const
export type DifferenceGroup = (typeof DIFFERENCE_GROUPS)[number]

/** A row of the table, of calls or of one call. */
export interface Line {
  key: string
  name: ReactNode
  before: Costs
  after: Costs
  /** `null` where neither has a price. */
  more: string | null
  /** What one call was computed from. */
  source: ReactNode
}

type Sums = Pick<
  Difference,
  'calls' | 'before_usd' | 'after_usd' | 'difference_usd' | 'unpriced_before' | 'unpriced_after' | 'kept_calls'
>

/** Without a name: of all calls. */
export function lineOf(sums: Sums, key = '', name: ReactNode = null): Line {
  const { calls, before_usd, after_usd, difference_usd, unpriced_before, unpriced_after, kept_calls } = sums
  const costs = { calls, partial_calls: 0, unknown_calls: 0 }
  return {
    key,
    name,
    before: { ...costs, cost_usd: before_usd, unpriced_calls: unpriced_before },
    after: { ...costs, cost_usd: after_usd, unpriced_calls: unpriced_after - kept_calls },
    more: difference_usd,
    source: null,
  }
}

/** The rows of a difference, told apart by one thing. */
export function useLines(difference: Difference, group: DifferenceGroup): Line[] {
  const { format } = useTexts()
  const words = useAdminTexts().reprices
  const now = new Date()
  const keyOf = (key: string | null) => key ?? ' none'
  switch (group) {
    case 'model':
      return difference.by_model.map((row) => lineOf(row, keyOf(row.key), <RowName group="model" row={row} />))
    case 'day':
      return difference.by_day.map((row) =>
        lineOf(row, keyOf(row.key), row.key && format.shortDay(dateOf(row.key), now)),
      )
    case 'user':
      return difference.by_person.map((row) => lineOf(row, keyOf(row.key), <RowName group="user" row={row} />))
    case 'session':
      return difference.by_session.map((row) => lineOf(row, keyOf(row.key), <RowName group="session" row={row} />))
    case 'call':
      return difference.items.map((call) => ({
        ...lineOfCall(call),
        name: (
          <>
            <RowName group="model" row={{ key: call.model }} />
            <span className="block text-caption text-muted">{format.moment(new Date(call.started_at))}</span>
          </>
        ),
        source: words.sources[call.computed_from],
      }))
  }
}

function lineOfCall({ id, before_usd, after_usd, difference_usd, computed_from }: Difference['items'][number]): Line {
  const isUnknown = computed_from === 'incomplete'
  const costs = (usd: string | null): Costs => ({
    calls: 1,
    cost_usd: usd,
    unpriced_calls: usd === null && !isUnknown ? 1 : 0,
    unknown_calls: isUnknown ? 1 : 0,
  })
  return {
    key: id,
    name: null,
    before: costs(before_usd),
    after: costs(after_usd),
    more: difference_usd,
    source: null,
  }
}
