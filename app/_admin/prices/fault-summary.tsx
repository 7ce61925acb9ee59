'use client'

import { useAdminTexts } from '../../_texts/admin-texts.ts'
import { useTexts } from '../../_texts/texts.ts'
import type { DraftCondition } from './draft.ts'
import type { DraftFault } from './draft-faults.ts'
import { faultWords } from './price-words.ts'

const LISTED = 50

/** All rows of the draft that cannot be published, each with the way to it. */
export function FaultSummary({
  faults,
  labelOf,
  conditionsOf,
  onShow,
}: {
  faults: ReadonlyMap<string, readonly DraftFault[]>
  labelOf: (id: string) => string
  conditionsOf: (id: string) => readonly DraftCondition[]
  onShow: (id: string) => void
}) {
  const { format } = useTexts()
  const words = useAdminTexts().prices
  if (faults.size === 0) return null
  return (
    <section
      aria-labelledby="price-faults"
      className="mb-4 max-h-60 overflow-y-auto rounded-card border border-danger-line bg-danger-soft px-4 py-3 text-small"
    >
      <h3 id="price-faults" className="font-semibold">
        {words.faults_title(faults.size)}
      </h3>
      <ul className="mt-1">
        {[...faults].slice(0, LISTED).map(([id, ofRow]) => (
          <li key={id}>
            <button
              type="button"
              aria-label={words.show_row(labelOf(id))}
              onClick={() => onShow(id)}
              className="underline underline-offset-3 pointer-coarse:min-h-11"
            >
              <bdi>{labelOf(id)}</bdi>
            </button>{' '}
            {ofRow.map((fault) => faultWords(words, format, fault, conditionsOf(id))).join('; ')}
          </li>
        ))}
      </ul>
      {faults.size > LISTED && <p>{words.more(faults.size - LISTED)}</p>}
    </section>
  )
}
