/**
 * What answers do in one frame, all of them together, in characters: to parse these and to lay them out takes a fraction
 * of the time after which a page feels slow.
 */
export const SHARE = 10_000
const HIDDEN_MS = 100

type Turn = (share: number) => number

const waiting = new Set<Turn>()
let isAsked = false
let leftInRender = SHARE

/**
 * Runs in a frame in which there is a share left, and returns how much of it was used. Who asked last comes first: the
 * reader is at the end. Returns how not to.
 */
export function askForTurn(turn: Turn): () => void {
  waiting.add(turn)
  ask()
  return () => void waiting.delete(turn)
}

function ask(): void {
  if (isAsked || waiting.size === 0) return
  isAsked = true
  // A hidden page gets no frames.
  if (document.hidden) setTimeout(giveTurns, HIDDEN_MS)
  else requestAnimationFrame(giveTurns)
}

function giveTurns(): void {
  isAsked = false
  let left = SHARE
  for (const turn of [...waiting].reverse()) {
    if (left <= 0) break
    waiting.delete(turn)
    left -= turn(left)
  }
  if (waiting.size === 0) for (const resolve of awaiting.splice(0)) resolve()
  ask()
}

const awaiting: (() => void)[] = []

/** Resolves when nothing waits for its turn: then all that is mounted shows what it is. */
export function allTurnsGiven(): Promise<void> {
  return waiting.size === 0 ? Promise.resolve() : new Promise((resolve) => void awaiting.push(resolve))
}

/** The same while components are mounted: those that are mounted together share it. False where nothing is left of it. */
export function takeInRender(turn: Turn): boolean {
  if (leftInRender <= 0) return false
  if (leftInRender === SHARE) queueMicrotask(() => (leftInRender = SHARE))
  leftInRender -= turn(leftInRender)
  return true
}
