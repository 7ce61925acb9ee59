'use client'

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { AnswerOf, EndpointOf, SaidQueryOf } from '#lib/api/contract.ts'
import { download } from './download.ts'
import { addressOf, request } from './use-api.ts'

export type ExportFormatName = NonNullable<SaidQueryOf<EndpointOf<'/api/export', 'GET'>>['format']>

/** What all of one's chats are offered as, in this order. */
export const FORMATS = ['ndjson', 'markdown', 'html'] as const satisfies readonly ExportFormatName[]

type Progress = AnswerOf<EndpointOf<'/api/exports/{name}', 'GET'>>

const ASK_AGAIN_MS = 500
/** Of questions that found nothing begun: a browser may ask its person before it downloads anything. */
const MOST_WAITS = 120

/** `type`: of a wire format; null is that of the chat's own model. */
export function downloadChat(id: string, format: ExportFormatName, type: string | null): void {
  const query = { format, ...(format === 'wire' && type !== null && { type }) }
  download(addressOf('/api/sessions/{id}/export', { params: { id }, query }))
}

/** All that one owns. The browser downloads it; the page only asks how far it is, and holds none of it. */
export function useExport() {
  const [name, setName] = useState<string | null>(null)
  const { data } = useQuery({
    queryKey: ['export', name],
    enabled: name !== null,
    queryFn: () => request('GET', '/api/exports/{name}', { params: { name: name ?? '' } }),
    refetchInterval: ({ state }) => (isOver(state.data, state.dataUpdateCount) ? false : ASK_AGAIN_MS),
    // Whoever looks elsewhere comes back to how far it is.
    refetchIntervalInBackground: true,
    retry: false,
    gcTime: 0,
  })

  function start(format: ExportFormatName) {
    const next = crypto.randomUUID()
    setName(next)
    download(addressOf('/api/export', { query: { format, name: next } }))
  }

  async function stop() {
    if (name !== null) await request('DELETE', '/api/exports/{name}', { params: { name } })
  }

  return {
    /** Null where none was begun. */
    progress: name === null ? null : (data ?? WAITING),
    start,
    stop,
  }
}

const WAITING: Progress = { state: 'waiting', chats: 0, of: 0, bytes: 0 }

function isOver(progress: Progress | undefined, asked: number): boolean {
  if (progress === undefined || progress.state === 'running') return false
  return progress.state !== 'waiting' || asked > MOST_WAITS
}
