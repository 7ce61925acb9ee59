'use client'

import { useRef } from 'react'
import { isRefusal } from './use-api.ts'

/**
 * Sends what a person says under a key of its own, and under the same key where they send the same again because no answer
 * came: the first may have arrived.
 */
export function useAttempt() {
  const last = useRef<{ said: string; key: string } | null>(null)
  return async <T>(said: unknown, send: (key: string) => Promise<T>): Promise<T> => {
    const text = JSON.stringify(said)
    if (last.current?.said !== text) last.current = { said: text, key: crypto.randomUUID() }
    try {
      const answer = await send(last.current.key)
      last.current = null
      return answer
    } catch (error) {
      if (isRefusal(error)) last.current = null
      throw error
    }
  }
}
