'use client'

import { errorWords, trialWords } from '../_client/error-words.ts'
import type { Keeping } from '../_client/use-providers.ts'
import { type LateTexts, type Texts, useLateTexts, useTexts } from '../_texts/texts.ts'
import { Button } from '../_ui/button.tsx'
import { Icon } from '../_ui/icon.tsx'
import { LATE_ICONS } from '../_ui/late-icons.ts'

/** How it went to try a key: what was found, or what is wrong and what can be done. */
export function Outcome({ keeping, onKeepAnyway }: { keeping: Keeping; onKeepAnyway: () => void }) {
  const texts = useTexts()
  const words = useLateTexts().providers
  return (
    <div role="status" className="text-small empty:hidden">
      {keeping.step === 'trying' && <p className="mt-2 text-muted">{words.asking}</p>}
      {keeping.step === 'kept' && (
        <p className="mt-2 flex items-start gap-2 text-ok">
          <span className="mt-0.5">
            <Icon name={LATE_ICONS.check} />
          </span>
          {found(texts, words, keeping)}
        </p>
      )}
      {keeping.step === 'refused' && (
        <div className="mt-2 space-y-2">
          <p className="flex items-start gap-2 text-danger">
            <span className="mt-0.5">
              <Icon name="alert" />
            </span>
            <span className="min-w-0 break-words">{words.not_stored(errorWords(texts, keeping.error))}</span>
          </p>
          {keeping.canKeep && <Button onClick={onKeepAnyway}>{words.keep_anyway}</Button>}
        </div>
      )}
    </div>
  )
}

function found(
  texts: Texts,
  words: LateTexts['providers'],
  { provider, trial }: Extract<Keeping, { step: 'kept' }>,
): string {
  const { label, models } = provider
  if (models === 0) return words.kept(label, trialWords(texts, label, trial))
  return words.kept_with_models(label, words.models(models))
}
