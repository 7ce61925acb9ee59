'use client'

import { useRef, useState } from 'react'
import { errorWords } from '../_client/error-words.ts'
import { linkOfShare, type OwnShare, useShareChanges } from '../_client/use-shares.ts'
import { useLateTexts, useTexts } from '../_texts/texts.ts'
import { Button } from '../_ui/button.tsx'
import { Dialog } from '../_ui/dialog.tsx'
import { IconButton } from '../_ui/icon-button.tsx'
import { LATE_ICONS } from '../_ui/late-icons.ts'
import { Menu, type MenuItem } from '../_ui/menu.tsx'
import { PageLink } from '../_ui/page-link.tsx'
import { Question } from '../_ui/question.tsx'
import { MadeLink } from './made-link.tsx'
import { ShareDialog } from './share-dialog.tsx'

/** One link: what is behind it, who may open it and who did, and what can be done with it. */
export function ShareRow({ share }: { share: OwnShare }) {
  const texts = useTexts()
  const words = useLateTexts().shares
  const { id, session_id, state } = share
  const [shows, setShows] = useState<'row' | 'question' | 'newer' | 'another'>('row')
  const [link, setLink] = useState<string | null>(null)
  const [said, setSaid] = useState<string | null>(null)
  const [problem, setProblem] = useState<unknown>(null)
  const menu = useRef<HTMLDivElement>(null)
  const { revoke } = useShareChanges()
  const title = share.title ?? share.session_title ?? words.untitled
  const isLive = state === 'live'

  async function attempt(run: () => Promise<void>) {
    setProblem(null)
    try {
      await run()
    } catch (error) {
      setProblem(error)
    }
  }

  const copy = () =>
    attempt(async () => {
      await navigator.clipboard.writeText(await linkOfShare(id))
      setSaid(texts.page.copied)
    })
  const show = () => attempt(async () => setLink(await linkOfShare(id)))

  function back() {
    setShows('row')
    menu.current?.querySelector('button')?.focus()
  }

  const isHere = state !== 'chat_deleted'
  const items: MenuItem[] = [
    ...(isHere ? [{ label: words.newer, icon: LATE_ICONS.again, onSelect: () => setShows('newer') } as const] : []),
    ...(isHere ? [{ label: words.at_new_link, icon: 'plus', onSelect: () => setShows('another') } as const] : []),
    { label: words.revoke, icon: 'trash', danger: true, onSelect: () => setShows('question') },
  ]
  return (
    <li className="border-line border-b py-3">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0 flex-[1_1_20rem]">
          <h2 className="break-words font-semibold" dir="auto">
            {isHere ? (
              <PageLink
                href={`/c/${session_id}`}
                title={words.open_chat}
                className="inline-flex items-center underline-offset-3 hover:underline pointer-coarse:min-h-11"
              >
                {title}
              </PageLink>
            ) : (
              title
            )}
          </h2>
          <About share={share} />
        </div>
        <div ref={menu} className="flex flex-wrap items-center gap-2">
          {isLive && (
            <Button onClick={() => void copy()} className="pointer-coarse:min-h-11">
              {words.copy_link}
            </Button>
          )}
          {isLive && (
            <Button onClick={() => void show()} className="pointer-coarse:min-h-11">
              {words.show_qr}
            </Button>
          )}
          <Menu
            label={words.actions_of(title)}
            trigger={(props) => <IconButton {...props} icon="more" label={words.actions_of(title)} />}
            items={items}
          />
        </div>
      </div>
      <p role="status" className="mt-1 text-ok text-small empty:hidden">
        {said}
      </p>
      <p role="alert" className="mt-1 text-danger text-small empty:hidden">
        {problem !== null && errorWords(texts, problem)}
      </p>
      {shows === 'question' && (
        <Question
          label={words.revoke}
          words={words.revoke_sure(title)}
          keep={words.keep}
          sure={words.revoke}
          onKeep={back}
          onSure={() => void attempt(() => revoke(id))}
        />
      )}
      {shows === 'newer' && (
        <ShareDialog
          id={session_id}
          renewed={share}
          onClose={(isDone) => {
            back()
            if (isDone) setSaid(words.updated)
          }}
        />
      )}
      {shows === 'another' && <ShareDialog id={session_id} begun={share} onClose={back} />}
      {link !== null && (
        <Dialog label={words.link} onClose={() => setLink(null)}>
          <MadeLink url={link} onClose={() => setLink(null)} />
        </Dialog>
      )}
    </li>
  )
}

function About({ share }: { share: OwnShare }) {
  const { format } = useTexts()
  const words = useLateTexts().shares
  const { state, audience, people, has_password, views, max_views, last_viewed_at, expires_at } = share
  const now = new Date()
  const day = (at: string) => format.shortDay(new Date(at), now)
  const whom =
    audience === 'link' ? words.everyone : words.named(people.map(({ name, email }) => name || email).join(', '))
  const rows = [
    [words.columns.whom, has_password ? `${whom}, ${words.with_password}` : whom],
    [words.columns.opened, max_views === null ? format.count(views) : words.of_views(views, max_views)],
    [words.columns.last, last_viewed_at === null ? words.not_yet : day(last_viewed_at)],
    [words.columns.ends, expires_at === null ? words.ends_never : day(expires_at)],
  ] as const
  return (
    <dl className="mt-1 flex flex-wrap gap-x-5 gap-y-1 text-caption">
      {state !== 'live' && <div className="rounded-mark bg-sunken px-1.5 font-medium">{words.states[state]}</div>}
      {rows.map(([term, said]) => (
        <div key={term} className="flex gap-1.5">
          <dt className="text-muted">{term}</dt>
          <dd className="wrap-anywhere">{said}</dd>
        </div>
      ))}
    </dl>
  )
}
