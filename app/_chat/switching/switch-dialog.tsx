'use client'

import { useState } from 'react'
import { useModels } from '../../_client/use-api.ts'
import { Hand } from '../../_content/hand.tsx'
import { useLateTexts, useTexts } from '../../_texts/texts.ts'
import { Button } from '../../_ui/button.tsx'
import { Dialog } from '../../_ui/dialog.tsx'
import { IconButton } from '../../_ui/icon-button.tsx'
import { Meter } from '../../_ui/meter.tsx'
import { Spinner } from '../../_ui/spinner.tsx'
import { SendError } from '../composer/send-error.tsx'
import { modelLabel, providerOf } from '../models/model.ts'
import { FateTable } from './fate-table.tsx'
import { losesCache, type Resolution, type SwitchPreview } from './preview.ts'
import { Ways } from './ways.tsx'

/** What a chat would be at another model, before it goes there, and the ways to do so. */
export function SwitchDialog({
  preview,
  present,
  onSwitch,
  onClose,
}: {
  preview: SwitchPreview
  /** The model that the chat is at; `null` where nobody chose one. */
  present: string | null
  /** Rejects where the server refuses it. */
  onSwitch: (resolution?: Resolution) => Promise<void>
  onClose: () => void
}) {
  const { format } = useTexts()
  const words = useLateTexts().switching
  const models = useModels().data?.models ?? []
  const [busy, setBusy] = useState<'switch' | Resolution | null>(null)
  const [error, setError] = useState<unknown>(null)
  const { model, refusal, fits, estimated_input_tokens: tokens, max_context_tokens: window } = preview
  const label = modelLabel(model, models)
  const isWhole = preview.converted.length + preview.dropped.length + preview.closed_calls === 0

  async function go(resolution?: Resolution) {
    setBusy(resolution ?? 'switch')
    setError(null)
    try {
      await onSwitch(resolution)
      onClose()
    } catch (cause) {
      setError(cause)
    } finally {
      setBusy(null)
    }
  }

  const title = refusal ? words.refused : fits ? (isWhole ? words.whole : words.almost) : words.too_long
  return (
    <Dialog label={words.title} shape="wide" onClose={onClose}>
      <div className="flex items-start gap-2">
        <div className="min-w-0 flex-1">
          <p className="flex items-center gap-1.75 text-muted text-small">
            <Hand provider={providerOf(model)} />
            <span className="truncate">{label}</span>
          </p>
          <h2 className="pt-1 font-semibold font-serif text-h2">{title}</h2>
        </div>
        <IconButton icon="close" label={words.close} onClick={onClose} />
      </div>
      <div className="space-y-5 pt-1.5 text-small">
        <div className="space-y-2.5">
          <p className="max-w-[62ch] text-ink-soft text-ui">
            {fits ? words.goes(tokens, window, format.percent(tokens / window)) : words.needs(tokens, window)}
          </p>
          <Meter
            label={words.window}
            text={words.window_used(tokens, window)}
            part={Math.min(1, tokens / window)}
            tone={fits ? 'plain' : 'danger'}
          />
        </div>
        <FateTable preview={preview} />
        <Money preview={preview} present={present === null ? null : modelLabel(present, models)} />
        {error !== null && <SendError error={error} onDismiss={() => setError(null)} />}
        {refusal ? (
          <Ways refusal={refusal} busy={busy !== null} onTake={(id) => (id === 'stay' ? onClose() : void go(id))} />
        ) : (
          <div className="flex flex-wrap gap-2 border-line border-t pt-4">
            <Button
              variant="primary"
              disabled={busy !== null}
              onClick={() => void go()}
              className="pointer-coarse:min-h-11"
            >
              {words.go_on(label)}
            </Button>
            <Button onClick={onClose} className="pointer-coarse:min-h-11">
              {words.stay}
            </Button>
          </div>
        )}
        <p role="status" className="flex items-center gap-2 text-muted empty:hidden">
          {busy === 'describe' && (
            <>
              <Spinner />
              {words.describing}
            </>
          )}
        </p>
      </div>
    </Dialog>
  )
}

/** What the next question costs there, and what of it comes of the cache that is left. */
function Money({ preview, present }: { preview: SwitchPreview; present: string | null }) {
  const { format, models: said } = useTexts()
  const words = useLateTexts().switching
  const { now, then } = preview.next_message_usd
  const amount = (usd: string) => (Number(usd) === 0 ? said.free : format.roughLeast(usd))
  if (then === null) return <p className="text-muted">{words.no_price}</p>
  return (
    <div className="rounded-card border border-line bg-surface px-4 py-3">
      <p className="font-semibold">
        {now === null ? words.price_alone(amount(then)) : words.price(amount(then), amount(now))}
      </p>
      {losesCache(preview) && present !== null && <p className="text-ink-soft">{words.cache_lost(present)}</p>}
    </div>
  )
}
