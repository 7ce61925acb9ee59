'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { AnswerOf, EndpointOf } from '#lib/api/contract.ts'
import { request } from './use-api.ts'
import { useBudgetChanges } from './use-budgets.ts'
import { ROUTING_KEY } from './use-routing.ts'

const ENDING_KEY = ['ending-models'] as const

export function useEndingModels() {
  return useQuery({
    queryKey: ENDING_KEY,
    queryFn: async () => (await request('GET', '/api/models/ending')).models,
  })
}

/** The rules as they would be with another model, and which of them change. */
export function useCarriedRules(from: string, to: string, isWanted: boolean) {
  return useQuery({
    queryKey: [...ROUTING_KEY, 'carried', from, to],
    queryFn: () => request('GET', '/api/admin/routing/carry-over', { query: { from, to } }),
    enabled: isWanted && to !== '',
    retry: false,
  })
}

/** The rules as they were shown, which go along, and why. */
interface RulesToo {
  based_on: number
  note: string
}

type Carried = AnswerOf<EndpointOf<'/api/models/carry-over', 'POST'>> & {
  /** The version of the rules that was made; `null`: none was. */
  rules: number | null
}

type CarryOver =
  | { state: 'carrying' }
  | { state: 'carried'; to: string; said: Carried }
  | { state: 'refused'; error: unknown }

/**
 * Sets one's own chats, their titles and one's own presets to another model, and before them, for all, the rules: where those
 * are refused nothing goes.
 */
export function useCarryOver(from: string) {
  const client = useQueryClient()
  const [carryOver, setCarryOver] = useState<CarryOver | null>(null)
  async function carry(to: string, rules: RulesToo | null) {
    if (carryOver?.state === 'carrying') return
    setCarryOver({ state: 'carrying' })
    try {
      const saved = rules && (await request('POST', '/api/admin/routing/carry-over', { body: { from, to, ...rules } }))
      const own = await request('POST', '/api/models/carry-over', { body: { from, to } })
      setCarryOver({
        state: 'carried',
        to,
        said: { ...own, rules: saved && saved.names.length > 0 ? saved.version : null },
      })
    } catch (error) {
      setCarryOver({ state: 'refused', error })
    }
    await Promise.all([
      client.invalidateQueries({ queryKey: ENDING_KEY }),
      client.invalidateQueries({ queryKey: ROUTING_KEY }),
    ])
  }
  return { carryOver, carry }
}

type BudgetsGoOn = { state: 'changing' } | { state: 'changed'; to: string } | { state: 'refused'; error: unknown }

/** Has budgets ask another model once they are spent, one after the other: what is refused leaves the rest as it is. */
export function useBudgetsGoOn() {
  const client = useQueryClient()
  const { change } = useBudgetChanges()
  const [budgetsGoOn, setBudgetsGoOn] = useState<BudgetsGoOn | null>(null)
  async function haveAsk(to: string, ids: readonly string[]) {
    if (budgetsGoOn?.state === 'changing') return
    setBudgetsGoOn({ state: 'changing' })
    try {
      for (const id of ids) await change(id, { route_to: to })
      setBudgetsGoOn({ state: 'changed', to })
    } catch (error) {
      setBudgetsGoOn({ state: 'refused', error })
    }
    await client.invalidateQueries({ queryKey: ENDING_KEY })
  }
  return { budgetsGoOn, haveAsk }
}
