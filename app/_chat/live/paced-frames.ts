/** Three parts of rest to one of work: whatever an answer holds, the page can be typed in, scrolled and stopped. */
const REST = 3
/** Words that come twenty times a second are read as a flow; to show them sixty times costs the page three times as much. */
const SHORTEST_PACE_MS = 48
/** A page that slept would otherwise rest as long again. */
const LONGEST_REST_MS = 2_000
/** A hidden page gets no animation frames. */
const HIDDEN_MS = 100

/**
 * Runs what it is given in the next animation frame, or once the page has rested from the last time. What that cost is known when
 * the browser comes back from rendering, which is the greater part of it.
 */
export function pacedFrames(): (run: () => void) => void {
  let rested = 0

  function work(run: () => void) {
    const start = performance.now()
    rested = start + SHORTEST_PACE_MS
    run()
    setTimeout(() => {
      const end = performance.now()
      rested = Math.max(rested, end + Math.min(REST * (end - start), LONGEST_REST_MS))
    })
  }

  return (run) => {
    if (document.hidden) return void setTimeout(run, HIDDEN_MS)
    const wait = rested - performance.now()
    if (wait <= 0) requestAnimationFrame(() => work(run))
    else setTimeout(() => requestAnimationFrame(() => work(run)), wait)
  }
}
