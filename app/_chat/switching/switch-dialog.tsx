'use client'

import { useState } from 'react'
import { flushSync } from 'react-dom'
import { linkWords } from '../../_client/route-words.ts'
import { useModels } from '../../_client/use-api.ts'
import { draftBrief } from '../../_client/use-switching.ts'
import { Hand } from '../../_content/hand.tsx'
import { useLateTexts, useTexts } from '../../_texts/texts.ts'
import { Button } from '../../_ui/button.tsx'
import { Dialog } from '../../_ui/dialog.tsx'
import { IconButton } from '../../_ui/icon-button.tsx'
import { Spinner } from '../../_ui/spinner.tsx'
import { SendError } from '../composer/send-error.tsx'
import { useLive } from '../live/use-live-session.ts'
import { modelLabel, providerOf } from '../models/model.ts'
import { type Automatic, whyAutomatic } from './automatic-words.ts'
import { BriefStep } from './brief-step.tsx'
import { ExactRequest } from './exact-request.tsx'
import { FateTable } from './fate-table.tsx'
import { type Draft, losesCache, type SwitchPreview, type Way } from './preview.ts'
import { useBranch } from './use-branch.ts'
import type { Taken } from './use-switch.ts'
import { Ways } from './ways.tsx'
import { WindowStrip } from './window-strip.tsx'

/** What a chat would be at another model, before it goes there, and the ways to do so. */
export function SwitchDialog({
  preview,
  onSwitch,
  onLook,
  present,
  onCompare,
  onClose,
}: {
  preview: SwitchPreview
  /** Closes it. Rejects where the server refuses it. */
  onSwitch: (taken?: Taken) => Promise<void>
  /** Shows another model. */
  onLook: (model: string) => void
  /** Who answers in the chat now. */
  present: string | undefined
  /** Has the next question answered by these models, side by side. */
  onCompare: (models: readonly string[]) => void
  onClose: () => void
}) {
  const { format } = useTexts()
  const words = useLateTexts().switching
  const live = useLive()
  const models = useModels().data?.models ?? []
  const [busy, setBusy] = useState<Way['id'] | 'switch' | null>(null)
  const [draft, setDraft] = useState<Draft | null>(null)
  const [error, setError] = useState<unknown>(null)
  const { model, refusal, fits, estimated_input_tokens: tokens, max_context_tokens: window } = preview
  const branch = useBranch(model)
  const label = modelLabel(model, models)
  const isWhole = preview.converted.length + preview.dropped.length + preview.closed_calls === 0

  async function during(what: NonNullable<typeof busy>, work: () => Promise<void>) {
    setBusy(what)
    setError(null)
    await work().catch(setError)
    setBusy(null)
  }

  const go = (taken?: Taken) => during('switch', () => onSwitch(taken))

  function askBoth(other: string) {
    // It gives the focus back to what opened it once it is closed.
    flushSync(onClose)
    onCompare([other, model])
  }

  function takeWay(way: Way) {
    const { id } = way
    if (id === 'stay') onClose()
    else if (id === 'brief')
      void during(id, async () =>
        setDraft(await draftBrief(live.id, { up_to: way.up_to ?? '', model: way.model ?? '' })),
      )
    else if (id === 'branch') void during(id, () => branch(way).then(onClose))
    else if (id === 'larger_window') onLook(way.model ?? model)
    else if (id === 'leave_out_file') void go({ left_out: way.file?.data ?? '' })
    else void during(id, () => onSwitch({ resolution: id }))
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
          {preview.automatic && <WhyAutomatic automatic={preview.automatic} />}
          <p className="max-w-[62ch] text-ink-soft text-ui">
            {fits ? words.goes(tokens, window, format.percent(tokens / window)) : words.needs(tokens, window)}
          </p>
          <WindowStrip preview={preview} />
        </div>
        <FateTable preview={preview} />
        <Money preview={preview} />
        {error !== null && <SendError error={error} onDismiss={() => setError(null)} />}
        {draft ? (
          <BriefStep
            draft={draft}
            busy={busy !== null}
            onSend={(text) => void go({ brief: { ...draft, text } })}
            onBack={() => setDraft(null)}
          />
        ) : (
          <>
            <Ways ways={refusal?.options ?? preview.ways} busy={busy !== null} onTake={takeWay} />
            {!refusal && (
              <div className="flex flex-wrap gap-2">
                <Button
                  variant={fits ? 'primary' : 'plain'}
                  disabled={busy !== null}
                  onClick={() => void go()}
                  className="pointer-coarse:min-h-11"
                >
                  {words.go_on(label)}
                </Button>
                {fits && present && present !== model && (
                  <Button disabled={busy !== null} onClick={() => askBoth(present)} className="pointer-coarse:min-h-11">
                    {words.ask_both}
                  </Button>
                )}
                <Button onClick={onClose} className="pointer-coarse:min-h-11">
                  {words.stay}
                </Button>
              </div>
            )}
          </>
        )}
        <ExactRequest model={model} />
        <p role="status" className="flex items-center gap-2 text-muted empty:hidden">
          {(busy === 'describe' || busy === 'brief') && (
            <>
              <Spinner />
              {busy === 'brief' ? words.brief_writing : words.describing}
            </>
          )}
        </p>
      </div>
    </Dialog>
  )
}

/** How routing comes to it, where nobody chooses. */
function WhyAutomatic({ automatic }: { automatic: Automatic }) {
  const texts = useTexts()
  const late = useLateTexts()
  const models = useModels().data?.models ?? []
  const { automatic: words } = late.switching
  const { model, policy, chain, depends_on_text } = automatic
  const passedOver = chain.flatMap((link) =>
    link.verdict === 'rejected' && link.model !== undefined
      ? [words.passed_over(modelLabel(link.model, models), linkWords(texts, link))]
      : [],
  )
  return (
    <p className="max-w-[62ch] text-ui">
      {policy === null || model === null
        ? words.none
        : words.is(modelLabel(model, models), whyAutomatic(late, automatic))}{' '}
      {passedOver.join(' ')} {depends_on_text && words.depends}
    </p>
  )
}

/** What the next question costs there, and what of it comes of the cache that is left. */
function Money({ preview }: { preview: SwitchPreview }) {
  const { format, models: said } = useTexts()
  const words = useLateTexts().switching
  const models = useModels().data?.models ?? []
  const { present } = preview
  const { now, then } = preview.next_message_usd
  const amount = (usd: string) => (Number(usd) === 0 ? said.free : format.roughLeast(usd))
  if (then === null) return <p className="text-muted">{words.no_price}</p>
  return (
    <div className="rounded-card border border-line bg-surface px-4 py-3">
      <p className="font-semibold">
        {now === null ? words.price_alone(amount(then)) : words.price(amount(then), amount(now))}
      </p>
      {losesCache(preview) && present !== null && (
        <p className="text-ink-soft">{words.cache_lost(modelLabel(present, models))}</p>
      )}
    </div>
  )
}
