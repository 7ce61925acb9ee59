'use client'

import { clsx } from 'clsx'
import { useId, useState } from 'react'
import { Fault } from '../../_settings/fault.tsx'
import { useAdminTexts } from '../../_texts/admin-texts.ts'
import type { FeeRow } from './draft-fees.ts'
import { rateReason } from './price-words.ts'

/** A fee of the draft: what it is, what it was where that is another, and what is wrong with it. */
export function FeeField({ row, label, onChange }: { row: FeeRow; label: string; onChange: (text: string) => void }) {
  const words = useAdminTexts().prices
  const faultId = useId()
  const { usd, before, problem } = row
  /** What is typed; `null` while nobody does. */
  const [typed, setTyped] = useState<string | null>(null)

  function leave() {
    if (typed !== null && typed.trim() !== (usd ?? '')) onChange(typed.trim())
    setTyped(null)
  }

  return (
    <span className="inline-flex flex-col items-end">
      {usd !== before && before !== undefined && (
        <s className="text-caption text-muted">
          <span className="sr-only">{words.before} </span>
          {before}
        </s>
      )}
      <input
        inputMode="decimal"
        autoComplete="off"
        spellCheck={false}
        aria-label={label}
        aria-invalid={problem !== null}
        aria-describedby={faultId}
        placeholder={words.none}
        value={typed ?? usd ?? ''}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={leave}
        onKeyDown={(event) => {
          if (event.key === 'Enter') leave()
          if (event.key === 'Escape') setTyped(null)
        }}
        className={clsx(
          'min-h-9 w-24 rounded-control border px-2 text-end text-base md:text-small pointer-coarse:min-h-11',
          problem
            ? 'border-danger bg-danger-soft'
            : usd !== before
              ? 'border-warn-line bg-warn-soft'
              : 'border-line-control bg-raised',
        )}
      />
      <Fault id={faultId} words={problem && rateReason(words, problem)} />
    </span>
  )
}
