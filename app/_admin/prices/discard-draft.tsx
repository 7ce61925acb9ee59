'use client'

import { useRef, useState } from 'react'
import { useAdminTexts } from '../../_texts/admin-texts.ts'
import { Button } from '../../_ui/button.tsx'

/** Asks before a draft is gone; one without a change goes at once. */
export function DiscardDraft({ changes, onDiscard }: { changes: number; onDiscard: () => void }) {
  const words = useAdminTexts().prices
  const opener = useRef<HTMLButtonElement>(null)
  const [isAsked, setAsked] = useState(false)
  return (
    <>
      <Button
        ref={opener}
        aria-expanded={isAsked}
        onClick={() => (changes === 0 ? onDiscard() : setAsked(!isAsked))}
        className="pointer-coarse:min-h-11"
      >
        {words.discard}
      </Button>
      {isAsked && (
        <fieldset
          aria-label={words.discard}
          className="flex w-full flex-wrap items-center gap-2 rounded-card border border-danger-line bg-danger-soft px-4 py-2 text-small"
        >
          <span className="flex-1">{words.discard_sure(changes)}</span>
          <Button variant="danger" onClick={onDiscard} className="pointer-coarse:min-h-11">
            {words.discard_now}
          </Button>
          <Button
            onClick={() => {
              setAsked(false)
              opener.current?.focus()
            }}
            className="pointer-coarse:min-h-11"
          >
            {words.keep}
          </Button>
        </fieldset>
      )}
    </>
  )
}
