import type { Logger } from '../log.ts'
import type { Store } from '../store/store.ts'

/** Between two pieces of work, for everything else that waits for the database. */
const PAUSE_MS = 20
/** Only an answer that was cut off, or what another process brought back, is still to come. */
const LOOK_AGAIN_MS = 60_000

export interface BackgroundIndex {
  /** There is more to do than there was: it is not to wait until it is looked for. */
  wake: () => void
  stop: () => Promise<void>
}

/** Makes findable what is not yet, a little at a time, for as long as the server runs. */
export function indexInBackground(
  { store, log }: { store: Pick<Store, 'indexPending'>; log: Logger },
  { pauseMs = PAUSE_MS, lookAgainMs = LOOK_AGAIN_MS } = {},
): BackgroundIndex {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isWoken = false
  let isStopped = false
  let working: Promise<void>

  async function work(): Promise<void> {
    let isMore = false
    isWoken = false
    timer = undefined
    try {
      isMore = await store.indexPending()
    } catch (cause) {
      // What stays is found later: it is marked in the database.
      log.warn('what was said before could not be made findable; it is tried again', { cause })
    }
    if (isStopped) return
    timer = setTimeout(start, isMore || isWoken ? pauseMs : lookAgainMs)
    timer.unref()
  }
  function start(): void {
    working = work()
  }

  working = work()
  return {
    wake() {
      isWoken = true
      if (timer === undefined || isStopped) return
      clearTimeout(timer)
      start()
    },
    async stop() {
      isStopped = true
      await working
      clearTimeout(timer)
    },
  }
}
