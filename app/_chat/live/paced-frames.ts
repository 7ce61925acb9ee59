/** Three parts of rest to one of work: whatever an answer holds, the page can be typed in, scrolled and stopped. */
const REST = 3
/** The server gathers words for a little longer: what comes is not held back a second time. */
const SHORTEST_PACE_MS = 40
/** A page that slept would otherwise rest as long again. */
const LONGEST_REST_MS = 2_000
/** A hidden page gets no animation frames. */
const HIDDEN_MS = 100

/**
 * Runs what it is given soon, or once the page has rested from the last time. What that cost is known when the browser comes
 * back from rendering, which is the greater part of it. It runs before a frame and not within it: what is scrolled within
 * one, to follow the text, is told to the page in another, which costs nearly as much again. What comes `first` waits for no
 * rest: it is shown once for each answer, and the page rests after it.
 */
export function pacedFrames(): (run: () => void, first?: boolean) => void {
  let rested = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  function work(run: () => void) {
    const start = performance.now()
    run()
    const cost = performance.now() - start
    rested = start + SHORTEST_PACE_MS
    restFrom(cost)
    requestAnimationFrame(() => {
      const rendering = performance.now()
      setTimeout(() => restFrom(cost + performance.now() - rendering))
    })
  }

  function restFrom(cost: number) {
    rested = Math.max(rested, performance.now() + Math.min(REST * cost, LONGEST_REST_MS))
  }

  return (run, first = false) => {
    const rest = document.hidden ? HIDDEN_MS : Math.max(0, rested - performance.now())
    clearTimeout(timer)
    timer = setTimeout(() => work(run), first ? 0 : rest)
  }
}
