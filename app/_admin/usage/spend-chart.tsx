'use client'

import { maxIndex } from 'd3-array'
import { useId } from 'react'
import type { UsageBucket } from '#lib/usage/usage.ts'
import { partOf } from '../../_content/dollars.ts'
import { useAdminTexts } from '../../_texts/admin-texts.ts'
import { useTexts } from '../../_texts/texts.ts'
import { ChartKey } from '../../_ui/chart/chart-key.tsx'
import { StackedBars } from '../../_ui/chart/stacked-bars.tsx'
import { TableBehind } from '../../_ui/chart/table-behind.tsx'
import { Table } from '../../_ui/table.tsx'
import { useBucketNames } from './bucket-names.ts'
import { Spending, useFigures } from './figures.tsx'
import { useNames } from './names.ts'
import { Section } from './section.tsx'
import { outlierOf, type SpentBar, type SpentSeries, spentOverTime } from './spend-series.ts'
import type { Usage } from './use-usage.ts'
import { MOST_ROWS } from './view.ts'

/** What was spent over time, by what it is told apart by. Its title is what is most to be seen in it. */
export function SpendChart({ usage, bucket }: { usage: Usage; bucket: UsageBucket }) {
  'use memo'
  const id = useId()
  const texts = useTexts()
  const words = useAdminTexts().usage
  const { spending } = useFigures()
  const { nameOf, handOf } = useNames()
  const bucketName = useBucketNames(usage.from)
  if (usage.rows.length >= MOST_ROWS) {
    return (
      <Section title={words.finding_spent} about={words.spent_per[bucket]}>
        <p>{words.too_many_bars}</p>
      </Section>
    )
  }
  const { series, bars } = spentOverTime(usage.rows, usage.buckets ?? [])
  const outlier = outlierOf(bars)
  const group = usage.asked.group_by ?? 'model'
  const label = ({ of }: SpentSeries) => ('others' in of ? words.other_series(of.others) : nameOf(group, of))
  const nameOfBar = ({ begins }: SpentBar) => bucketName(bucket, begins)

  function finding(): string {
    const [first] = series
    const whole = usage.totals.cost_usd
    const bar = outlier === null ? undefined : bars[outlier]
    if (bar) return words.finding_bar(nameOfBar(bar).name, texts.format.percent(partOf(bar.cost_usd, whole)))
    const isOne = first && 'key' in first.of && first.of.key !== null && Number(first.cost_usd ?? 0) > 0
    if (!isOne || series.length < 2) return words.finding_spent
    return words.finding_share(label(first), texts.format.percent(partOf(first.cost_usd, whole)))
  }

  function noteOf(index: number | null) {
    const bar = index === null ? undefined : bars[index]
    if (index === null || !bar) return null
    const most = maxIndex(bar.parts, ({ cost_usd }) => Number(cost_usd ?? 0))
    const [one, part] = [series[most], bar.parts[most]]
    if (!one || !part) return null
    const lines = [
      words.bar_note(nameOfBar(bar).tickWithHead, spending(bar)),
      words.bar_note_most(label(one), spending(part)),
    ]
    return { index, lines }
  }

  const drawn = series.map((one) => ({
    key: 'others' in one.of ? ' others' : (one.of.key ?? ' none'),
    label: label(one),
    hand: 'others' in one.of ? null : handOf(group, one.of.key),
  }))

  return (
    <Section title={finding()} about={words.spent_per[bucket]}>
      <StackedBars
        id={id}
        label={words.spent_per[bucket]}
        series={drawn}
        bars={bars.map((bar) => ({
          ...nameOfBar(bar),
          key: bar.begins,
          values: bar.parts.map(({ cost_usd }) => Number(cost_usd ?? 0)),
          said: words.bar_said(nameOfBar(bar).name, spending(bar), partsOf(bar).join(', ')),
        }))}
        axisLabel={(value, step, isTop) => {
          const digits = value.toFixed(step >= 1 ? 0 : Math.max(2, Math.ceil(-Math.log10(step))))
          return isTop ? texts.format.dollars(digits) : value === 0 ? '0' : texts.format.exact(digits)
        }}
        note={noteOf(outlier)}
      >
        {(index) => {
          const bar = bars[index]
          return (
            bar && (
              <>
                <b className="block font-semibold">{nameOfBar(bar).name}</b>
                <b className="block font-semibold">{spending(bar)}</b>
                {partsOf(bar).map((part) => (
                  <span key={part} className="block text-muted">
                    {part}
                  </span>
                ))}
              </>
            )
          )
        }}
      </StackedBars>
      <ChartKey id={id} series={drawn} sums={series.map((one) => spending(one))} />
      <TableBehind label={words.as_table}>
        {() => (
          <Table
            label={words.spent_per[bucket]}
            keyOf={({ begins }) => begins}
            rows={bars}
            columns={[
              { key: 'begins', head: words.begins, cell: (bar) => nameOfBar(bar).name, total: words.all },
              ...drawn.map((one, index) => ({
                key: one.key,
                head: one.label,
                end: true,
                cell: ({ parts }: SpentBar) => <Spending of={parts[index]} />,
                total: <Spending of={series[index]} />,
              })),
              {
                key: ' all',
                head: words.all,
                end: true,
                cell: (bar) => <Spending of={bar} />,
                total: <Spending of={usage.totals} />,
              },
            ]}
          />
        )}
      </TableBehind>
    </Section>
  )

  /** The models that were asked in it, each with what it came to. */
  function partsOf(bar: SpentBar): string[] {
    return bar.parts.flatMap((part, index) => {
      const one = series[index]
      return one && part.calls > 0 ? [words.filtered(label(one), spending(part))] : []
    })
  }
}
