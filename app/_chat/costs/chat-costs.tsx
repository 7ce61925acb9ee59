'use client'

import type { ReactNode } from 'react'
import type { PublicMessage } from '#lib/canonical/public-message.ts'
import { useModels } from '../../_client/use-api.ts'
import { isNegative, withoutSign } from '../../_content/dollars.ts'
import { Hand } from '../../_content/hand.tsx'
import { spendingLabel } from '../../_content/spending.ts'
import { useLateTexts, useTexts } from '../../_texts/texts.ts'
import { type Column, Table } from '../../_ui/table.tsx'
import { useSessionState } from '../live/use-live-session.ts'
import { modelLabel, providerOf } from '../models/model.ts'
import { type Spent, spentBy, spentOn } from './spent.ts'
import type { Call } from './use-calls.ts'

type Row<K> = ReturnType<typeof spentBy<K>>[number]

/** What a chat cost by model and by turn; each turn opens to its calls. `next`: what it will cost, before what may be long. */
export function ChatCosts({
  calls,
  next,
  onOpen,
}: {
  calls: readonly Call[]
  next: ReactNode
  onOpen: (turnId: string) => void
}) {
  const words = useLateTexts().costs
  const models = useModels().data?.models ?? []
  const path = useSessionState(({ tree }) => tree.path)
  const all = spentOn(calls)
  const figures = useColumns<Row<string | null>>(all)
  const byModel: Column<Row<string | null>>[] = [
    {
      key: 'model',
      head: words.model,
      wraps: true,
      total: words.sum,
      cell: ({ key }) =>
        key !== null && (
          <span className="inline-flex items-baseline gap-1.5">
            <Hand provider={providerOf(key)} />
            {modelLabel(key, models)}
          </span>
        ),
    },
    ...figures,
  ]
  const byTurn: Column<Row<string | null>>[] = [
    {
      key: 'turn',
      head: words.question,
      wraps: true,
      total: words.sum,
      cell: ({ key }) =>
        key === null ? (
          words.other
        ) : (
          <button
            type="button"
            onClick={() => onOpen(key)}
            className="line-clamp-2 text-start underline decoration-dotted underline-offset-3 hover:text-accent pointer-coarse:min-h-11"
          >
            {questionOf(path, key) || words.turn}
          </button>
        ),
    },
    ...figures,
  ]
  return (
    <div className="space-y-5">
      <Notes spent={all} />
      <Table
        ground="raised"
        label={words.by_model}
        columns={byModel}
        rows={spentBy(calls, ({ model }) => model)}
        keyOf={({ key }) => `${key}`}
      />
      {next}
      <Table
        ground="raised"
        label={words.by_turn}
        columns={byTurn}
        rows={spentBy(calls, ({ turn_id }) => turn_id)}
        keyOf={({ key }) => `${key}`}
      />
    </div>
  )
}

/** What a sum says and what is not in it. */
function Notes({ spent }: { spent: Spent }) {
  const { format } = useTexts()
  const words = useLateTexts().costs
  const { from_cache, read, saved_usd, unpriced, unknown } = spent
  const part = format.percent(from_cache / Math.max(1, from_cache + read))
  const saved = format.amount(withoutSign(saved_usd))
  return (
    <ul className="space-y-1 text-muted text-small">
      {Number(saved_usd) !== 0 && (
        <li>{isNegative(saved_usd) ? words.cache_cost(part, saved) : words.cache_saved(part, saved)}</li>
      )}
      {unpriced > 0 && <li className="text-warn">{words.unpriced(unpriced)}</li>}
      {unknown > 0 && <li className="text-warn">{words.unknown(unknown)}</li>}
    </ul>
  )
}

function useColumns<R extends { spent: Spent }>(all: Spent): Column<R>[] {
  const texts = useTexts()
  const words = useLateTexts().costs
  const { count } = texts.format
  const figure = (key: string, head: string, of: (spent: Spent) => string): Column<R> => ({
    key,
    head,
    end: true,
    cell: ({ spent }) => of(spent),
    total: of(all),
  })
  return [
    figure('usd', words.amount, ({ cost_usd, unpriced }) => spendingLabel(texts, cost_usd, unpriced)),
    figure('calls', words.calls, ({ calls }) => count(calls)),
    figure('read', words.buckets.input ?? '', ({ read }) => count(read)),
    figure('cached', words.buckets.cached_read ?? '', ({ from_cache }) => count(from_cache)),
    figure('wrote', words.buckets.output ?? '', ({ wrote }) => count(wrote)),
  ]
}

/** Where it is one of those that are here. */
function questionOf(path: readonly PublicMessage[], turnId: string): string {
  const question = path.find(({ role, metadata }) => role === 'user' && metadata.turn_id === turnId)
  const texts = question?.content.flatMap((block) => (block.type === 'text' ? block.text : [])) ?? []
  return texts.join(' ').slice(0, 200)
}
