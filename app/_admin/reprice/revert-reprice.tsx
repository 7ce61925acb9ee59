'use client'

import { useState } from 'react'
import type { Reprice } from '#lib/api/reprice.ts'
import { errorWords } from '../../_client/error-words.ts'
import { useAdminTexts } from '../../_texts/admin-texts.ts'
import { useTexts } from '../../_texts/texts.ts'
import { Button } from '../../_ui/button.tsx'
import { Dialog } from '../../_ui/dialog.tsx'
import { useRepriceChanges } from './use-reprices.ts'

/** Asks before the costs of a reprice are taken back. */
export function RevertReprice({ reprice }: { reprice: Reprice }) {
  const texts = useTexts()
  const words = useAdminTexts().reprices
  const { revert } = useRepriceChanges()
  const [isAsked, setAsked] = useState(false)
  const [fault, setFault] = useState<string | null>(null)
  const { id, state, pricing_version, created_at } = reprice
  if (state !== 'applied' && state !== 'applying') return null
  const label = words.revert_this(pricing_version, texts.format.moment(new Date(created_at)))

  async function take() {
    setFault(null)
    try {
      await revert(id)
      setAsked(false)
    } catch (error) {
      setFault(errorWords(texts, error))
    }
  }

  return (
    <>
      <Button aria-label={label} onClick={() => setAsked(true)} className="pointer-coarse:min-h-11">
        {words.revert}
      </Button>
      {isAsked && (
        <Dialog label={label} onClose={() => setAsked(false)}>
          <h2 className="mb-2 font-semibold font-serif text-h3 [overflow-wrap:anywhere]">{label}</h2>
          <p className="mb-4">{words.revert_sure}</p>
          <p role="alert" className="mb-3 text-danger text-small empty:hidden">
            {fault}
          </p>
          <div className="flex flex-wrap justify-end gap-2">
            <Button onClick={() => setAsked(false)} className="pointer-coarse:min-h-11">
              {words.keep}
            </Button>
            <Button variant="danger" onClick={() => void take()} className="pointer-coarse:min-h-11">
              {words.revert_now}
            </Button>
          </div>
        </Dialog>
      )}
    </>
  )
}
