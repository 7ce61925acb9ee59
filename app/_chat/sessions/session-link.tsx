import { clsx } from 'clsx'
import Link from 'next/link'
import type { RefObject } from 'react'
import type { SessionSummary } from '#lib/canonical/session.ts'
import { roughSpendingLabel, spendingDetail, spendingLabel } from '../../_content/format.ts'

/** Leads to a chat; says whether it is being answered, and what it has cost. */
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
  return (
    <Link
      ref={link}
      href={`/c/${session.id}`}
      prefetch={false}
      aria-current={current ? 'page' : undefined}
      className="flex min-h-[calc(var(--row)-0.125rem)] min-w-0 flex-1 items-center gap-2 rounded-control px-2 pointer-coarse:pe-11"
    >
      {session.state === 'running' && (
        <span className="size-2 shrink-0 animate-[breathe_1.6s_var(--ease-in-out)_infinite] rounded-full bg-accent">
          <span className="sr-only">Answering: </span>
        </span>
      )}
      <span className={clsx('min-w-0 flex-1 truncate', current && 'font-semibold')} title={title} dir="auto">
        {title}
      </span>
      {(Number(session.cost_usd) > 0 || session.unpriced_calls > 0) && (
        <span
          className="shrink-0 text-caption text-muted pointer-fine:group-focus-within:invisible pointer-fine:group-hover:invisible"
          title={spendingDetail(
            `Cost: ${spendingLabel(session.cost_usd, session.unpriced_calls)}`,
            session.unpriced_calls,
          )}
        >
          {roughSpendingLabel(session.cost_usd, session.unpriced_calls)}
        </span>
      )}
    </Link>
  )
}
