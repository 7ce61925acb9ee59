'use client'

import { clsx } from 'clsx'
import { useModels } from '../../_client/use-api.ts'
import { Hand } from '../../_content/hand.tsx'
import { spendingLabel } from '../../_content/spending.ts'
import { type Texts, useLateTexts, useTexts } from '../../_texts/texts.ts'
import { modelLabel, providerOf } from '../models/model.ts'
import { costDifference, type Measured, measured } from './measured.ts'
import type { Version } from './use-version.ts'

type Figure = (one: Measured) => number | null

const ROWS: readonly {
  name: 'read' | 'wrote' | 'words' | 'duration'
  of: Figure
  unit: 'count' | 'duration'
  isToken?: true
}[] = [
  { name: 'read', of: ({ read }) => read, unit: 'count', isToken: true },
  { name: 'wrote', of: ({ wrote }) => wrote, unit: 'count', isToken: true },
  { name: 'words', of: ({ words }) => words, unit: 'count' },
  { name: 'duration', of: ({ ms }) => ms, unit: 'duration' },
]

/** What each answer took, in columns that align; of two, also by how much they differ. */
export function CompareTable({ versions }: { versions: readonly Version[] }) {
  const models = useModels().data?.models ?? []
  const texts = useLateTexts().compare
  const page = useTexts()
  const { format } = page
  const all = versions.map(measured)
  const [first, second] = all
  const pair = all.length === 2 && first && second ? ([first, second] as const) : null
  return (
    <div className="overflow-x-auto py-5">
      <table className="w-full max-w-[46rem] text-small tabular-nums">
        <caption className="sr-only">{texts.took}</caption>
        <thead>
          <tr className="border-line-strong border-b text-caption text-muted">
            <th scope="col" className="py-2 pe-3 text-start font-semibold">
              {texts.measured}
            </th>
            {versions.map(({ id, model }) => (
              <th key={id} scope="col" className="py-2 ps-3 text-end align-bottom font-semibold">
                <span className="inline-flex items-center gap-1.5">
                  {model && <Hand provider={providerOf(model)} />}
                  {model ? modelLabel(model, models) : texts.answer}
                </span>
              </th>
            ))}
            {pair && (
              <th scope="col" className="py-2 ps-3 text-end font-semibold">
                {texts.difference}
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {ROWS.map(({ name, of, unit, isToken }) => (
            <tr key={name} className="border-line border-b">
              <th scope="row" className="py-2 pe-3 text-start font-normal">
                {texts[name]}
              </th>
              {all.map((one, index) => (
                <td key={versions[index]?.id} className="py-2 whitespace-nowrap ps-3 text-end">
                  {figure(of(one), format[unit], isToken === true && one.estimated)}
                </td>
              ))}
              {pair && (
                <td className="py-2 whitespace-nowrap ps-3 text-end text-muted">
                  {difference(of(pair[0]), of(pair[1]), format[unit])}
                </td>
              )}
            </tr>
          ))}
          <tr className="font-semibold">
            <th scope="row" className="py-2.5 pe-3 text-start">
              {texts.cost}
            </th>
            {versions.map(({ id, total }, index) => (
              <td key={id} className="py-2.5 whitespace-nowrap ps-3 text-end">
                {total && (
                  <span className={clsx(all[index]?.cost_usd && SUM)}>
                    {spendingLabel(page, total.cost_usd, total.unpriced_calls)}
                  </span>
                )}
              </td>
            ))}
            {pair && (
              <td className="py-2.5 whitespace-nowrap ps-3 text-end">
                {costsApart(format, pair[0].cost_usd, pair[1].cost_usd)}
              </td>
            )}
          </tr>
        </tbody>
      </table>
    </div>
  )
}

/** One rule above a sum, a double one below the last. */
const SUM = 'inline-block border-t border-current py-0.5 [border-block-end:3px_double_currentColor]'

function figure(value: number | null, label: (value: number) => string, estimated: boolean): string {
  if (value === null) return ''
  return estimated ? `≈ ${label(value)}` : label(value)
}

const MINUS = '−'

function difference(from: number | null, to: number | null, label: (value: number) => string): string {
  if (from === null || to === null) return ''
  return `${to < from ? MINUS : to > from ? '+' : ''}${label(Math.abs(to - from))}`
}

/** Of what has no price, or not all of it, there is none. */
function costsApart(format: Texts['format'], from: string | null, to: string | null): string {
  if (from === null || to === null) return ''
  const { usd, isLess } = costDifference(from, to)
  if (Number(usd) === 0) return format.amount(usd)
  return `${isLess ? MINUS : '+'}${format.amount(usd)}`
}
