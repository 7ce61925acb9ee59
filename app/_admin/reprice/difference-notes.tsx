'use client'

import type { Difference } from '#lib/api/reprice.ts'
import { useAdminTexts } from '../../_texts/admin-texts.ts'

/** What the sums were computed from, and what is in none of them. */
export function DifferenceNotes({ difference }: { difference: Difference }) {
  const words = useAdminTexts().reprices
  const { changed_calls, calls, computed_from, kept_calls, unpriced_after } = difference
  const unpriced = unpriced_after - kept_calls
  return (
    <div className="mt-3 max-w-[80ch] text-small">
      <p>
        {words.changed(changed_calls, calls)} {words.computed(computed_from.reported, computed_from.estimated)}
      </p>
      {kept_calls > 0 && <p>{words.kept(kept_calls)}</p>}
      {unpriced > 0 && <p className="text-warn">{words.still_unpriced(unpriced)}</p>}
      {computed_from.incomplete > 0 && <p>{words.incomplete(computed_from.incomplete)}</p>}
    </div>
  )
}
