'use client'

import type { ReactNode } from 'react'
import { difference, isNegative, partOf, sumOf, withoutSign } from '../../_content/dollars.ts'
import { useAdminTexts } from '../../_texts/admin-texts.ts'
import { useTexts } from '../../_texts/texts.ts'
import { Amount, Spending, useFigures } from './figures.tsx'
import { countDays } from './period.ts'
import type { UsageTotals } from './use-usage.ts'
import type { View } from './view.ts'

/** What it came to, and whether that is more than before. */
export function Headline({
  totals,
  before,
  wait,
  view,
}: {
  totals: UsageTotals
  before: UsageTotals | undefined
  /** Until the first word; `null` where it was not counted, and nothing until it is known. */
  wait: UsageTotals['time_to_first_token_ms'] | undefined
  view: View
}) {
  const { format } = useTexts()
  const words = useAdminTexts().usage
  const compare = useComparison(view)
  const { calls, failed_calls, unpriced_calls, partial_calls, cache_saved_usd: saved, cost_usd } = totals
  const isCost = isNegative(saved)
  // Those without any price, beside those of which a part has none.
  const wholly = unpriced_calls - partial_calls
  const notes = [
    wholly > 0 ? words.some_unpriced(wholly) : isWhole(totals) ? words.all_priced : '',
    partial_calls > 0 ? words.some_partial(partial_calls) : '',
    failed_calls > 0 ? words.some_failed(failed_calls) : '',
  ]
  return (
    <dl className="mb-8 grid grid-cols-2 border-line-strong border-y md:grid-cols-4">
      <Figure title={words.spent} note={before ? compare(totals, before) : null}>
        <Spending of={totals} />
      </Figure>
      <Figure title={words.calls} note={notes.filter(Boolean).join('; ')}>
        {format.count(calls)}
      </Figure>
      <Figure
        title={isCost ? words.cache_cost : words.cache_saved}
        note={
          isCost
            ? words.cache_not_read
            : totals.cached_input_tokens === 0
              ? words.no_cache
              : cost_usd && words.saved_part(format.percent(partOf(saved, sumOf([saved, cost_usd]))))
        }
      >
        {cost_usd === null ? <Unknown>{words.not_known}</Unknown> : <Amount usd={withoutSign(saved)} />}
      </Figure>
      <Figure title={words.first_word} note={wait ? words.first_word_about(format.wait(wait.p95)) : null}>
        {wait ? format.wait(wait.p50) : wait === null ? <Unknown>{words.not_counted}</Unknown> : '\u00a0'}
      </Figure>
    </dl>
  )
}

function Figure({ title, note, children }: { title: string; note: string | null; children: ReactNode }) {
  return (
    <div className="border-line py-3.5 pe-4 even:ps-4 md:ps-5 md:first:ps-0 even:border-s nth-[n+3]:border-t md:not-first:border-s md:nth-[n+3]:border-t-0">
      <dt className="text-muted text-small">{title}</dt>
      <dd className="font-semibold font-serif text-h1">{children}</dd>
      <dd className="min-h-[1.4em] text-caption text-muted">{note}</dd>
    </div>
  )
}

function Unknown({ children }: { children: string }) {
  return <span className="font-sans text-muted text-ui">{children}</span>
}

/** In words: how much less or more than in as much time before. */
function useComparison({ span, days }: View) {
  const words = useAdminTexts().usage
  const { amount, spending } = useFigures()
  const time = span ? words.before[span] : words.days_before(countDays(days))
  return (now: UsageTotals, before: UsageTotals): string => {
    if (before.calls === 0) return words.nothing_in(time)
    // What is not wholly known cannot be more or less than something.
    if (!isWhole(now) || !isWhole(before)) return words.known_in(spending(before), time)
    const more = difference(now.cost_usd ?? '0', before.cost_usd ?? '0')
    if (Number(more) === 0) return words.same_as(time)
    return (isNegative(more) ? words.less_than : words.more_than)(amount(withoutSign(more)), time)
  }
}

function isWhole({ cost_usd, unpriced_calls, unknown_calls }: UsageTotals): boolean {
  return cost_usd !== null && unpriced_calls + unknown_calls === 0
}
