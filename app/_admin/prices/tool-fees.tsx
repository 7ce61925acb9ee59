'use client'

import type { PriceTable } from '#lib/pricing/price.ts'
import { Hand } from '../../_content/hand.tsx'
import { useAdminTexts } from '../../_texts/admin-texts.ts'
import { useTexts } from '../../_texts/texts.ts'
import { AddFee } from './add-fee.tsx'
import { type FeeChanges, type FeeRow, feeRows, withFee, withoutFee } from './draft-fees.ts'
import { FeeField } from './fee-field.tsx'
import { SourceLink } from './source-link.tsx'
import type { ModelNames } from './use-model-names.ts'

/** What providers ask for the tools that they run themselves; of a draft each in a field. */
export function ToolFees({
  fees = {},
  sources = {},
  names,
  draft,
}: {
  fees: PriceTable['tool_fees_per_1000_usd']
  sources: PriceTable['tool_fee_sources']
  names: ModelNames
  draft?: {
    changes: FeeChanges
    /** Whose tools may have a fee. */
    providers: readonly string[]
    onChange: (changes: FeeChanges) => void
  }
}) {
  const { format } = useTexts()
  const words = useAdminTexts().prices
  const rows = feeRows(fees, draft?.changes ?? {})
  if (rows.length === 0 && !draft) return null
  const tools: Readonly<Record<string, string | undefined>> = words.drift_buckets

  function cellOf(row: FeeRow) {
    const { provider, tool, usd, before } = row
    if (!draft) return usd !== undefined && format.exact(usd)
    const change = (text: string) =>
      text === '' && before === undefined
        ? withoutFee(draft.changes, provider, tool)
        : withFee(fees, draft.changes, provider, tool, text)
    const label = words.fee_of(tools[tool] ?? tool, names.providerLabel(provider))
    return <FeeField row={row} label={label} onChange={(text) => draft.onChange(change(text))} />
  }
  return (
    <section aria-labelledby="tool-fees" className="mt-10">
      <h2 id="tool-fees" className="font-semibold font-serif text-h3">
        {words.fees}
      </h2>
      <p className="mb-2 text-ink-soft">{draft ? words.fees_draft_about : words.fees_about}</p>
      <div className="relative overflow-x-auto">
        <table className="w-full max-w-2xl border-collapse text-small">
          <thead>
            <tr className="border-line-strong border-b text-caption text-muted">
              <th scope="col" className="py-2 pe-2 text-start font-semibold">
                {words.tool}
              </th>
              <th scope="col" className="px-2 py-2 text-end font-semibold">
                {words.per_thousand}
              </th>
              <th scope="col" className="px-2 py-2 text-start font-semibold">
                {words.source}
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => {
              const { provider, tool, usd, before } = row
              // Where a fee was read says nothing of another one in its place.
              const source = usd === before ? sources[provider] : undefined
              return (
                <tr key={`${provider} ${tool}`} className="border-line border-b">
                  <th scope="row" className="py-1.5 pe-2 text-start font-normal">
                    <span className="flex items-center gap-1.75">
                      <Hand provider={provider} />
                      {names.providerLabel(provider)}
                    </span>
                    <code className="block ps-4.25 font-mono text-caption text-muted">{tool}</code>
                  </th>
                  <td className="px-2 py-1.5 text-end">{cellOf(row)}</td>
                  <td className="px-2 py-1.5">{source && <SourceLink source={source} />}</td>
                </tr>
              )
            })}
          </tbody>
        </table>
      </div>
      {draft && (
        <AddFee
          providers={draft.providers}
          labelOf={names.providerLabel}
          isThere={(provider, tool) => rows.some((row) => row.provider === provider && row.tool === tool)}
          onAdd={(provider, tool) => draft.onChange(withFee(fees, draft.changes, provider, tool, ''))}
        />
      )}
    </section>
  )
}
