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
  /** Whose turn it is, with the time at which that is over; the first of them first. */
  const turns = new Map<object, number>()
  let most = MOST_AT_ONCE
  let isWatched = false

  function beginNext(): void {
    while (turns.size < most && waiting.length > 0) waiting.shift()?.()
    watch()
  }

  /** One timer for all of them, and only where somebody waits. */
  function watch(): void {
    const [first] = turns
    if (isWatched || waiting.length === 0 || first === undefined) return
    isWatched = true
    setTimeout(endLongTurns, first[1] - performance.now())
  }

  function endLongTurns(): void {
    isWatched = false
    for (const [turn, end] of turns) if (end <= performance.now()) turns.delete(turn)
    beginNext()
  }

  return {
    async enqueue<T>(load: () => Promise<T>): Promise<T> {
      const turn = {}
      await new Promise<void>((begin) => {
        waiting.push(() => {
          turns.set(turn, performance.now() + LONGEST_TURN_MS)
          begin()
        })
        beginNext()
      })
      await ownTask()
      const loading = load()
      const end = () => {
        if (turns.delete(turn)) beginNext()
      }
      void loading.then(end, end)
      return await loading
    },
    /** From now on somebody may wait for any of them. */
    allAtOnce() {
      most = Number.POSITIVE_INFINITY
      beginNext()
    },
  }
}
