import { setTimeout as sleep } from 'node:timers/promises'

export interface Pace {
  /** Resolves after so many milliseconds, or rejects with the reason once the signal aborts. */
  delay(ms: number, signal: AbortSignal): Promise<void>
  /** From 0 up to 1; decides how uneven the pace is, never what is said. */
  random(): number
  readonly wordsPerSecond: number
}

export const FIRST_WORD_MS = 250
export const SLOW_FIRST_WORD_MS = 5_000
export const SLOW_FACTOR = 8

/** How long it takes to say so many words, give or take 40 %. */
export function speakingMs(words: number, pace: Pace): number {
  return (words / pace.wordsPerSecond) * 1_000 * (0.6 + 0.8 * pace.random())
}

export async function delay(ms: number, signal: AbortSignal): Promise<void> {
  try {
    await sleep(ms, undefined, { signal })
  } catch (error) {
    throw signal.reason ?? error
  }
}
