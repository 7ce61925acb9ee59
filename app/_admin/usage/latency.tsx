'use client'

import { useState } from 'react'
import { useAdminTexts } from '../../_texts/admin-texts.ts'
import { useTexts } from '../../_texts/texts.ts'
import { DotRanges } from '../../_ui/chart/dot-ranges.tsx'
import { TableBehind } from '../../_ui/chart/table-behind.tsx'
import { Segments } from '../../_ui/segments.tsx'
import { type Column, Table } from '../../_ui/table.tsx'
import { useNames } from './names.ts'
import { RowName } from './row-name.tsx'
import { Loaded, Section } from './section.tsx'
import { type Usage, type UsageQuery, type UsageRow, useUsage } from './use-usage.ts'

type Measure = 'time_to_first_token_ms' | 'latency_ms'

const MOST_MODELS = 12

/** How long models take: to their first word, or to their last. */
export function Latency({ query }: { query: UsageQuery }) {
  const words = useAdminTexts().usage
  const [measure, setMeasure] = useState<Measure>('time_to_first_token_ms')
  return (
    <Section
      title={measure === 'latency_ms' ? words.until_end : words.until_first_word}
      about={words.dot_and_line}
      beside={
        <Segments
          label={words.measured}
          options={[
            { value: 'time_to_first_token_ms', label: words.first_word_short },
            { value: 'latency_ms', label: words.last_word_short },
          ]}
          chosen={measure}
          onChoose={setMeasure}
        />
      }
    >
      <Loaded query={useUsage(query)} room="14rem">
        {(usage) => <LatencyChart usage={usage} measure={measure} />}
      </Loaded>
    </Section>
  )
}

function LatencyChart({ usage: { rows, totals }, measure }: { usage: Usage; measure: Measure }) {
  'use memo'
  const { format } = useTexts()
  const words = useAdminTexts().usage
  const { nameOf } = useNames()
  const drawn = rows
    .flatMap((row) => {
      const times = row[measure]
      return times ? [{ row, times }] : []
    })
    .toSorted((a, b) => b.row.calls - a.row.calls)
    .slice(0, MOST_MODELS)
    .toSorted((a, b) => a.times.p50 - b.times.p50)
  if (drawn.length === 0) return <p className="text-muted text-small">{words.not_counted}</p>
  const title = measure === 'latency_ms' ? words.until_end : words.until_first_word
  const columnsOf = (of: Measure, head: (part: string) => string): Column<Pick<UsageRow, Measure>>[] =>
    (['p50', 'p95', 'p99'] as const).map((part) => ({
      key: of + part,
      head: head(words[PARTS[part]]),
      end: true,
      cell: (row) => (row[of] ? format.wait(row[of][part]) : words.not_measured),
      total: totals[of] ? format.wait(totals[of][part]) : words.not_measured,
    }))
  return (
    <>
      <DotRanges
        label={`${title}. ${words.dot_and_line}`}
        rows={drawn.map(({ row, times }) => ({
          key: row.key ?? '',
          label: nameOf('model', row),
          dot: times.p50,
          end: times.p95,
          note: format.wait(times.p50),
        }))}
        axisLabel={(ms, isEnd) => (isEnd ? format.wait(ms) : format.count(ms / 1000))}
      />
      <TableBehind label={words.as_table}>
        {() => (
          <Table<UsageRow>
            label={title}
            keyOf={({ key }) => key ?? ' none'}
            rows={rows}
            columns={[
              {
                key: 'name',
                head: words.groups.model,
                cell: (row) => <RowName group="model" row={row} />,
                total: words.all,
              },
              ...columnsOf('time_to_first_token_ms', words.first_word_in),
              ...columnsOf('latency_ms', words.last_word_in),
              {
                key: 'speed',
                head: words.tokens_per_second,
                end: true,
                cell: (row) => speedOf(row.output_tokens_per_second),
                total: speedOf(totals.output_tokens_per_second),
              },
            ]}
          />
        )}
      </TableBehind>
    </>
  )

  function speedOf(speed: number | null): string {
    return speed === null ? words.not_measured : format.count(Math.round(speed * 10) / 10)
  }
}

const PARTS = { p50: 'half', p95: 'nineteen', p99: 'ninety_nine' } as const
