'use client'

import { useState } from 'react'
import { TOOL_NAMES } from '#lib/pricing/price-form.ts'
import { FIELD } from '../../_providers/field.tsx'
import { useAdminTexts } from '../../_texts/admin-texts.ts'
import { Button } from '../../_ui/button.tsx'
import { Labelled } from '../labelled.tsx'

/** A fee for a tool of a provider that has none yet. */
export function AddFee({
  providers,
  labelOf,
  isThere,
  onAdd,
}: {
  providers: readonly string[]
  labelOf: (provider: string) => string
  isThere: (provider: string, tool: string) => boolean
  onAdd: (provider: string, tool: string) => void
}) {
  const words = useAdminTexts().prices
  const [provider, setProvider] = useState(providers[0] ?? '')
  const open = TOOL_NAMES.filter((tool) => !isThere(provider, tool))
  const [chosen, setChosen] = useState<string>('')
  const tool = open.find((each) => each === chosen) ?? open[0]
  if (providers.length === 0) return null
  return (
    <div className="mt-3 flex flex-wrap items-end gap-2">
      <Labelled label={words.fee_provider}>
        {(id) => (
          <select id={id} value={provider} onChange={(event) => setProvider(event.target.value)} className={FIELD}>
            {providers.map((each) => (
              <option key={each} value={each}>
                {labelOf(each)}
              </option>
            ))}
          </select>
        )}
      </Labelled>
      <Labelled label={words.tool}>
        {(id) => (
          <select
            id={id}
            value={tool ?? ''}
            disabled={tool === undefined}
            onChange={(event) => setChosen(event.target.value)}
            className={FIELD}
          >
            {open.map((each) => (
              <option key={each} value={each}>
                {words.drift_buckets[each]}
              </option>
            ))}
          </select>
        )}
      </Labelled>
      <Button
        disabled={tool === undefined}
        onClick={() => tool && onAdd(provider, tool)}
        className="pointer-coarse:min-h-11"
      >
        {words.add_fee}
      </Button>
    </div>
  )
}
