'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { BackupState } from '#lib/api/backup.ts'
import { showAnswer } from './show-answer.ts'
import { request } from './use-api.ts'

const BACKUPS_KEY = ['backups'] as const

/** The last backup, the next one, and how one is begun. */
export function useBackups(atFirst: BackupState) {
  const client = useQueryClient()
  const { data, error } = useQuery({
    queryKey: BACKUPS_KEY,
    queryFn: () => request('GET', '/api/admin/backups'),
    initialData: atFirst,
    // It may have changed since.
    initialDataUpdatedAt: 0,
    refetchInterval: ({ state }) => (state.data?.is_running ? 1_000 : 60_000),
  })
  const begin = useMutation({
    mutationFn: () => request('POST', '/api/admin/backups'),
    onSuccess: (begun) => showAnswer(client, BACKUPS_KEY, begun),
  })
  return { state: data, begin: () => begin.mutate(), isBeginning: begin.isPending, error: error ?? begin.error }
}
