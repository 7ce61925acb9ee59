'use client'

import { useState } from 'react'
import type { PricedModels } from '#lib/pricing/price.ts'
import type { ImportedPrices } from '../../_client/use-prices.ts'
import { FIELD } from '../../_providers/field.tsx'
import { useAdminTexts } from '../../_texts/admin-texts.ts'
import { useTexts } from '../../_texts/texts.ts'
import { Button } from '../../_ui/button.tsx'
import { Dialog } from '../../_ui/dialog.tsx'
import { type DraftChanges, mergeOf } from './draft.ts'

const LISTED = 200

/** What a file says beside what is there, and what of it was left out and why. */
export function ImportDialog({
  name,
  found,
  base,
  changes,
  onMerge,
  onClose,
}: {
  name: string
  found: ImportedPrices
  base: PricedModels
  changes: DraftChanges
  onMerge: (changes: DraftChanges, rows: number) => void
  onClose: () => void
}) {
  const { format } = useTexts()
  const words = useAdminTexts().prices
  const [search, setSearch] = useState('')
  const rows = Object.keys(found.models).length
  const merged = mergeOf(changes, base, found.models)
  const left = found.unknown.filter(({ model, reason }) =>
    `${model} ${reason}`.toLowerCase().includes(search.trim().toLowerCase()),
  )
  return (
    <Dialog label={words.import_title(name)} shape="wide" onClose={onClose}>
      <h2 className="font-semibold font-serif text-h3 [overflow-wrap:anywhere]">{words.import_title(name)}</h2>
      <p className="mt-2 font-semibold">{words.import_taken(rows)}</p>
      {rows > 0 && (
        <>
          <p>
            {words.import_counts(
              format.count(merged.changed),
              format.count(merged.added),
              format.count(rows - merged.changed - merged.added),
            )}
          </p>
          <p className="mt-1 text-ink-soft text-small">{words.import_replaces}</p>
        </>
      )}
      {found.unknown.length > 0 && (
        <section aria-labelledby="left-out" className="mt-4">
          <h3 id="left-out" className="mb-2 font-semibold">
            {words.import_left(found.unknown.length)}
          </h3>
          <input
            type="search"
            aria-label={words.import_left_search}
            placeholder={words.import_left_search}
            value={search}
            onChange={(event) => setSearch(event.target.value)}
            className={FIELD}
          />
          <ul
            // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keyboard
            tabIndex={0}
            aria-labelledby="left-out"
            className="mt-2 max-h-64 overflow-y-auto border-line border-y text-small"
          >
            {left.slice(0, LISTED).map(({ model, reason }, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: one model may be left out twice for the same reason
              <li key={place} className="border-line py-1 [overflow-wrap:anywhere] not-first:border-t">
                <bdi className="font-semibold">{model}</bdi> {reason}
              </li>
            ))}
            {left.length > LISTED && <li className="py-1 text-muted">{words.more(left.length - LISTED)}</li>}
          </ul>
        </section>
      )}
      <div className="mt-5 flex flex-wrap gap-2">
        <Button
          variant="primary"
          disabled={merged.changed + merged.added === 0}
          onClick={() => onMerge(merged.changes, merged.changed + merged.added)}
          className="pointer-coarse:min-h-11"
        >
          {merged.changed + merged.added === 0 ? words.import_none : words.import_merge(merged.changed + merged.added)}
        </Button>
        <Button onClick={onClose} className="pointer-coarse:min-h-11">
          {words.cancel}
        </Button>
      </div>
    </Dialog>
  )
}
