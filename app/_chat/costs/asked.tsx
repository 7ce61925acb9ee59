'use client'

import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { errorWords } from '../../_client/error-words.ts'
import { useLateTexts, useTexts } from '../../_texts/texts.ts'
import { Button } from '../../_ui/button.tsx'

/** What was asked of the server: that it is on its way, that it failed, with a way to ask again, or what came. */
export function Asked<T>({ query, children }: { query: UseQueryResult<T>; children: (data: T) => ReactNode }) {
  const texts = useTexts()
  const words = useLateTexts().costs
  const { data, error, refetch } = query
  if (error) {
    return (
      <div role="alert" className="space-y-3">
        <p>{errorWords(texts, error)}</p>
        <Button onClick={() => void refetch()}>{words.try_again}</Button>
      </div>
    )
  }
  // So high that little moves when it is there.
  return data ? children(data) : <p className="min-h-48 text-muted">{words.loading}</p>
}
