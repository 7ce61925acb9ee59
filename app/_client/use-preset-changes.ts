'use client'

import { useQueryClient } from '@tanstack/react-query'
import type { EndpointOf, SaidBodyOf } from '#lib/api/contract.ts'
import { request } from './use-api.ts'
import { useAttempt } from './use-attempt.ts'
import { PRESETS_KEY } from './use-presets.ts'

export type SaidPreset = SaidBodyOf<EndpointOf<'/api/presets', 'POST'>>
export type PresetChange = SaidBodyOf<EndpointOf<'/api/presets/{id}', 'PATCH'>>

/** Each throws what the server says against it. */
export function usePresetChanges() {
  const client = useQueryClient()
  const attempt = useAttempt()
  const shown = () => client.invalidateQueries({ queryKey: PRESETS_KEY })
  return {
    async create(preset: SaidPreset) {
      const made = await attempt(preset, (key) => request('POST', '/api/presets', { body: preset, key }))
      await shown()
      return made
    },
    async change(id: string, change: PresetChange) {
      const changed = await request('PATCH', '/api/presets/{id}', { params: { id }, body: change })
      await shown()
      return changed
    },
    async remove(id: string) {
      await request('DELETE', '/api/presets/{id}', { params: { id } })
      await shown()
    },
  }
}
