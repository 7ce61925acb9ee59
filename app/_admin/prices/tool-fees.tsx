'use client'

import type { PriceTable } from '#lib/pricing/price.ts'
import { Hand } from '../../_content/hand.tsx'
import { useAdminTexts } from '../../_texts/admin-texts.ts'
import { useTexts } from '../../_texts/texts.ts'
import { SourceLink } from './source-link.tsx'
import type { ModelNames } from './use-model-names.ts'

/** What providers ask for the tools that they run themselves. */
export function ToolFees({
  fees = {},
  sources = {},
  names,
}: {
  fees: PriceTable['tool_fees_per_1000_usd']
  sources: PriceTable['tool_fee_sources']
  names: ModelNames
}) {
  const { format } = useTexts()
  const words = useAdminTexts().prices
  const rows = Object.entries(fees).flatMap(([provider, of]) =>
    Object.entries(of).map(([tool, usd]) => ({ provider, tool, usd, source: sources[provider] })),
  )
  if (rows.length === 0) return null
  return (
    <section aria-labelledby="tool-fees" className="mt-10">
      <h2 id="tool-fees" className="font-semibold font-serif text-h3">
        {words.fees}
      </h2>
      <p className="mb-2 text-ink-soft">{words.fees_about}</p>
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
            {rows.map(({ provider, tool, usd, source }) => (
              <tr key={`${provider} ${tool}`} className="border-line border-b">
                <th scope="row" className="py-1.5 pe-2 text-start font-normal">
                  <span className="flex items-center gap-1.75">
                    <Hand provider={provider} />
                    {names.providerLabel(provider)}
                  </span>
                  <code className="block ps-4.25 font-mono text-caption text-muted">{tool}</code>
                </th>
                <td className="px-2 py-1.5 text-end">{format.exact(usd)}</td>
                <td className="px-2 py-1.5">{source && <SourceLink source={source} />}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}
