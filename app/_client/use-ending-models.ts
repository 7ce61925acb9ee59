'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { AnswerOf, EndpointOf } from '#lib/api/contract.ts'
import { request } from './use-api.ts'

const ENDING_KEY = ['ending-models'] as const

export function useEndingModels() {
  return useQuery({
    queryKey: ENDING_KEY,
    queryFn: async () => (await request('GET', '/api/models/ending')).models,
  })
}

type CarryOver =
  | { state: 'carrying' }
  | { state: 'carried'; said: AnswerOf<EndpointOf<'/api/models/carry-over', 'POST'>> }
  | { state: 'refused'; error: unknown }

/** Sets one's own chats and presets to another model. */
export function useCarryOver(from: string) {
  const client = useQueryClient()
  const [carryOver, setCarryOver] = useState<CarryOver | null>(null)
  async function carry(to: string) {
    if (carryOver?.state === 'carrying') return
    setCarryOver({ state: 'carrying' })
    try {
      setCarryOver({ state: 'carried', said: await request('POST', '/api/models/carry-over', { body: { from, to } }) })
    } catch (error) {
      setCarryOver({ state: 'refused', error })
    }
    await client.invalidateQueries({ queryKey: ENDING_KEY })
  }
  return { carryOver, carry }
}
