'use client'

import { useAdminTexts } from '../../_texts/admin-texts.ts'
import { useTexts } from '../../_texts/texts.ts'
import { Table } from '../../_ui/table.tsx'
import type { Costs } from './costs.ts'
import { Spending, useFigures } from './figures.tsx'
import { RowName } from './row-name.tsx'
import { Loaded, Section } from './section.tsx'
import { type Usage, type UsageQuery, type UsageRow, type UsageTotals, useUsage } from './use-usage.ts'
import type { Filter } from './view.ts'

interface Props {
  errors: UsageQuery
  providers: UsageQuery
  onFilter: (filter: Filter, value: string) => void
}

/** Calls that failed, by kind and by provider, and what trying again took. */
export function Failures({ errors, providers, onFilter }: Props) {
  const words = useAdminTexts().usage
  return (
    <Section title={words.what_failed}>
      <Loaded query={useUsage(providers)} room="14rem">
        {(byProvider) =>
          byProvider.totals.failed_calls + byProvider.totals.retries === 0 ? (
            <p className="text-muted text-small">{words.no_failures}</p>
          ) : (
            <>
              <FailureSums usage={byProvider} />
              <div className="grid gap-x-14 gap-y-6 lg:grid-cols-2">
                <ErrorClasses query={errors} onFilter={onFilter} />
                <FailingProviders usage={byProvider} onFilter={onFilter} />
              </div>
            </>
          )
        }
      </Loaded>
    </Section>
  )
}

function FailureSums({ usage: { totals } }: { usage: Usage }) {
  const { format } = useTexts()
  const words = useAdminTexts().usage
  const { spending } = useFigures()
  const { calls, failed_calls, retries } = totals
  return (
    <p className="mb-3 max-w-[70ch] text-small">
      {words.failures(format.count(failed_calls), format.percent(failed_calls / calls))}{' '}
      {retries > 0 && words.retried(retries, spending(costOfRetries(totals)))}
    </p>
  )
}

function ErrorClasses({ query, onFilter }: { query: UsageQuery; onFilter: Props['onFilter'] }) {
  const { format } = useTexts()
  const words = useAdminTexts().usage
  return (
    <Loaded query={useUsage(query)} room="10rem">
      {({ rows, totals }) => (
        <Table
          label={words.errors_by_class}
          keyOf={({ key }) => key ?? ' none'}
          rows={rows.filter(({ key }) => key !== null).toSorted((a, b) => b.calls - a.calls)}
          columns={[
            {
              key: 'name',
              head: words.groups.error_class,
              cell: (row) => <RowName group="error_class" row={row} onFilter={onFilter} />,
            },
            { key: 'calls', head: words.calls, end: true, cell: ({ calls }) => format.count(calls) },
            {
              key: 'share',
              head: words.share,
              end: true,
              cell: ({ calls }) => format.percent(calls / totals.calls),
            },
          ]}
        />
      )}
    </Loaded>
  )
}

function FailingProviders({ usage: { rows }, onFilter }: { usage: Usage; onFilter: Props['onFilter'] }) {
  const { format } = useTexts()
  const words = useAdminTexts().usage
  const failing = rows
    .filter(({ failed_calls, retries }) => failed_calls + retries > 0)
    .toSorted((a, b) => b.failed_calls - a.failed_calls)
  const count = (key: string, head: string, of: (row: UsageRow) => string) => ({ key, head, end: true, cell: of })
  return (
    <Table
      label={words.errors_by_provider}
      keyOf={({ key }) => key ?? ' none'}
      rows={failing}
      columns={[
        {
          key: 'name',
          head: words.groups.provider,
          cell: (row) => <RowName group="provider" row={row} onFilter={onFilter} />,
        },
        count('failed', words.failed, ({ failed_calls }) => format.count(failed_calls)),
        count('share', words.share, ({ failed_calls, calls }) => format.percent(failed_calls / calls)),
        count('retries', words.retries, ({ retries }) => format.count(retries)),
        {
          key: 'cost',
          head: words.retries_cost,
          end: true,
          cell: (row) => (row.retries === 0 ? '·' : <Spending of={costOfRetries(row)} />),
        },
      ]}
    />
  )
}

/** Which of the calls without a price were further tries is not told: where there are any, it is what is known. */
function costOfRetries({ retries, retries_usd, unpriced_calls }: UsageTotals): Costs {
  return { calls: retries, cost_usd: retries_usd, unpriced_calls, unknown_calls: 0 }
}
