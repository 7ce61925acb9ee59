'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { request } from './use-api.ts'

const ALL_SESSIONS_KEY = ['all sessions'] as const

/** How many chats there are, and what can be brought back. */
export function useAllSessions() {
  return useQuery({ queryKey: ALL_SESSIONS_KEY, queryFn: () => request('GET', '/api/sessions/all') })
}

/** Whatever comes of it, how many there are is asked anew. `onDeleted` hears which are gone, `onRestored` what came back. */
export function useDeletion({
  onDeleted,
  onRestored,
}: {
  onDeleted: (ids: readonly string[]) => void
  onRestored: (at: string) => void
}) {
  const client = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)

  async function run<T>(work: () => Promise<T>): Promise<T | null> {
    setBusy(true)
    setError(null)
    try {
      return await work()
    } catch (cause) {
      setError(cause)
      return null
    } finally {
      await client.invalidateQueries({ queryKey: ALL_SESSIONS_KEY })
      setBusy(false)
    }
  }

  return {
    isBusy,
    error,
    /** Resolves with what is to be said of it; null where it was refused. */
    deleteAll: (chats: number) =>
      run(async () => {
        const { deleted, left } = await request('DELETE', '/api/sessions/all', { query: { chats } })
        onDeleted(deleted)
        return { deleted: deleted.length, left }
      }),
    restore: (at: string) =>
      run(async () => {
        const { restored } = await request('POST', '/api/sessions/all/restore', { body: { at } })
        onRestored(at)
        return restored
      }),
  }
}
