import type { Budget, BudgetPatch } from '../budgets/budget.ts'
import type { KeptAnswer } from './store.ts'

/** What is counted by itself: of one budget, in one day or month, and of one person where each has a share. */
export interface BudgetShare {
  budget_id: string
  /** `''` where all of it is one. */
  subject: string
  /** Microseconds. */
  starts_at: number
}

/** How a share stands. Amounts are whole 10^-12 dollars. */
export interface Standing extends BudgetShare {
  spent: bigint
  /** Part of it: estimates of calls whose end nobody saw. */
  uncertain: bigint
  /** What calls that have not ended may still take; without what is held under the id that is asked for, where one is. */
  held: bigint
  unpriced_calls: number
}

export interface HeldShare extends BudgetShare {
  limit: bigint
  /** It is counted, and kept by no limit. */
  passes: boolean
}

export interface Hold {
  /** Of the turn, or of a request that is part of none. What was held under it before is forgotten. */
  hold_id: string
  /** Microseconds. */
  at: number
  amount: bigint
  shares: readonly HeldShare[]
}

/** Budgets and what is spent of them. Calls settle themselves as they end. */
export interface BudgetStore {
  /** In the order in which they were made. */
  list(): Promise<Budget[]>
  /** With what was spent since `since`, microseconds, and with the calls that run. */
  add(budget: Budget, since: number, kept?: KeptAnswer): Promise<'added' | 'taken'>
  /** Null where there is none. */
  change(id: string, patch: BudgetPatch): Promise<Budget | null>
  remove(id: string): Promise<boolean>
  /** One for each share, in their order. */
  standings(shares: readonly BudgetShare[]): Promise<Standing[]>
  /** Those of everybody who has a share, the largest first; `count` is of those beyond the limit, too. */
  everybody(budgetId: string, startsAt: number, limit: number): Promise<{ standings: Standing[]; count: number }>
  /**
   * Holds the amount of every share, or of none where one of them has not so much left: of two at once, one comes second.
   * `standings` are those of the moment before.
   */
  hold(hold: Hold): Promise<{ held: boolean; standings: Standing[] }>
  /** For what was held and never called. */
  release(holdIds: readonly string[]): Promise<void>
}
