'use client'

import { Fragment, useState } from 'react'
import type { ModelPrice, PricedModels, RatedPrice, Rates, Source } from '#lib/pricing/price.ts'
import { RATE_NAMES } from '#lib/pricing/price-form.ts'
import { providerOf } from '../../_chat/models/model.ts'
import { useAdminTexts } from '../../_texts/admin-texts.ts'
import { useTexts } from '../../_texts/texts.ts'
import { ModelCell } from './model-cell.tsx'
import { PriceHead } from './price-head.tsx'
import { conditionWords } from './price-words.ts'
import { RowGroup } from './row-group.tsx'
import { SourceLink } from './source-link.tsx'
import { type ModelNames, matches } from './use-model-names.ts'

const COLUMNS = RATE_NAMES.length + 2

/** What a version says, by provider. */
export function VersionTable({
  label,
  models,
  names,
  search,
}: {
  label: string
  models: PricedModels
  names: ModelNames
  search: string
}) {
  'use memo'
  const words = useAdminTexts().prices
  const groups = Map.groupBy(
    Object.entries(models).filter(([id]) => matches(names, id, search)),
    ([id]) => providerOf(id),
  )
  if (groups.size === 0) return <p className="py-6 text-muted">{words.none_found}</p>
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways can be scrolled by keyboard
    <section aria-label={label} tabIndex={0} className="relative overflow-x-auto">
      <table className="w-full min-w-[46rem] border-collapse text-small">
        <PriceHead />
        {[...groups].map(([provider, rows]) => (
          <RowGroup
            // What is searched begins with its first rows again.
            key={`${provider} ${search}`}
            title={`${names.providerLabel(provider)} (${rows.length})`}
            rows={rows}
            columns={COLUMNS}
          >
            {([id, price]) => <ModelRows key={id} id={id} label={names.labelOf(id)} price={price} />}
          </RowGroup>
        ))}
      </table>
    </section>
  )
}

function ModelRows({ id, label, price }: { id: string; label: string; price: ModelPrice }) {
  const { format } = useTexts()
  const words = useAdminTexts().prices
  const [isOpen, setOpen] = useState(false)
  if ('free' in price) {
    return (
      <tr className="border-line border-b">
        <ModelCell id={id} label={label} notes={[]} conditions={[]} isOpen={false} onToggle={() => undefined} />
        {RATE_NAMES.map((rate) => (
          <td key={rate} className="px-2 py-1.5 text-end text-muted">
            {words.free}
          </td>
        ))}
        <td />
      </tr>
    )
  }
  const { conditional = [], per_request_usd, sample, source, sources } = price
  return (
    <Fragment>
      <tr className="border-line border-b">
        <ModelCell
          id={id}
          label={label}
          notes={[
            per_request_usd !== undefined && words.per_request(format.dollars(per_request_usd)),
            sample && words.sample,
          ]}
          conditions={conditional}
          isOpen={isOpen}
          onToggle={() => setOpen(!isOpen)}
        />
        <RateCells rates={price} sources={sources} />
        <td className="px-2 py-1.5">{source && <SourceLink source={source} />}</td>
      </tr>
      {isOpen &&
        conditional.map((each) => {
          const name = conditionWords(words, format, each.when)
          return (
            <tr key={name} className="border-line border-b bg-surface">
              <th
                scope="row"
                className="sticky start-0 z-1 bg-surface py-1.5 ps-4.25 pe-2 text-start font-normal text-caption"
              >
                {name}
              </th>
              <RateCells rates={each} />
              <td className="px-2 py-1.5">{each.source && <SourceLink source={each.source} />}</td>
            </tr>
          )
        })}
    </Fragment>
  )
}

function RateCells({ rates, sources }: { rates: Rates; sources?: RatedPrice['sources'] }) {
  const { format } = useTexts()
  const words = useAdminTexts().prices
  return RATE_NAMES.map((rate) => {
    const source: Source | undefined = sources?.[rate]
    return (
      <td key={rate} className="px-2 py-1.5 text-end">
        {rates[rate] === undefined ? <span className="text-muted">{words.none}</span> : format.exact(rates[rate])}
        {source && (
          <span className="flex justify-end">
            <SourceLink source={source} />
          </span>
        )}
      </td>
    )
  })
}
