/**
 * Resolves in a task of its own. What a page begins with is asked for in one commit: to begin it all in one task keeps a
 * phone for long enough to be felt.
 */
export function ownTask(): Promise<void> {
  return new Promise((begin) => setTimeout(begin))
}

export function inOwnTask<T>(load: () => Promise<T>): () => Promise<T> {
  return async () => {
    await ownTask()
    return await load()
  }
}

const MOST_AT_ONCE = 2

/**
 * For loads that nobody waits for, a few at a time: dozens at once would have all cores compile what nobody looks at, while
 * the page is being drawn.
 */
export function createTurns() {
  const waiting: (() => void)[] = []
  let left = MOST_AT_ONCE
  return {
    async inTurn<T>(load: () => Promise<T>): Promise<T> {
      if (left <= 0) await new Promise<void>((begin) => waiting.push(begin))
      left -= 1
      try {
        await ownTask()
        return await load()
      } finally {
        left += 1
        waiting.shift()?.()
      }
    },
    /** From now on somebody may wait for any of them. */
    allAtOnce() {
      left = Number.POSITIVE_INFINITY
      for (const begin of waiting.splice(0)) begin()
    },
  }
}
