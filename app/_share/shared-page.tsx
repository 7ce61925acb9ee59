'use client'

import type { ReactNode } from 'react'
import { Fold } from '../_content/fold.tsx'
import { WithParts } from '../_content/late-part.ts'
import { LongText } from '../_content/long-text.tsx'
import { ModelName } from '../_content/model-name.tsx'
import { spendingLabel } from '../_content/spending.ts'
import { SurroundedBy } from '../_content/surrounding.ts'
import { useLateTexts, useTexts } from '../_texts/texts.ts'
import { Icon } from '../_ui/icon.tsx'
import { ThemeToggle } from '../_ui/theme-toggle.tsx'
import { SharedConversation } from './shared-conversation.tsx'
import { SharedFrame } from './shared-frame.tsx'
import type { SharedView } from './shared-view.ts'
import { WHOLE_PARTS } from './whole-parts.ts'

/** A shared conversation as anybody reads it. The server renders all of it; script adds what can be pressed. */
export function SharedPage({ view, children }: { view: SharedView; children?: ReactNode }) {
  const { address } = view
  const surrounding = {
    isWhole: true,
    takesPictures: false,
    uploadAddress: (data: string) =>
      data.startsWith('share/') ? `${address}/files/${data.slice('share/'.length)}` : null,
  }
  return (
    <SharedFrame actions={<ThemeToggle />}>
      <WithParts value={WHOLE_PARTS}>
        <SurroundedBy value={surrounding}>
          <SharedTitle view={view} />
          {view.systemPrompt !== null && <SystemPrompt text={view.systemPrompt} />}
          <SharedConversation messages={view.messages} models={view.models} />
          <SharedFoot view={view}>{children}</SharedFoot>
        </SurroundedBy>
      </WithParts>
    </SharedFrame>
  )
}

function SharedTitle({ view: { title, sharedOn, endsOn, takingPart, costs } }: { view: SharedView }) {
  const texts = useTexts()
  const words = useLateTexts().shares
  return (
    <header className="mb-8 border-line-strong border-b-4 border-double pt-8 pb-4 md:pt-14">
      <h1 dir="auto" className="text-balance font-semibold font-serif text-display wrap-anywhere">
        {title ?? words.conversation}
      </h1>
      <p className="mt-2 flex flex-wrap gap-x-6 gap-y-1 text-ink-soft text-small">
        <time dateTime={sharedOn.iso}>{sharedOn.words}</time>
        {takingPart.map(({ model, answers }) => (
          <span key={model.provider + model.label} className="inline-flex items-center gap-2">
            <ModelName model={model} />
            <span className="-ms-2">, {words.answers(answers)}</span>
          </span>
        ))}
        {costs && <span>{spendingLabel(texts, costs.cost_usd, costs.unpriced_calls)}</span>}
        {endsOn && <span>{words.ends_on(endsOn)}</span>}
      </p>
    </header>
  )
}

function SystemPrompt({ text }: { text: string }) {
  const words = useLateTexts().shares
  return (
    <div className="mb-8">
      <Fold
        summaryClassName="-ms-2 inline-flex min-h-8 items-center gap-2 rounded-control px-2 text-muted text-small hover:bg-hover hover:text-ink pointer-coarse:min-h-11"
        summary={
          <>
            <Icon name="sliders" />
            {words.system_prompt}
            <span className="transition-transform duration-(--t-fold) group-open:rotate-90">
              <Icon name="chevron-right" size={14} />
            </span>
          </>
        }
      >
        <div className="mt-1.5 border-line-strong border-s ps-4">
          <LongText text={text} />
        </div>
      </Fold>
    </div>
  )
}

function SharedFoot({
  view: { address, fingerprint, hiddenParts },
  children,
}: {
  view: SharedView
  children: ReactNode
}) {
  const words = useLateTexts().shares
  return (
    <footer className="mt-10 flex flex-wrap items-center gap-x-8 gap-y-4 border-line-strong border-t pt-4">
      <p className="min-w-60 flex-1 text-ink-soft text-small">
        {hiddenParts > 0 && `${words.parts_hidden(hiddenParts)} `}
        {words.check_models}
      </p>
      {children}
      <p className="basis-full text-muted text-small">
        {words.fingerprint} <code className="wrap-anywhere">{fingerprint}</code>
        {' · '}
        <a href={`${address}/copy`} download rel="nofollow" className="text-accent underline">
          {words.keep_copy}
        </a>
      </p>
    </footer>
  )
}
