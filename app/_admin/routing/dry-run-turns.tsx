'use client'

import { type ReactNode, useState } from 'react'
import type { RouteChange } from '#lib/api/routing-dry-run.ts'
import type { RoutingDryRun } from '../../_client/use-routing.ts'
import { roughSpendingLabel, spendingLabel } from '../../_content/spending.ts'
import { useAdminTexts } from '../../_texts/admin-texts.ts'
import { useTexts } from '../../_texts/texts.ts'
import { Button } from '../../_ui/button.tsx'
import { PageLink } from '../../_ui/page-link.tsx'
import { type Column, Table } from '../../_ui/table.tsx'
import { useModelNames } from '../prices/use-model-names.ts'
import { useDryRun } from './use-dry-run.ts'

const TURNS = 1_000
/** So many are shown at first. */
const FEW = 20

/** What would have become of the turns of the past, and what they would have cost. */
export function DryRunTurns({ text, isFaulty }: { text: string; isFaulty: boolean }) {
  const words = useAdminTexts().routing
  const { found, isStale, isRunning, refusal, run } = useDryRun(text)
  return (
    <div>
      <h3 className="mb-1 font-semibold text-caption text-muted">{words.turns}</h3>
      <Button
        disabled={isFaulty || isRunning}
        onClick={() => void run({ turns: TURNS })}
        className="pointer-coarse:min-h-11"
      >
        {isRunning ? words.looking : words.try_turns}
      </Button>
      <p role="alert" className="mt-2 text-danger text-small empty:hidden">
        {refusal}
      </p>
      <div role="status" className="mt-3 max-w-[42em]">
        {found && isStale && <p className="text-warn">{words.stale}</p>}
        {found && <Sums found={found} />}
      </div>
      {found && found.changes.length > 0 && <Changes found={found} />}
    </div>
  )
}

function Sums({ found }: { found: RoutingDryRun }) {
  const texts = useTexts()
  const words = useAdminTexts().routing
  const { looked_at, unchanged, not_affected, changes, as_now } = found
  return (
    <>
      <p>
        <b className="font-semibold">
          {changes.length === 0 ? words.turns_none : words.turns_sum(looked_at, changes.length)}
        </b>{' '}
        {words.turns_rest(unchanged, not_affected)}{' '}
        {words.costs(
          spendingLabel(texts, found.cost_before, found.unpriced_before),
          spendingLabel(texts, found.cost_after, found.unpriced_after),
        )}
      </p>
      {as_now.length > 0 && <p className="mt-1 text-muted text-small">{words.as_now(as_now.join(', '))}</p>}
    </>
  )
}

function Changes({ found }: { found: RoutingDryRun }) {
  const texts = useTexts()
  const words = useAdminTexts().routing
  const names = useModelNames()
  const [areAll, showAll] = useState(false)
  const { changes } = found
  const rows = changes.map((change, at) => ({ ...change, key: String(at) }))
  const cost = (usd: string | null, unpriced: number) => (
    <span title={spendingLabel(texts, usd, unpriced)}>{roughSpendingLabel(texts, usd, unpriced)}</span>
  )
  const columns: Column<RouteChange & { key: string }>[] = [
    { key: 'when', head: words.when, cell: (change) => <When change={change} /> },
    { key: 'before', head: words.before, cell: ({ before }) => names.labelOf(before) },
    {
      key: 'after',
      head: words.after,
      cell: ({ after, reason }) => <span title={reason}>{after === null ? words.nothing : names.labelOf(after)}</span>,
    },
    { key: 'rule', head: words.rule, cell: ({ rule }) => rule ?? words.rest_of_chain },
    {
      key: 'cost_before',
      head: words.cost_before,
      end: true,
      cell: ({ cost_before, unpriced_before }) => cost(cost_before, unpriced_before),
    },
    {
      key: 'cost_after',
      head: words.cost_after,
      end: true,
      cell: ({ cost_after, unpriced_after }) => cost(cost_after, unpriced_after),
    },
  ]
  return (
    <div className="mt-3">
      <Table
        label={words.changes}
        columns={columns}
        rows={areAll ? rows : rows.slice(0, FEW)}
        keyOf={({ key }) => key}
      />
      <p className="mt-2 text-muted text-small">{words.estimate}</p>
      {!areAll && rows.length > FEW && (
        <Button onClick={() => showAll(true)} className="mt-3 pointer-coarse:min-h-11">
          {words.show_all(rows.length)}
        </Button>
      )}
    </div>
  )
}

function When({ change: { started_at, session_id } }: { change: RouteChange }): ReactNode {
  const { format } = useTexts()
  const words = useAdminTexts().routing
  const moment = format.moment(new Date(started_at))
  if (session_id === null) return <span title={words.somebody_else}>{moment}</span>
  return (
    <PageLink
      href={`/c/${session_id}`}
      aria-label={words.open_chat(moment)}
      className="whitespace-nowrap underline underline-offset-3"
    >
      {moment}
    </PageLink>
  )
}
