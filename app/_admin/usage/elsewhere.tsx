'use client'

import { useState } from 'react'
import { difference, isNegative, withoutSign } from '../../_content/dollars.ts'
import { Hand } from '../../_content/hand.tsx'
import { useAdminTexts } from '../../_texts/admin-texts.ts'
import { useTexts } from '../../_texts/texts.ts'
import { RangeBar } from '../../_ui/chart/range-bar.tsx'
import { Table } from '../../_ui/table.tsx'
import { type ElsewhereLine, elsewhereLines } from './elsewhere-line.ts'
import { useFigures } from './figures.tsx'
import { useNames } from './names.ts'
import { Loaded, Section } from './section.tsx'
import { type ElsewhereAnswer, type ElsewhereQuery, useElsewhere } from './use-usage.ts'

/** What the same tokens would have cost by each model alone, beside what they did cost. */
export function Elsewhere({ query }: { query: ElsewhereQuery }) {
  const words = useAdminTexts().usage
  return (
    <Section title={words.elsewhere} about={words.elsewhere_about}>
      <Loaded query={useElsewhere(query)} room="20rem">
        {(answer) => <Lines answer={answer} />}
      </Loaded>
    </Section>
  )
}

function Lines({ answer }: { answer: ElsewhereAnswer }) {
  const texts = useTexts()
  const words = useAdminTexts().usage
  const { amount, spending } = useFigures()
  const { nameOf, handOf } = useNames()
  const [showsAll, setShowsAll] = useState(false)
  const { as_it_was: own, models = [] } = answer
  const { lines, left } = elsewhereLines(own, models, showsAll)
  const most = Math.max(...lines.map(({ high }) => Number(high ?? 0)), 0)
  const part = (usd: string | null) => (most === 0 ? 0 : Number(usd ?? 0) / most)
  // Whatever a model costs, tokens that are not known are in no sum.
  const leftOut = models.length === 0 ? 0 : Math.min(...models.map(({ unpriced_calls }) => unpriced_calls))
  const ownCosts = { ...own, unknown_calls: 0 }

  function against({ usd, low, high }: ElsewhereLine): string {
    if (usd === null || own.cost_usd === null) return '·'
    if (Number(low) <= Number(own.cost_usd) && Number(own.cost_usd) <= Number(high)) return words.about_same
    const more = difference(usd, own.cost_usd)
    return words.roughly(`${isNegative(more) ? '−' : '+'}${amount(withoutSign(more))}`)
  }

  return (
    <>
      <Table
        label={words.elsewhere}
        keyOf={({ model }) => model ?? ' own'}
        rows={lines}
        columns={[
          {
            key: 'name',
            head: words.all_by,
            cell: ({ model }) => (
              <span className="inline-flex max-w-[18rem] items-center gap-2 align-bottom max-md:max-w-[8.5rem]">
                {model === null ? (
                  <b className="font-semibold">{words.as_it_was}</b>
                ) : (
                  <>
                    <Hand provider={handOf('model', model) ?? ''} />
                    <span title={model} className="truncate">
                      {nameOf('model', { key: model })}
                    </span>
                  </>
                )}
              </span>
            ),
          },
          {
            key: 'bar',
            head: null,
            cell: ({ model, usd, low, high }) =>
              usd !== null && (
                <RangeBar
                  value={part(usd)}
                  range={model === null ? null : { low: part(low), high: part(high) }}
                  isMain={model === null}
                  {...(own.cost_usd !== null && { line: part(own.cost_usd) })}
                />
              ),
          },
          {
            key: 'would',
            head: words.would_be,
            end: true,
            wraps: true,
            cell: ({ model, usd, low, high }) => {
              if (model === null) return <b className="font-semibold">{spending(ownCosts)}</b>
              if (usd === null || low === null || high === null) return texts.models.no_price
              return (
                <span title={words.between(amount(low, true), amount(high, true))}>
                  {words.between(amount(low), amount(high))}
                </span>
              )
            },
          },
          {
            key: 'against',
            head: words.against_yours,
            end: true,
            wraps: true,
            cell: (line) => <span className="text-muted">{line.model === null ? '·' : against(line)}</span>,
          },
        ]}
      />
      {leftOut > 0 && <p className="mt-3 text-small">{words.elsewhere_left_out(leftOut)}</p>}
      {left > 0 || showsAll ? (
        <button
          type="button"
          onClick={() => setShowsAll(!showsAll)}
          className="mt-3 text-small underline underline-offset-3 pointer-coarse:min-h-11 print:hidden"
        >
          {showsAll ? words.fewer_models : words.every_model(models.length)}
        </button>
      ) : null}
    </>
  )
}
