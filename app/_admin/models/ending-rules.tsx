'use client'

import { useId, useState } from 'react'
import { errorWords } from '../../_client/error-words.ts'
import type { useCarriedRules } from '../../_client/use-ending-models.ts'
import { useRulesOfVersion } from '../../_client/use-routing.ts'
import { useAdminTexts } from '../../_texts/admin-texts.ts'
import { useTexts } from '../../_texts/texts.ts'
import { DryRunTurns } from '../routing/dry-run-turns.tsx'
import { TextDiff } from '../routing/text-diff.tsx'

/** The rules that stop with a model: whether they go along, and what that changes in them and would have changed. */
export function EndingRules({
  names,
  carried: { data: carried, error },
  goAlong,
  onChange,
}: {
  names: readonly string[]
  carried: Pick<ReturnType<typeof useCarriedRules>, 'data' | 'error'>
  goAlong: boolean
  onChange: (goAlong: boolean) => void
}) {
  const texts = useTexts()
  const words = useAdminTexts().models
  const [isOpen, setOpen] = useState(false)
  const changeId = useId()
  return (
    <div className="mt-2">
      <label className="flex min-h-(--row) items-start gap-3 py-1 pointer-coarse:min-h-11">
        <input
          type="checkbox"
          checked={goAlong}
          onChange={({ target }) => onChange(target.checked)}
          className="mt-1 size-4 shrink-0 accent-(--accent-solid)"
        />
        <span className="[overflow-wrap:anywhere]">
          {words.rules(names.join(', '))}
          <span className="block text-caption text-muted">{words.rules_about}</span>
        </span>
      </label>
      {error && <p className="text-danger [overflow-wrap:anywhere]">{errorWords(texts, error)}</p>}
      {carried && (
        <div className="ps-7">
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={changeId}
            onClick={() => setOpen(!isOpen)}
            className="text-small underline underline-offset-3 pointer-coarse:min-h-11"
          >
            {words.rules_change}
          </button>
          <div id={changeId}>{isOpen && <Change version={carried.version} text={carried.rules} />}</div>
        </div>
      )}
    </div>
  )
}

function Change({ version, text }: { version: number; text: string }) {
  const words = useAdminTexts().models
  const before = useRulesOfVersion(version).data
  return (
    <div className="mt-2 space-y-4">
      {before !== undefined && <TextDiff label={words.rules_change} before={before} after={text} />}
      <DryRunTurns text={text} isFaulty={false} />
    </div>
  )
}
