'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { SaidBodyOf } from '#lib/api/contract.ts'
import type { keepProvider, Provider, Trial } from '#lib/api/provider.ts'
import { SHARED_MS } from './query-client.ts'
import { ApiError, request } from './use-api.ts'

const PROVIDERS_KEY = ['providers'] as const

/** What a person says of a provider. */
export type SaidProvider = SaidBodyOf<typeof keepProvider>

export function useProviders({ enabled = true } = {}) {
  return useQuery({
    queryKey: PROVIDERS_KEY,
    queryFn: () => request('GET', '/api/providers'),
    staleTime: SHARED_MS,
    enabled,
  })
}

/** Servers that answer on this machine. Nothing waits for them: they are there when they have answered. */
export function useLocalServers({ enabled = true } = {}) {
  return useQuery({
    queryKey: [...PROVIDERS_KEY, 'local'],
    queryFn: () => request('GET', '/api/providers/local'),
    enabled,
  })
}

export type Keeping =
  | { step: 'idle' }
  | { step: 'trying' }
  | { step: 'kept'; provider: Provider; trial: Trial }
  /** `canKeep`: the person may have it kept all the same. */
  | { step: 'refused'; error: ApiError; canKeep: boolean }

/** Has the server try what is said of a provider, and keep it. */
export function useKeeping() {
  const client = useQueryClient()
  const [keeping, setKeeping] = useState<Keeping>({ step: 'idle' })

  async function keep(id: string, said: SaidProvider): Promise<boolean> {
    setKeeping({ step: 'trying' })
    try {
      const { provider, trial } = await request('PUT', '/api/providers/{id}/key', { params: { id }, body: said })
      setKeeping({ step: 'kept', provider, trial })
      await Promise.all([
        client.invalidateQueries({ queryKey: PROVIDERS_KEY }),
        client.invalidateQueries({ queryKey: ['models'] }),
      ])
      return true
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setKeeping({ step: 'refused', error, canKeep: error.code === 'provider_refused' })
      return false
    }
  }

  return { keeping, keep, forget: () => setKeeping({ step: 'idle' }) }
}

/** What a trial has shown, or why there was none. */
export type Tested = { trial: Trial } | { error: unknown }

/** Asks a provider that is set up whether it works, and takes away what was stored of it. */
export function useProviderActions(id: string) {
  const client = useQueryClient()
  const [tested, setTested] = useState<Tested | 'asking' | null>(null)

  async function test(): Promise<void> {
    setTested('asking')
    try {
      setTested({ trial: await request('POST', '/api/providers/{id}/test', { params: { id }, body: {} }) })
    } catch (error) {
      setTested({ error })
    }
  }

  async function remove(): Promise<void> {
    await request('DELETE', '/api/providers/{id}/key', { params: { id } })
    setTested(null)
    await Promise.all([
      client.invalidateQueries({ queryKey: PROVIDERS_KEY }),
      client.invalidateQueries({ queryKey: ['models'] }),
    ])
  }

  return { tested, test, remove }
}
