import type { Logger } from '../log.ts'
import type { Store } from '../store/store.ts'

/** Between two pieces of work, for everything else that waits for the database. */
const PAUSE_MS = 20
/** Only an answer that was cut off is still to come. */
const LOOK_AGAIN_MS = 60_000

/** Makes findable what is not yet, a little at a time, for as long as the server runs. */
export function indexInBackground(
  { store, log }: { store: Pick<Store, 'indexPending'>; log: Logger },
  { pauseMs = PAUSE_MS, lookAgainMs = LOOK_AGAIN_MS } = {},
): { stop: () => Promise<void> } {
  let timer: ReturnType<typeof setTimeout>
  let isStopped = false
  let working: Promise<void>

  async function work(): Promise<void> {
    let isMore = false
    try {
      isMore = await store.indexPending()
    } catch (cause) {
      // What stays is found later: it is marked in the database.
      log.warn('what was said before could not be made findable; it is tried again', { cause })
    }
    if (isStopped) return
    timer = setTimeout(start, isMore ? pauseMs : lookAgainMs)
    timer.unref()
  }
  function start(): void {
    working = work()
  }

  working = work()
  return {
    async stop() {
      isStopped = true
      await working
      clearTimeout(timer)
    },
  }
}
