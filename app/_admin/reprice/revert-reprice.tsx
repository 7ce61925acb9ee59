'use client'

import { useState } from 'react'
import type { Reprice } from '#lib/api/reprice.ts'
import { useAdminTexts } from '../../_texts/admin-texts.ts'
import { useTexts } from '../../_texts/texts.ts'
import { Button } from '../../_ui/button.tsx'
import { SureDialog } from '../sure-dialog.tsx'
import { useRepriceChanges } from './use-reprices.ts'

/** Asks before the costs of a reprice are taken back. */
export function RevertReprice({ reprice }: { reprice: Reprice }) {
  const { format } = useTexts()
  const words = useAdminTexts().reprices
  const { revert } = useRepriceChanges()
  const [isAsked, setAsked] = useState(false)
  const { id, state, pricing_version, created_at } = reprice
  if (state !== 'applied' && state !== 'applying') return null
  const label = words.revert_this(pricing_version, format.moment(new Date(created_at)))
  return (
    <>
      <Button aria-label={label} onClick={() => setAsked(true)} className="pointer-coarse:min-h-11">
        {words.revert}
      </Button>
      {isAsked && (
        <SureDialog
          title={label}
          about={words.revert_sure}
          keep={words.keep}
          done={words.revert_now}
          onSure={() => revert(id)}
          onClose={() => setAsked(false)}
        />
      )}
    </>
  )
}
