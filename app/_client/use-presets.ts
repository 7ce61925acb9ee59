'use client'

import { useQuery } from '@tanstack/react-query'
import { request } from './use-api.ts'

export const PRESETS_KEY = ['presets'] as const

/** Asked for anew wherever they are opened: another window may have changed them. */
export function usePresets({ enabled = true } = {}) {
  return useQuery({
    queryKey: PRESETS_KEY,
    queryFn: async () => (await request('GET', '/api/presets')).presets,
    enabled,
  })
}
