'use client'

import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import type { AnswerOf, EndpointOf, SaidBodyOf } from '#lib/api/contract.ts'
import { request } from './use-api.ts'
import { useAttempt } from './use-attempt.ts'

const BUDGETS_KEY = ['budgets'] as const

export type SaidBudget = SaidBodyOf<EndpointOf<'/api/admin/budgets', 'POST'>>
export type BudgetChange = SaidBodyOf<EndpointOf<'/api/admin/budgets/{id}', 'PATCH'>>
export type ListedBudget = AnswerOf<EndpointOf<'/api/admin/budgets', 'GET'>>['budgets'][number]

/** Those that count what whoever looks spends. `moment`: whatever it is, they are asked for anew when it changes. */
export function useOwnBudgets(moment: string | null) {
  return useQuery({
    queryKey: [...BUDGETS_KEY, 'own', moment],
    queryFn: async () => (await request('GET', '/api/budgets')).budgets,
    placeholderData: keepPreviousData,
  })
}

export function useBudgets() {
  return useQuery({
    queryKey: [...BUDGETS_KEY, 'all'],
    queryFn: async () => (await request('GET', '/api/admin/budgets')).budgets,
  })
}

/** Each throws what the server says against it. */
export function useBudgetChanges() {
  const client = useQueryClient()
  const attempt = useAttempt()
  const shown = () => client.invalidateQueries({ queryKey: BUDGETS_KEY })
  return {
    async create(said: SaidBudget) {
      await attempt(said, (key) => request('POST', '/api/admin/budgets', { body: said, key }))
      await shown()
    },
    async change(id: string, change: BudgetChange) {
      await request('PATCH', '/api/admin/budgets/{id}', { params: { id }, body: change })
      await shown()
    },
    async remove(id: string) {
      await request('DELETE', '/api/admin/budgets/{id}', { params: { id } })
      await shown()
    },
  }
}
