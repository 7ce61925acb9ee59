'use client'

import { type ReactNode, useState } from 'react'
import type { PriceVersion } from '#lib/api/price.ts'
import { pricesToCsv } from '#lib/pricing/price-csv.ts'
import { type PriceTableOf, usePriceTable } from '../../_client/use-prices.ts'
import { saveText } from '../../_content/save-text.ts'
import { FIELD } from '../../_providers/field.tsx'
import { useAdminTexts } from '../../_texts/admin-texts.ts'
import { useTexts } from '../../_texts/texts.ts'
import { Button } from '../../_ui/button.tsx'
import { Icon } from '../../_ui/icon.tsx'
import { ComingPrices } from '../reprice/coming-prices.tsx'
import { Tag } from '../tag.tsx'
import { ToolFees } from './tool-fees.tsx'
import type { ModelNames } from './use-model-names.ts'
import { versionDay } from './version-list.tsx'
import { VersionTable } from './version-table.tsx'

/** A version as it is, and what can be made of it. */
export function VersionView({
  version,
  versions,
  inForce,
  names,
  notice,
  actions,
}: {
  version: PriceVersion
  versions: readonly PriceVersion[]
  inForce: string
  names: ModelNames
  notice: ReactNode
  actions: ReactNode
}) {
  const { format } = useTexts()
  const words = useAdminTexts().prices
  const { pricing_version, effective_from, author, note, origin } = version
  const { data: table, isError, refetch } = usePriceTable(pricing_version)
  const [search, setSearch] = useState('')
  const day = versionDay(format, version, versions)
  const isLater = Date.parse(effective_from) > Date.now()
  return (
    <section aria-labelledby="version" className="min-w-0">
      <div className="mb-1 flex flex-wrap items-center gap-x-3 gap-y-2">
        <h2 id="version" className="font-semibold font-serif text-h2">
          {words.version_of(day)}
        </h2>
        {pricing_version === inForce && <Tag tone="accent">{words.in_force}</Tag>}
        {isLater && <Tag>{words.from(format.moment(new Date(effective_from)))}</Tag>}
        {origin === 'shipped' && <Tag>{words.shipped}</Tag>}
      </div>
      <p dir="auto" className="mb-4 max-w-[42em] text-ink-soft">
        {author === null ? note : words.version_by(author, note)}
      </p>
      {notice}
      {isLater && <ComingPrices version={pricing_version} />}
      <div className="mb-2 flex flex-wrap items-center gap-2">
        {actions}
        {table && <Downloads table={table} />}
      </div>
      {isError && !table && (
        <div className="space-y-2">
          <p>{words.not_loaded}</p>
          <Button onClick={() => void refetch()}>{words.try_again}</Button>
        </div>
      )}
      {table && (
        <>
          <SearchAndUnit search={search} onSearch={setSearch} />
          <VersionTable label={words.table_of(day)} models={table.models} names={names} search={search} />
          <ToolFees fees={table.tool_fees_per_1000_usd} sources={table.tool_fee_sources} names={names} />
        </>
      )}
    </section>
  )
}

/** Above a table of prices: a search in it, and what its figures are. */
export function SearchAndUnit({ search, onSearch }: { search: string; onSearch: (search: string) => void }) {
  const words = useAdminTexts().prices
  return (
    <div className="mb-1 flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
      <input
        type="search"
        aria-label={words.search}
        placeholder={words.search}
        value={search}
        onChange={(event) => onSearch(event.target.value)}
        className={`${FIELD} max-w-72`}
      />
      <span className="text-caption text-muted">{words.unit}</span>
    </div>
  )
}

function Downloads({ table }: { table: PriceTableOf }) {
  const words = useAdminTexts().prices
  const name = `prices-${table.pricing_version}`
  return (
    <>
      <Button
        className="pointer-coarse:min-h-11"
        onClick={() => saveText(pricesToCsv(table.models), `${name}.csv`, 'text/csv')}
      >
        <Icon name="download" />
        {words.as_csv}
      </Button>
      <Button
        className="pointer-coarse:min-h-11"
        onClick={() => saveText(`${JSON.stringify(table, null, 2)}\n`, `${name}.json`, 'application/json')}
      >
        <Icon name="download" />
        {words.as_json}
      </Button>
    </>
  )
}
