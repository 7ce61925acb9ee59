import { clsx } from 'clsx'
import type { RefObject } from 'react'
import type { SessionSummary } from '#lib/canonical/session.ts'
import { roughSpendingLabel, spendingDetail, spendingLabel } from '../../_content/spending.ts'
import { type Texts, useTexts } from '../../_texts/texts.ts'
import { PageLink } from '../../_ui/page-link.tsx'
import { openAhead } from '../live/use-live-session.ts'
import { ChatMark } from './chat-mark.tsx'
import { useChatState } from './use-seen.ts'

/** Leads to a chat; says what has come of it, and what it has cost. */
export function SessionLink({
  session,
  title,
  current,
  link,
}: {
  session: SessionSummary
  title: string
  current: boolean
  link: RefObject<HTMLAnchorElement | null>
}) {
  const texts = useTexts()
  const words = texts.chats
  const state = useChatState(session, current)
  const { tags } = session
  return (
    <PageLink
      ref={link}
      href={`/c/${session.id}`}
      aria-current={current ? 'page' : undefined}
      onGo={current ? undefined : () => openAhead(session.id)}
      className="flex min-h-[calc(var(--row)-0.125rem)] min-w-0 pointer-coarse:min-h-11 flex-1 items-center gap-2 rounded-control px-2 group-has-[input]:invisible pointer-coarse:pe-11"
    >
      {state && <span className="sr-only">{words.states[state]}</span>}
      <span
        className={clsx('min-w-0 truncate', tags.length === 0 && 'flex-1', current && 'font-semibold')}
        title={hintOf(words, session, title)}
        dir="auto"
      >
        {title}
      </span>
      {tags.length > 0 && (
        <>
          <span className="sr-only">{words.tags(tags.join(', '))}</span>
          <span
            aria-hidden="true"
            className="min-w-0 flex-1 truncate text-end text-caption text-muted pointer-fine:group-focus-within:invisible pointer-fine:group-hover:invisible"
            dir="auto"
          >
            {tags.join(', ')}
          </span>
        </>
      )}
      {state && <ChatMark state={state} />}
      {(Number(session.cost_usd) > 0 || session.unpriced_calls > 0) && (
        <span
          className="shrink-0 text-caption text-muted pointer-fine:group-focus-within:invisible pointer-fine:group-hover:invisible"
          title={spendingDetail(
            texts,
            texts.models.cost(spendingLabel(texts, session.cost_usd, session.unpriced_calls)),
            session.unpriced_calls,
          )}
        >
          {roughSpendingLabel(texts, session.cost_usd, session.unpriced_calls)}
        </span>
      )}
    </PageLink>
  )
}

/** The whole title, and where the chat is put. */
function hintOf(words: Texts['chats'], { folder, tags }: SessionSummary, title: string): string {
  const place = [
    folder === null ? [] : words.folder(folder),
    tags.length === 0 ? [] : words.tags(tags.join(', ')),
  ].flat()
  return [title, ...place].join('\n')
}
