'use client'

import { useQuery } from '@tanstack/react-query'
import { request } from './use-api.ts'

export function usePriceVersions() {
  return useQuery({ queryKey: ['prices', 'versions'], queryFn: () => request('GET', '/api/admin/prices') })
}
