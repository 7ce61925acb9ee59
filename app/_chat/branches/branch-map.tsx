'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react'
import type { BranchRow } from '#lib/canonical/branch-row.ts'
import { mapBranches } from '../../_client/branches.ts'
import { useModels } from '../../_client/use-api.ts'
import { Hand } from '../../_content/hand.tsx'
import { useLateTexts } from '../../_texts/texts.ts'
import { Button } from '../../_ui/button.tsx'
import { Dialog } from '../../_ui/dialog.tsx'
import { Icon } from '../../_ui/icon.tsx'
import { IconButton } from '../../_ui/icon-button.tsx'
import { useLive, useSessionState } from '../live/use-live-session.ts'
import { modelLabel, providerOf } from '../models/model.ts'
import { BranchRails } from './branch-rails.tsx'
import { goToMessage } from './go-to-message.ts'
import { goesOnBelow } from './goes-on-below.ts'

/** As many as an address can name. */
const MOST_OPENED = 100

type MessageRow = Extract<BranchRow, { message_id: string }>

/** All that was said in the chat as a tree: the active path goes straight down, the rest stands beside it. */
export function BranchMap({ onClose }: { onClose: () => void }) {
  const words = useLateTexts().branches
  const live = useLive()
  const head = useSessionState(({ tree }) => tree.head)
  const deletions = useSessionState((state) => state.deletions)
  const [opened, setOpened] = useState<readonly string[]>([])
  const { data, error, refetch } = useQuery({
    queryKey: ['branches', live.id, head, deletions, opened],
    queryFn: () => mapBranches(live.id, opened),
    placeholderData: keepPreviousData,
    gcTime: 0,
  })

  function go(row: MessageRow) {
    onClose()
    goToMessage(row.message_id)
  }

  return (
    <Dialog label={words.map} shape="palette" onClose={onClose}>
      <header className="flex items-center gap-3 border-line border-b py-2 ps-5 pe-2">
        <h2 className="me-auto font-semibold text-ui">{words.map}</h2>
        <IconButton icon="close" label={words.close} onClick={onClose} />
      </header>
      {error ? (
        <div role="alert" className="flex flex-wrap items-center gap-3 px-5 py-6 text-small">
          {words.not_loaded}
          <Button onClick={() => void refetch()}>{words.try_again}</Button>
        </div>
      ) : (
        // It brings the focus to where the reader is once it is there.
        <div className="flex min-h-24 flex-col overflow-hidden">
          {data && (
            <Rows rows={data.rows} onGo={go} onOpen={(from) => setOpened([...opened, from].slice(-MOST_OPENED))} />
          )}
        </div>
      )}
    </Dialog>
  )
}

interface RowsProps {
  rows: readonly BranchRow[]
  onGo: (row: MessageRow) => void
  /** What is folded from a message on is to be shown. */
  onOpen: (from: string) => void
}

function Rows({ rows, onGo, onOpen }: RowsProps) {
  'use memo'
  const words = useLateTexts().branches
  const list = useRef<HTMLOListElement>(null)
  const current = rows.findLastIndex((row) => row.is_active && row.kind !== 'folded')
  const below = goesOnBelow(rows)

  useLayoutEffect(() => {
    const button = list.current?.querySelector<HTMLElement>('[aria-current]')
    button?.focus({ preventScroll: true })
    button?.scrollIntoView({ block: 'center' })
  }, [])

  /** What was opened is gone, and the first of what came in its place is where somebody goes on from. */
  const wanted = useRef<string | null>(null)
  useLayoutEffect(() => {
    const at = rows.findIndex((row) => row.kind !== 'folded' && row.message_id === wanted.current)
    if (at < 0) return
    wanted.current = null
    list.current?.children[at]?.querySelector('button')?.focus()
  }, [rows])

  function open(from: string) {
    wanted.current = from
    onOpen(from)
  }

  return (
    <ol
      ref={list}
      aria-label={words.map}
      onKeyDown={moveThrough}
      className="overflow-y-auto overscroll-contain py-2 ps-3 pe-2"
    >
      {rows.map((row, index) => (
        <li
          // biome-ignore lint/suspicious/noArrayIndexKey: what is folded has no name, and a map is drawn anew as a whole
          key={index}
          className="flex min-h-(--row) [content-visibility:auto] [contain-intrinsic-size:auto_var(--row)]"
        >
          <BranchRails row={row} isFirst={index === 0} goesOn={below[index] === true} />
          {row.kind === 'folded' ? (
            <Folded count={row.count} onOpen={row.from === null ? null : () => open(row.from ?? '')} />
          ) : (
            <RowButton row={row} isCurrent={index === current} onGo={onGo} />
          )}
        </li>
      ))}
    </ol>
  )
}

function Folded({ count, onOpen }: { count: number; onOpen: (() => void) | null }) {
  const words = useLateTexts().branches
  const look = 'flex items-center px-2 text-caption text-muted'
  if (!onOpen) return <span className={look}>{words.folded(count)}</span>
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-label={words.unfold(count)}
      onClick={onOpen}
      className={clsx(
        look,
        'flex-1 gap-1 rounded-control text-start hover:bg-hover hover:text-ink focus-visible:bg-hover focus-visible:outline-offset-[-2px]',
      )}
    >
      {words.folded(count)}
      <Icon name="chevron-down" size={14} />
    </button>
  )
}

function RowButton({ row, isCurrent, onGo }: { row: MessageRow; isCurrent: boolean; onGo: (row: MessageRow) => void }) {
  const words = useLateTexts().branches
  const models = useModels().data?.models ?? []
  const { kind, model, version, is_active } = row
  return (
    <button
      type="button"
      aria-current={isCurrent || undefined}
      tabIndex={isCurrent ? 0 : -1}
      onClick={() => onGo(row)}
      className={clsx(
        'flex min-w-0 flex-1 items-center gap-2 rounded-control px-2 text-start text-small hover:bg-hover focus-visible:bg-hover focus-visible:outline-offset-[-2px]',
        isCurrent && 'bg-sunken',
      )}
    >
      <span className="sr-only">{words[kind]}: </span>
      {kind === 'answer' && model && (
        <span className="inline-flex max-w-[45%] shrink-0 items-center gap-1.5 text-caption text-muted">
          <Hand provider={providerOf(model)} />
          <span className="truncate">{modelLabel(model, models)}</span>
        </span>
      )}
      <span
        dir="auto"
        className={clsx(
          'min-w-0 flex-1 truncate',
          kind === 'question' && is_active && 'font-semibold',
          (kind === 'answer' || !is_active) && 'text-muted',
        )}
      >
        {row.words || words.no_words}
      </span>
      {version && (
        <span className="shrink-0 text-caption text-muted tabular-nums">
          <span aria-hidden="true">
            {version.index + 1}/{version.total}
          </span>
          <span className="sr-only">{words.version(version.index + 1, version.total)}</span>
        </span>
      )}
    </button>
  )
}

/** Arrows go from message to message, Home and End to the first and the last. */
function moveThrough(event: KeyboardEvent<HTMLElement>): void {
  const buttons = [...event.currentTarget.querySelectorAll('button')]
  const at = buttons.indexOf(event.target as HTMLButtonElement)
  const target = { ArrowDown: at + 1, ArrowUp: Math.max(0, at - 1), Home: 0, End: buttons.length - 1 }[event.key]
  if (target === undefined) return
  event.preventDefault()
  buttons[Math.min(target, buttons.length - 1)]?.focus()
}
