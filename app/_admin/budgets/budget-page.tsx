'use client'

import { useState } from 'react'
import { useBudgets } from '../../_client/use-budgets.ts'
import { PageTitle } from '../../_frame/page-title.tsx'
import { useAdminTexts } from '../../_texts/admin-texts.ts'
import { Button } from '../../_ui/button.tsx'
import { useHydrated } from '../../_ui/use-hydrated.ts'
import { BudgetCard } from './budget-card.tsx'
import { BudgetDialog } from './budget-dialog.tsx'
import { useBudgetNames } from './use-budget-names.ts'

/** What may be spent, how it stands, and what happens at the end of it. */
export function BudgetPage() {
  const words = useAdminTexts().budgets
  const budgets = useBudgets()
  const names = useBudgetNames()
  const data = names.isPending || names.isError ? undefined : budgets.data
  const [isAdding, setAdding] = useState(false)
  const isHydrated = useHydrated()
  return (
    <>
      <title>{`${words.title} · Metis`}</title>
      <PageTitle title={words.title} about={words.about}>
        <Button
          variant="primary"
          disabled={!isHydrated}
          onClick={() => setAdding(true)}
          className="pointer-coarse:min-h-11"
        >
          {words.add}
        </Button>
      </PageTitle>
      {!data && (budgets.isError || names.isError) && (
        <div className="space-y-2">
          <p>{words.not_loaded}</p>
          <Button onClick={() => void Promise.all([budgets.refetch(), names.refetch()])}>{words.try_again}</Button>
        </div>
      )}
      {data?.length === 0 && <p className="border-line border-y py-4 text-muted">{words.none}</p>}
      <ul className="max-w-[52rem]">
        {data?.map((budget) => (
          <BudgetCard key={budget.id} budget={budget} />
        ))}
      </ul>
      {isAdding && <BudgetDialog budget={null} onClose={() => setAdding(false)} />}
    </>
  )
}
