'use client'

import { clsx } from 'clsx'
import type { OwnBudget } from '#lib/api/budget.ts'
import { useModels } from '../_client/use-api.ts'
import { useOwnBudgets } from '../_client/use-budgets.ts'
import { useLateTexts, useTexts } from '../_texts/texts.ts'
import { Icon } from '../_ui/icon.tsx'
import { modelLabel } from './models/model.ts'

/**
 * Says before anything is sent that a budget comes to its end, and the way on where it is there. `moment`: whatever it is,
 * the budgets are looked at again when it changes.
 */
export function BudgetNotice({
  moment,
  model,
  onPick,
}: {
  moment: string | null
  /** The one that is asked; `null` where the default decides. */
  model: string | null
  onPick: (id: string) => void
}) {
  const { format } = useTexts()
  const words = useLateTexts().budget_notice
  const models = useModels().data
  // The first one is the nearest to its end.
  const [budget] = useOwnBudgets(moment).data ?? []
  if (!budget || budget.standing.level === 'under') return null
  const { scope, period, limit_usd, route_to, standing } = budget
  const [whose, time] = [words.whose[scope], words.times[period]]
  const isSpent = standing.level === 'spent'
  const limit = format.cost(limit_usd)
  const label = route_to && modelLabel(route_to, models?.models ?? [])
  return (
    <div
      role="status"
      className={clsx(
        'mb-2 flex flex-wrap items-baseline gap-x-3 gap-y-1 rounded-card border px-4 py-2.5 text-small',
        isSpent ? 'border-danger-line bg-danger-soft' : 'border-warn-line bg-warn-soft',
      )}
    >
      <span className={clsx('self-center', isSpent ? 'text-danger' : 'text-warn')}>
        <Icon name="alert" />
      </span>
      <p className="min-w-0 flex-1 basis-64">
        {isSpent
          ? words.spent(whose, time, limit)
          : words.nearly(whose, time, format.roughCost(standing.left_usd), limit)}{' '}
        <Then budget={budget} label={label} />
      </p>
      {isSpent && route_to && label && model !== null && model !== route_to && (
        <button
          type="button"
          onClick={() => onPick(route_to)}
          className="font-medium text-accent underline underline-offset-3 pointer-coarse:min-h-11"
        >
          {words.ask_it(label)}
        </button>
      )}
    </div>
  )
}

/** When it begins anew, and what is asked until then. */
function Then({ budget: { standing }, label }: { budget: OwnBudget; label: string | null }) {
  const { format } = useTexts()
  const words = useLateTexts().budget_notice
  const anew = words.anew(format.moment(new Date(standing.ends_at)))
  if (standing.level !== 'spent') return anew
  return `${anew} ${label ? words.routes(label) : words.blocks}`
}
