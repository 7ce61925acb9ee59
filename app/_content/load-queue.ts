import { atMost } from '../_ui/at-most.ts'
import { ownTask } from '../_ui/own-task.ts'

const MOST_AT_ONCE = 2
/** One that takes longer, or does not come, stands in nobody's way. */
const LONGEST_TURN_MS = 1_000

/**
 * For loads that nobody waits for, a few at a time: dozens at once would have all cores compile what nobody looks at, while
 * the page is being drawn.
 */
export function createLoadQueue() {
  const waiting: (() => void)[] = []
  let left = MOST_AT_ONCE

  function makeRoom(): void {
    left += 1
    waiting.shift()?.()
  }

  return {
    async enqueue<T>(load: () => Promise<T>): Promise<T> {
      if (left <= 0) await new Promise<void>((begin) => waiting.push(begin))
      left -= 1
      await ownTask()
      const loading = load()
      void atMost(LONGEST_TURN_MS, loading).then(makeRoom)
      return await loading
    },
    /** From now on somebody may wait for any of them. */
    allAtOnce() {
      left = Number.POSITIVE_INFINITY
      for (const begin of waiting.splice(0)) begin()
    },
  }
}
