'use client'

import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useSamePerson } from './page-person.ts'
import { PageQueryClient } from './query-client.ts'

/** Keeps what the server answered to one person for everything below it. */
export function QueryProvider({ children }: { children: ReactNode }) {
  const [client] = useState(() => new PageQueryClient({ defaultOptions: { queries: { retry: 1 } } }))
  useSamePerson()
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>
}
