'use client'

import { useId, useState } from 'react'
import type { Standing } from '#lib/api/budget.ts'
import { type ListedBudget, useBudgetChanges } from '../../_client/use-budgets.ts'
import { useAdminTexts } from '../../_texts/admin-texts.ts'
import { useTexts } from '../../_texts/texts.ts'
import { Button } from '../../_ui/button.tsx'
import { Meter } from '../../_ui/meter.tsx'
import { PageLink } from '../../_ui/page-link.tsx'
import { dayHere } from '../prices/local-time.ts'
import { useModelNames } from '../prices/use-model-names.ts'
import { SureDialog } from '../sure-dialog.tsx'
import { Tag } from '../tag.tsx'
import { BudgetDialog } from './budget-dialog.tsx'
import { useBudgetNames } from './use-budget-names.ts'
import { useStanding } from './use-standing.ts'

const TONE_OF = { under: 'plain', over_80: 'warn', over_95: 'danger', spent: 'danger' } as const

/** One budget: how it stands, when it begins anew, and what happens at its end. */
export function BudgetCard({ budget }: { budget: ListedBudget }) {
  const { format } = useTexts()
  const words = useAdminTexts().budgets
  const names = useModelNames()
  const id = useId()
  const [open, setOpen] = useState<'change' | 'remove' | null>(null)
  const { standings, share_count, limit_usd, route_to, allows_unpriced } = budget
  const isShared = (budget.scope === 'person' || budget.scope === 'member') && budget.person_id === null
  const { remove } = useBudgetChanges()
  const name = useBudgetNames().nameOf(budget)
  const [first] = standings
  const rules = [
    route_to === null ? words.blocks : words.routes(names.labelOf(route_to)),
    allows_unpriced ? words.allows_unpriced : words.refuses_unpriced,
  ]
  return (
    <li aria-labelledby={id} className="border-line-strong border-t py-5 last:border-b">
      <div className="mb-2 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h2 id={id} className="font-semibold font-serif text-h3">
          {name}
        </h2>
        <p className="figure text-ui">{format.cost(limit_usd)}</p>
      </div>
      {isShared ? (
        <People standings={standings} count={share_count} limit={limit_usd} />
      ) : (
        first && <Share standing={first} limit={limit_usd} />
      )}
      <p className="mt-2 text-muted text-small">
        {[...rules, ...(first ? [words.until(format.moment(new Date(first.ends_at)))] : [])].join(' ')}
      </p>
      <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2">
        <span className="flex gap-2">
          <Button
            aria-label={words.change_this(name)}
            onClick={() => setOpen('change')}
            className="pointer-coarse:min-h-11"
          >
            {words.change}
          </Button>
          <Button
            aria-label={words.remove_this(name)}
            onClick={() => setOpen('remove')}
            className="pointer-coarse:min-h-11"
          >
            {words.remove}
          </Button>
        </span>
        {first && (
          <PageLink
            href={usageSince(first.starts_at)}
            className="inline-flex items-center text-accent text-ui underline underline-offset-3 pointer-coarse:min-h-11"
          >
            {words.what_on}
          </PageLink>
        )}
      </div>
      {open === 'change' && <BudgetDialog budget={budget} onClose={() => setOpen(null)} />}
      {open === 'remove' && (
        <SureDialog
          title={words.remove_this(name)}
          about={words.remove_sure}
          keep={words.cancel}
          done={words.remove_now}
          onSure={() => remove(budget.id)}
          onClose={() => setOpen(null)}
        />
      )}
    </li>
  )
}

/** What came to it: where every sum opens to the calls that it is made of. */
function usageSince(startsAt: string): string {
  const said = new URLSearchParams({ from: dayHere(new Date(startsAt)), to: dayHere(new Date()) })
  return `/admin/usage?${said}`
}

function Share({ standing, limit }: { standing: Standing; limit: string }) {
  const { format } = useTexts()
  const words = useAdminTexts().budgets
  const { part, spent, left, notes } = useStanding(standing, limit)
  const text = words.used(spent, format.cost(limit))
  return (
    <>
      <Meter label={words.meter} text={text} part={part} tone={TONE_OF[standing.level]} />
      <p className="mt-1.5 flex flex-wrap items-baseline gap-x-3 text-small">
        <span className="figure">{text}</span>
        <Level of={standing} />
        <span className="figure ms-auto text-muted">{words.left(left)}</span>
      </p>
      {notes.length > 0 && <p className="text-muted text-small">{notes.join('; ')}</p>}
    </>
  )
}

function Level({ of: { level } }: { of: Standing }) {
  const { levels } = useAdminTexts().budgets
  return level === 'under' ? null : <Tag tone="warn">{levels[level]}</Tag>
}

/** Everybody's share, the largest first. */
function People({ standings, count, limit }: { standings: readonly Standing[]; count: number; limit: string }) {
  const words = useAdminTexts().budgets
  if (standings.length === 0) return <p className="text-muted text-small">{words.nobody}</p>
  return (
    <>
      <table className="w-full text-small">
        <thead className="text-caption text-muted">
          <tr>
            <th scope="col" className="py-1 pe-4 text-start font-semibold">
              {words.people}
            </th>
            <th scope="col" className="w-2/5 py-1 pe-4 text-start font-semibold max-sm:hidden">
              {words.meter}
            </th>
            <th scope="col" className="py-1 pe-4 text-end font-semibold">
              {words.spent}
            </th>
            <th scope="col" className="py-1 text-end font-semibold">
              {words.left_column}
            </th>
          </tr>
        </thead>
        <tbody>
          {standings.map((standing) => (
            <Person key={standing.person_id} standing={standing} limit={limit} />
          ))}
        </tbody>
      </table>
      {count > standings.length && (
        <p className="mt-1.5 text-muted text-small">{words.largest(standings.length, count)}</p>
      )}
    </>
  )
}

function Person({ standing, limit }: { standing: Standing; limit: string }) {
  const { format } = useTexts()
  const words = useAdminTexts().budgets
  const { personName } = useBudgetNames()
  const { part, spent, left, notes } = useStanding(standing, limit)
  const { person_id, level } = standing
  return (
    <tr className="border-line border-t align-baseline">
      <th scope="row" className="py-1.5 pe-4 text-start font-normal">
        <bdi>{personName(person_id ?? '')}</bdi> <Level of={standing} />
        {notes.length > 0 && <span className="block text-caption text-muted">{notes.join('; ')}</span>}
      </th>
      <td className="py-1.5 pe-4 max-sm:hidden">
        <Meter label={words.meter} text={words.used(spent, format.cost(limit))} part={part} tone={TONE_OF[level]} />
      </td>
      <td className="figure py-1.5 pe-4 text-end">{spent}</td>
      <td className="figure py-1.5 text-end">{left}</td>
    </tr>
  )
}
