'use client'

import { useRef } from 'react'
import { isRefusal } from './use-api.ts'

/** What was sent, as JSON, and the key that it was sent under. */
export interface Attempt {
  said: string
  key: string
}

/** Where the last one is remembered for as long as it may have arrived without an answer. */
interface LastAttempt {
  read: () => Attempt | null
  write: (attempt: Attempt | null) => void
}

/**
 * Sends what a person says under a key of its own, and under the same key where they send the same again because no answer
 * came: the first may have arrived. Without `last` that is remembered by the component alone.
 */
export function useAttempt(last?: LastAttempt) {
  const own = useRef<Attempt>(null)
  return async <T>(said: unknown, send: (key: string) => Promise<T>): Promise<T> => {
    const write = (attempt: Attempt | null) => {
      if (last) last.write(attempt)
      else own.current = attempt
    }
    const text = JSON.stringify(said)
    let attempt = last ? last.read() : own.current
    if (attempt?.said !== text) {
      attempt = { said: text, key: crypto.randomUUID() }
      write(attempt)
    }
    try {
      const answer = await send(attempt.key)
      write(null)
      return answer
    } catch (error) {
      if (isRefusal(error)) write(null)
      throw error
    }
  }
}
