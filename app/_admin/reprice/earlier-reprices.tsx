'use client'

import type { Reprice } from '#lib/api/reprice.ts'
import { useAdminTexts } from '../../_texts/admin-texts.ts'
import { useTexts } from '../../_texts/texts.ts'
import { Tag } from '../tag.tsx'
import { Loaded, Section } from '../usage/section.tsx'
import { RevertReprice } from './revert-reprice.tsx'
import { isWorking, useReprices } from './use-reprices.ts'

/** What was repriced, by whom and why, how far it has come, and the way back. */
export function EarlierReprices() {
  const words = useAdminTexts().reprices
  const reprices = useReprices()
  return (
    <Section title={words.earlier}>
      <Loaded query={reprices} room="4rem">
        {(all) => (all.length === 0 ? <p className="text-muted text-small">{words.no_earlier}</p> : <List all={all} />)}
      </Loaded>
    </Section>
  )
}

function List({ all }: { all: readonly Reprice[] }) {
  const words = useAdminTexts().reprices
  return (
    <ul aria-label={words.earlier} className="border-line-strong border-t">
      {all.map((reprice) => (
        <li
          key={reprice.id}
          className="flex flex-wrap items-center justify-between gap-x-8 gap-y-2 border-line border-b py-3"
        >
          <Said of={reprice} />
          <RevertReprice reprice={reprice} />
        </li>
      ))}
    </ul>
  )
}

/** By what, of which days, why, by whom and when. */
function Said({ of }: { of: Reprice }) {
  const { format } = useTexts()
  const words = useAdminTexts().reprices
  const { pricing_version, from, to, reason, author, created_at, changed_calls, calls } = of
  const now = new Date()
  const first = format.shortDay(new Date(from), now)
  // Its end is no part of it.
  const last = format.shortDay(new Date(Date.parse(to) - 1), now)
  return (
    <div className="min-w-0 max-w-[70ch] flex-1 basis-72">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <b className="font-semibold [overflow-wrap:anywhere]">{pricing_version}</b>
        <span>{words.from_to(first, last)}</span>
        <State of={of} />
      </p>
      <p dir="auto" className="[overflow-wrap:anywhere]">
        {reason}
      </p>
      <p className="text-caption text-muted">
        {words.begun_by(author, format.moment(new Date(created_at)))} {words.has_changed(changed_calls, calls)}
      </p>
    </div>
  )
}

function State({ of }: { of: Reprice }) {
  const { format } = useTexts()
  const words = useAdminTexts().reprices
  const { state, progress, pricing_version } = of
  // A newer server may have others.
  const said = (words.states as Readonly<Record<string, string | undefined>>)[state] ?? state
  if (!isWorking(of)) return <Tag tone={state === 'applied' ? 'accent' : 'plain'}>{said}</Tag>
  return (
    <>
      <Tag>{said}</Tag>
      <span
        role="progressbar"
        aria-label={words.progress(pricing_version)}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(progress * 100)}
        aria-valuetext={format.percent(progress)}
        className="block h-1.5 w-32 overflow-hidden rounded-full bg-sunken forced-colors:border"
      >
        <span
          className="block h-full bg-(--fill) forced-colors:bg-[CanvasText]"
          style={{ width: `${progress * 100}%` }}
        />
      </span>
    </>
  )
}
