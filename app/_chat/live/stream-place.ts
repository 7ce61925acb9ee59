/**
 * A browser has six connections to a server of HTTP/1.1 for all its windows together. So many of them may be streams
 * that stay open; the others are for what windows load and send.
 */
const PLACES = ['stream 1', 'stream 2', 'stream 3', 'stream 4']

/** Gives a place back. */
export type Leave = () => void

/**
 * Takes a place among the streams of this browser that stay open; `null` where there is none. Where `insists`, for the
 * window that somebody works in, there is one, and another window loses it: there `onLost` is called. A browser that does
 * not tell windows of each other (it does on pages that came safely) has places for all, and so has a newer HTTP.
 */
export async function takeStreamPlace(insists: boolean, onLost: () => void): Promise<Leave | null> {
  if (!navigator.locks || isNewerHttp()) return () => {}
  for (const name of PLACES) {
    const leave = await take(name, { ifAvailable: true }, onLost)
    if (leave) return leave
  }
  return insists ? await take('stream 1', { steal: true }, onLost) : null
}

function take(name: string, options: LockOptions, onLost: () => void): Promise<Leave | null> {
  return new Promise((resolve) => {
    let isHeld = false
    navigator.locks
      .request(name, options, (lock) => {
        isHeld = lock !== null
        return isHeld ? new Promise<void>(resolve) : resolve(null)
      })
      // Forbidden with all other storage, it tells windows nothing of each other.
      .catch(() => (isHeld ? onLost() : resolve(() => {})))
  })
}

function isNewerHttp(): boolean {
  const loaded = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
  return loaded.some(({ nextHopProtocol }) => /^h[23]/.test(nextHopProtocol))
}
