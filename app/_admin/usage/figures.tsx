'use client'

import { createContext, useContext } from 'react'
import { isNegative, withoutSign } from '../../_content/dollars.ts'
import { roughSpendingLabel, spendingLabel } from '../../_content/spending.ts'
import { useAdminTexts } from '../../_texts/admin-texts.ts'
import { useTexts } from '../../_texts/texts.ts'
import type { Costs } from './costs.ts'

/** Whether every figure of the page is shown to its last digit. */
export const Exactness = createContext(false)

/** How the page writes its figures: short, or to the last digit. */
export function useFigures() {
  const texts = useTexts()
  const words = useAdminTexts().usage
  const isExact = useContext(Exactness)
  const { format } = texts

  function spending(costs: Costs, exactly = isExact): string {
    const { cost_usd, unpriced_calls, unknown_calls } = costs
    // Nothing that is known was due: that is not nothing.
    if (unknown_calls > 0 && unpriced_calls === 0 && Number(cost_usd ?? 0) === 0) return words.not_known
    return (exactly ? spendingLabel : roughSpendingLabel)(texts, cost_usd, unpriced_calls)
  }

  function amount(usd: string, exactly = isExact): string {
    return exactly ? format.amount(usd) : format.roughCost(usd)
  }

  return {
    /** Never zero for what has no price or is not known. */
    spending,
    amount,
    /** `−$15.30` of what was saved, `+$0.02` where it cost more. */
    saving: (usd: string, exactly = isExact) =>
      Number(usd) === 0 ? '·' : `${isNegative(usd) ? '+' : '−'}${amount(withoutSign(usd), exactly)}`,
    tokens: (count: number) => (isExact ? format.count(count) : format.thousands(count)),
  }
}

/** What was spent, and to its last digit on demand. */
export function Spending({ of }: { of: Costs | undefined }) {
  const { spending } = useFigures()
  return of && <span title={spending(of, true)}>{spending(of)}</span>
}

/** An amount that is known. */
export function Amount({ usd }: { usd: string }) {
  const { amount } = useFigures()
  return <span title={amount(usd, true)}>{amount(usd)}</span>
}

export function Saving({ usd }: { usd: string }) {
  const { saving } = useFigures()
  return (
    <span title={saving(usd, true)} className={Number(usd) > 0 ? 'text-ok' : undefined}>
      {saving(usd)}
    </span>
  )
}

/** In thousands, or all of them. `part`: what is to be said of some of them, with how many these are. */
export function Tokens({ count, part }: { count: number; part?: { count: number; said: (count: number) => string } }) {
  const words = useAdminTexts().usage
  const { tokens } = useFigures()
  const all = words.tokens_exactly(count)
  return <span title={part && part.count > 0 ? `${all}, ${part.said(part.count)}` : all}>{tokens(count)}</span>
}
