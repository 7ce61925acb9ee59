'use client'

import { type ReactNode, useRef, useState } from 'react'
import type { ShareFinding } from '#lib/canonical/share-finding.ts'
import { namedModel } from '../_chat/models/model.ts'
import { errorWords } from '../_client/error-words.ts'
import { serverNow } from '../_client/server-clock.ts'
import { useModels } from '../_client/use-api.ts'
import { type OwnShare, useShareChanges, useSharePreview, useShares } from '../_client/use-shares.ts'
import { spendingLabel } from '../_content/spending.ts'
import { useLateTexts, useTexts } from '../_texts/texts.ts'
import { Button } from '../_ui/button.tsx'
import { Dialog } from '../_ui/dialog.tsx'
import { Icon } from '../_ui/icon.tsx'
import { IconButton } from '../_ui/icon-button.tsx'
import { LATE_ICONS } from '../_ui/late-icons.ts'
import { Question } from '../_ui/question.tsx'
import { Spinner } from '../_ui/spinner.tsx'
import { Findings } from './findings.tsx'
import { LinkFields } from './link-fields.tsx'
import { MadeLink } from './made-link.tsx'
import { reachOf } from './reach.ts'
import { choiceOf, endAfter, LINK_AT_FIRST, type LinkChoice, type ShareChoice, withToggled } from './share-choice.ts'
import { placeName, SharePreview } from './share-preview.tsx'
import type { NamedModels } from './shared-conversation.tsx'
import { ShownKinds, turnsIn } from './shown-kinds.tsx'

interface ShareDialogProps {
  /** Of the chat. */
  id: string
  /** A share whose choice this one begins with. */
  begun?: OwnShare | undefined
  /** One that is to show a newer copy, at the link that it has. */
  renewed?: OwnShare | undefined
  onClose: (isDone: boolean) => void
}

/** Shows exactly what a link will show, lets it be chosen, and makes the link. */
export function ShareDialog({ id, begun, renewed, onClose }: ShareDialogProps) {
  const words = useLateTexts().shares
  const title = renewed ? words.update_title : words.share_title
  const [url, setUrl] = useState<string | null>(null)
  if (url !== null) {
    return (
      <Dialog label={words.made_title} onClose={() => onClose(true)}>
        <MadeLink url={url} onClose={() => onClose(true)} />
      </Dialog>
    )
  }
  return (
    <Dialog label={title} shape="sheet" onClose={() => onClose(false)}>
      <header className="flex min-h-15 items-center gap-2 border-line border-b px-6 max-md:px-4">
        <h2 className="flex-1 font-semibold font-serif text-h3">{title}</h2>
        <IconButton icon="close" label={words.close} onClick={() => onClose(false)} />
      </header>
      <ShareForm
        id={id}
        content={(renewed ?? begun)?.content ?? null}
        renewed={renewed}
        onClose={onClose}
        onMade={(made) => (made === null ? onClose(true) : setUrl(made))}
      />
    </Dialog>
  )
}

function ShareForm({
  id,
  content,
  renewed,
  onClose,
  onMade,
}: Pick<ShareDialogProps, 'id' | 'renewed' | 'onClose'> & {
  content: OwnShare['content']
  /** Null where the link is the one that was. */
  onMade: (url: string | null) => void
}) {
  const texts = useTexts()
  const words = useLateTexts().shares
  const [choice, setChoice] = useState<ShareChoice>(() => choiceOf(content))
  const [link, setLink] = useState<LinkChoice>(LINK_AT_FIRST)
  const [isAsking, setAsking] = useState(false)
  const { preview, whole, isStale, error } = useSharePreview(id, choice)
  const { publish, republish } = useShareChanges()
  const [made, setMade] = useState<{ busy: boolean; problem: unknown }>({ busy: false, problem: null })
  const hasPeople = useShares().data?.has_people === true
  const page = useRef<HTMLDivElement>(null)
  const open = preview?.findings.filter(({ masked }) => !masked) ?? []

  function change(part: Partial<ShareChoice>) {
    setChoice({ ...choice, ...part })
    setAsking(false)
  }

  function leave(ids: readonly string[], shown: boolean) {
    const others = choice.shown.filter((each) => !ids.includes(each))
    change({ shown: shown ? [...others, ...ids] : others })
  }

  async function make() {
    if (!preview) return
    setAsking(false)
    setMade({ busy: true, problem: null })
    try {
      const { content: said, fingerprint } = preview
      const reviewed = { ...said, confirmed: open.map((finding) => finding.id), fingerprint }
      if (renewed) {
        await republish(renewed.id, reviewed)
        onMade(null)
        return
      }
      const url = await publish(id, {
        ...reviewed,
        expires_at: endAfter(link.days, serverNow()),
        max_views: link.maxViews,
        password: link.password === '' ? null : link.password,
        audience: link.audience,
        people: link.audience === 'people' ? [...link.people] : [],
        shows_title: link.showsTitle,
      })
      onMade(url)
    } catch (problem) {
      setMade({ busy: false, problem })
    }
  }

  return (
    <>
      <div className="min-h-0 flex-1 overflow-y-auto md:grid md:grid-cols-[23rem_minmax(0,1fr)] md:overflow-hidden">
        <div className="px-6 py-5 max-md:px-4 md:overflow-y-auto md:border-line md:border-e">
          <Findings
            findings={preview?.findings ?? []}
            onShown={leave}
            onPlace={(found) => showPlace(page.current, found)}
          />
          <ShownKinds choice={choice} turns={turnsIn(whole)} onChange={change} />
          {!renewed && (
            <LinkFields choice={link} hasPeople={hasPeople} onChange={(part) => setLink({ ...link, ...part })} />
          )}
        </div>
        <section
          ref={page}
          aria-label={words.preview}
          aria-busy={isStale}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
          tabIndex={0}
          className="bg-sunken px-6 py-5 focus-visible:outline-offset-[-2px] max-md:px-4 md:overflow-y-auto"
        >
          <p className="mb-3 flex items-center gap-2 text-caption text-ink-soft">
            <Icon name={LATE_ICONS.eye} size={16} />
            <span className="flex-1">{words.exactly_this}</span>
            {isStale && <Spinner size={14} />}
          </p>
          {error !== null && (
            <p role="alert" className="rounded-control border border-danger-line bg-danger-soft px-3 py-2">
              {errorWords(texts, error)}
            </p>
          )}
          {preview && (
            <Paper
              preview={preview}
              choice={choice}
              onToggle={(place) => change({ hidden: withToggled(choice.hidden, place) })}
            />
          )}
        </section>
      </div>
      <footer className="border-line border-t px-6 py-3 max-md:px-4">
        {isAsking ? (
          <Question
            label={words.share_title}
            words={words.stays_in_sure(open.length)}
            keep={words.look_again}
            sure={renewed ? words.update : words.share_anyway}
            onKeep={() => setAsking(false)}
            onSure={() => void make()}
          />
        ) : (
          <div className="flex flex-wrap items-center justify-end gap-x-4 gap-y-3">
            <p className="min-w-60 flex-1 text-ink-soft text-small max-md:basis-full">
              {words.who_reads[renewed?.audience ?? link.audience]} {words.reach[reachOf(location.hostname)]}
            </p>
            <Button onClick={() => onClose(false)} className="max-md:flex-1 pointer-coarse:min-h-11">
              {words.cancel}
            </Button>
            <Button
              variant="primary"
              disabled={!preview || isStale || made.busy}
              onClick={() => (open.length > 0 ? setAsking(true) : void make())}
              className="max-md:flex-1 pointer-coarse:min-h-11"
            >
              <Icon name="link" />
              {renewed ? words.update : words.make_link}
            </Button>
          </div>
        )}
        <p role="alert" className="mt-2 text-danger text-small empty:hidden">
          {made.problem !== null && errorWords(texts, made.problem)}
        </p>
      </footer>
    </>
  )
}

function Paper({
  preview: { title, system_prompt, messages, costs, findings },
  choice,
  onToggle,
}: {
  preview: NonNullable<ReturnType<typeof useSharePreview>['preview']>
  choice: ShareChoice
  onToggle: Parameters<typeof SharePreview>[0]['onToggle']
}) {
  const texts = useTexts()
  const words = useLateTexts().shares
  const models = useModels().data?.models ?? []
  const ids = new Set(messages.flatMap(({ metadata }) => metadata.model ?? []))
  const named: NamedModels = Object.fromEntries([...ids].map((model) => [model, namedModel(model, models)]))
  const questions = messages.filter(({ role }) => role === 'user').length
  return (
    <div className="paper rounded-card border border-line-strong bg-canvas px-8 py-6 max-md:px-4">
      <h3 dir="auto" className="wrap-anywhere font-semibold font-serif text-h2">
        {title ?? words.conversation}
      </h3>
      <p className="mt-1 mb-6 flex flex-wrap gap-x-4 text-caption text-ink-soft">
        <span>{words.questions(questions)}</span>
        {ids.size > 0 && <span>{words.models(ids.size)}</span>}
        {costs && <span>{spendingLabel(texts, costs.cost_usd, costs.unpriced_calls)}</span>}
      </p>
      {system_prompt !== null && <Quoted title={words.system_prompt}>{system_prompt}</Quoted>}
      <SharePreview messages={messages} models={named} hidden={choice.hidden} findings={findings} onToggle={onToggle} />
    </div>
  )
}

function Quoted({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="mb-6 border-line-strong border-s ps-4">
      <p className="text-caption text-muted">{title}</p>
      <p dir="auto" className="whitespace-pre-wrap break-words font-serif">
        {children}
      </p>
    </div>
  )
}

function showPlace(page: HTMLElement | null, finding: ShareFinding): void {
  const { message_id } = finding
  const place =
    message_id === null
      ? null
      : page?.querySelector(`[data-place="${CSS.escape(placeName({ ...finding, message_id }))}"]`)
  place?.scrollIntoView({ block: 'center' })
  place?.querySelector<HTMLElement>(':scope > button')?.focus({ preventScroll: true })
}
