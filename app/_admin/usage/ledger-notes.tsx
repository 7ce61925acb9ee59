'use client'

import type { ReactNode } from 'react'
import { useAdminTexts } from '../../_texts/admin-texts.ts'
import { PageLink } from '../../_ui/page-link.tsx'
import type { UsageTotals } from './use-usage.ts'

/** What is in no sum, or only in part. */
export function LedgerNotes({ totals, children }: { totals: UsageTotals; children?: ReactNode }) {
  const words = useAdminTexts().usage
  const { unpriced_calls, partial_calls, unknown_calls, estimated_calls } = totals
  return (
    <div className="mt-3 max-w-[80ch] text-small empty:hidden">
      {children}
      {unpriced_calls > partial_calls && (
        <p className="text-warn">
          {words.unpriced_note(unpriced_calls - partial_calls)}{' '}
          <PageLink href="/admin/prices" className="underline underline-offset-3">
            {words.set_price}
          </PageLink>
        </p>
      )}
      {partial_calls > 0 && <p>{words.partial_note(partial_calls)}</p>}
      {unknown_calls > 0 && <p>{words.unknown_note(unknown_calls)}</p>}
      {estimated_calls > 0 && <p>{words.estimated_note(estimated_calls)}</p>}
    </div>
  )
}
