'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { AnswerOf, EndpointOf, SaidBodyOf } from '#lib/api/contract.ts'
import { LABELS_KEY, SESSIONS_KEY } from './session-part.ts'
import { request } from './use-api.ts'
import { uploadImport } from './use-upload.ts'

const IMPORTS_KEY = ['imports'] as const

export type ListedImport = AnswerOf<EndpointOf<'/api/imports', 'GET'>>['imports'][number]
export type ImportDetail = AnswerOf<EndpointOf<'/api/imports/{id}', 'GET'>>
export type SaidChoices = SaidBodyOf<EndpointOf<'/api/imports/{id}/apply', 'POST'>>

const ASK_AGAIN_MS = 700

const isBusy = ({ state }: ListedImport) => state === 'reading' || state === 'applying' || state === 'undoing'

/** One's own, asked for again for as long as something is done. */
export function useImports() {
  const client = useQueryClient()
  const { data } = useQuery({
    queryKey: IMPORTS_KEY,
    queryFn: async () => (await request('GET', '/api/imports')).imports,
    refetchInterval: ({ state }) => (state.data?.some(isBusy) ? ASK_AGAIN_MS : false),
    // Whoever looks elsewhere comes back to how far it is.
    refetchIntervalInBackground: true,
  })
  const busy = data?.filter(isBusy).length ?? 0
  const before = useRef(0)
  // Chats came or went with what is over.
  useEffect(() => {
    if (busy < before.current) {
      void client.invalidateQueries({ queryKey: SESSIONS_KEY })
      void client.invalidateQueries({ queryKey: LABELS_KEY })
    }
    before.current = busy
  }, [busy, client])
  return data
}

/** What is in one of them, asked for again whenever it is another one than it was. */
export function useImport({ id, state, created }: ListedImport) {
  return useQuery({
    queryKey: [...IMPORTS_KEY, id, state, created],
    queryFn: () => request('GET', '/api/imports/{id}', { params: { id } }),
    enabled: state !== 'reading' && state !== 'applying' && state !== 'undoing',
  }).data
}

/** What is done to them; what goes wrong is kept until the next attempt. */
export function useImportChanges() {
  const client = useQueryClient()
  const [error, setError] = useState<unknown>(null)
  const [percent, setPercent] = useState<number | null>(null)
  const sending = useRef<AbortController | null>(null)

  async function run(work: () => Promise<unknown>): Promise<void> {
    setError(null)
    try {
      await work()
    } catch (cause) {
      if (!(cause instanceof DOMException && cause.name === 'AbortError')) setError(cause)
    }
    await client.invalidateQueries({ queryKey: IMPORTS_KEY })
  }

  return {
    error,
    /** Of the file that is being sent; null where none is. */
    percent,
    async send(file: File) {
      sending.current?.abort()
      const abort = new AbortController()
      sending.current = abort
      setPercent(0)
      await run(() => uploadImport(file, file.name, { signal: abort.signal, onProgress: setPercent }))
      if (sending.current === abort) setPercent(null)
    },
    stopSending: () => sending.current?.abort(),
    apply: (id: string, choices: SaidChoices) =>
      run(() => request('POST', '/api/imports/{id}/apply', { params: { id }, body: choices })),
    remove: (id: string, changed: 'keep' | 'delete' = 'keep') =>
      run(() => request('DELETE', '/api/imports/{id}', { params: { id }, query: { changed } })),
  }
}

export type ImportChanges = ReturnType<typeof useImportChanges>
