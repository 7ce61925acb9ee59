'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { TestedModel } from '#lib/api/admin-model.ts'
import { request } from './use-api.ts'

const ADMIN_MODELS_KEY = ['admin-models'] as const

/** Every model, with what is known of it and by whom. */
export function useAdminModels() {
  return useQuery({
    queryKey: ADMIN_MODELS_KEY,
    queryFn: async () => (await request('GET', '/api/admin/models')).models,
  })
}

export type ModelTrial =
  | { state: 'asking' }
  | { state: 'answered'; said: TestedModel }
  | { state: 'refused'; error: unknown }

/** Asks a model for a word or a call, which is billed: nothing is asked twice at a time. */
export function useModelTrial(model: string) {
  const client = useQueryClient()
  const [trial, setTrial] = useState<ModelTrial | null>(null)
  async function ask(calls_tool: boolean) {
    if (trial?.state === 'asking') return
    setTrial({ state: 'asking' })
    try {
      setTrial({
        state: 'answered',
        said: await request('POST', '/api/admin/models/test', { body: { model, calls_tool } }),
      })
    } catch (error) {
      setTrial({ state: 'refused', error })
    }
    // What was seen of it, and whether it can be counted on, is other than before.
    await client.invalidateQueries({ queryKey: ADMIN_MODELS_KEY })
  }
  return { trial, ask }
}
