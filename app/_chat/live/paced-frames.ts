/** Three parts of rest to one of work: whatever an answer holds, the page can be typed in, scrolled and stopped. */
const REST = 3
/** A page that slept would otherwise rest as long again. */
const LONGEST_REST_MS = 2_000
/** A hidden page gets no animation frames. */
const HIDDEN_MS = 100

/**
 * Runs what it is given in an animation frame, and once the page has rested from the last time. What that cost is known when
 * the browser comes back from rendering, which is the greater part of it.
 */
export function pacedFrames(): (run: () => void) => void {
  let rested = 0

  function work(run: () => void) {
    const start = performance.now()
    run()
    setTimeout(() => {
      const end = performance.now()
      rested = end + Math.min(REST * (end - start), LONGEST_REST_MS)
    })
  }

  return (run) => {
    if (document.hidden) return void setTimeout(run, HIDDEN_MS)
    const wait = rested - performance.now()
    if (wait <= 0) requestAnimationFrame(() => work(run))
    else setTimeout(() => requestAnimationFrame(() => work(run)), wait)
  }
}
