'use client'

import { PageTitle } from '../../_frame/page-title.tsx'
import { useAdminTexts } from '../../_texts/admin-texts.ts'
import { Button } from '../../_ui/button.tsx'
import { Cache } from './cache.tsx'
import { Dearest } from './dearest.tsx'
import { Elsewhere } from './elsewhere.tsx'
import { Failures } from './failures.tsx'
import { Exactness } from './figures.tsx'
import { Headline } from './headline.tsx'
import { Latency } from './latency.tsx'
import { LedgerSection } from './ledger-section.tsx'
import { coarser } from './period.ts'
import { Routing } from './routing.tsx'
import { Loaded } from './section.tsx'
import { SpendChart } from './spend-chart.tsx'
import { Toolbar } from './toolbar.tsx'
import { UnreadWrites } from './unread-writes.tsx'
import { useUsage } from './use-usage.ts'
import { useView } from './use-view.ts'
import { bucketOf, type Filter, queriesOf, type View } from './view.ts'

/** All that is said of the calls that the address asks for. */
export function UsageReport({ timeZone }: { timeZone: string }) {
  const { administration, usage: words } = useAdminTexts()
  const [view, change] = useView(timeZone)
  const queries = queriesOf(view, timeZone)
  const time = useUsage(queries.time)
  const before = useUsage(queries.before)
  // Not of bars: of those no waits are counted.
  const models = useUsage(queries.models)
  const bucket = bucketOf(view)
  const onFilter = (filter: Filter, value: string) => change({ filters: { ...view.filters, [filter]: value } })
  const isEmpty = time.data?.totals.calls === 0 && !time.isPlaceholderData
  return (
    <Exactness value={view.isExact}>
      <PageTitle title={administration.usage} about={words.about[view.costs]} />
      <Toolbar view={view} timeZone={timeZone} queries={queries} onChange={change} />
      {isEmpty ? (
        <NoCalls view={view} onChange={change} />
      ) : (
        <Loaded query={time} room="34rem">
          {(usage) => (
            <>
              <Headline
                totals={usage.totals}
                before={before.data?.totals}
                wait={models.data?.totals.time_to_first_token_ms}
                view={view}
              />
              <SpendChart usage={usage} bucket={usage.asked.bucket ?? bucket} />
            </>
          )}
        </Loaded>
      )}
      {/* Where there is nothing, or nothing can be told, that is said once. */}
      {!isEmpty && !time.isError && (
        <>
          <LedgerSection view={view} query={queries.ledger} file={queries.file} onFilter={onFilter} />
          <div className="grid gap-x-14 lg:grid-cols-2">
            <Dearest of="session" query={queries.sessions} onFilter={onFilter} />
            <Dearest of="turn" query={queries.turns} onFilter={onFilter} />
            <Cache bucket={coarser(bucket)} query={queries.whole(coarser(bucket))}>
              <UnreadWrites query={queries.unread} onFilter={onFilter} />
            </Cache>
            <Latency query={queries.models} />
          </div>
          <Failures errors={queries.errors} providers={queries.providers} onFilter={onFilter} />
          <Routing
            query={queries.routing}
            isNarrowed={Object.keys(view.filters).some((filter) => filter !== 'model')}
            onFilter={onFilter}
          />
          <Elsewhere query={queries.elsewhere} />
        </>
      )}
    </Exactness>
  )
}

/** What will be here, and how to look elsewhere. */
function NoCalls({ view, onChange }: { view: View; onChange: (change: Partial<View>) => void }) {
  const words = useAdminTexts().usage
  const isFiltered = Object.keys(view.filters).length > 0
  return (
    <section className="border-line-strong border-t py-10">
      <h2 className="font-semibold font-serif text-h3">{isFiltered ? words.empty_filtered : words.empty}</h2>
      <p className="mt-1 mb-4 max-w-[60ch] text-ink-soft">{words.empty_about}</p>
      {isFiltered ? (
        <Button onClick={() => onChange({ filters: {} })} className="pointer-coarse:min-h-11">
          {words.all_filters_off}
        </Button>
      ) : (
        view.span !== 'year' && (
          <Button onClick={() => onChange({ span: 'year' })} className="pointer-coarse:min-h-11">
            {words.a_year}
          </Button>
        )
      )}
    </section>
  )
}
