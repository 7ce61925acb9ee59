/** The longest wait between attempts, whatever a provider asks for (provider-adapter-contract §6.4). */
const LONGEST_DELAY_MS = 60_000
const FIRST_DELAY_MS = 1_000

export interface Timing {
  /** Resolves after the time, or as soon as the signal aborts. */
  sleep: (ms: number, signal: AbortSignal) => Promise<void>
  /** In [0, 1). */
  random: () => number
}

export const REAL_TIMING: Timing = { sleep, random: Math.random }

/** The provider's own word where there is one, else 1 s, 2 s, 4 s … and up to half of it again, so that clients spread out. */
export function retryDelay(attempt: number, retryAfterSeconds: number | null, random: () => number): number {
  const own = FIRST_DELAY_MS * 2 ** (attempt - 1) * (1 + random() / 2)
  const delay = retryAfterSeconds === null ? own : retryAfterSeconds * 1_000
  return Math.min(Math.max(delay, 0), LONGEST_DELAY_MS)
}

function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const finish = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', finish)
      resolve()
    }
    const timer = setTimeout(finish, ms)
    signal.addEventListener('abort', finish, { once: true })
    if (signal.aborted) finish()
  })
}
