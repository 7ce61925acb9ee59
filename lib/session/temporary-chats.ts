import type { LiveStream } from '../live/live-stream.ts'
import type { Logger } from '../log.ts'
import type { Store } from '../store/store.ts'
import type { TurnRunner } from '../turn/turn-runner.ts'
import type { Removal } from './removal.ts'

export interface TemporaryChatsDeps {
  store: Pick<Store, 'temporarySessions' | 'session'>
  live: Pick<LiveStream, 'isWatched' | 'visits' | 'publish'>
  turns: Pick<TurnRunner, 'whileStopped'>
  removal: Pick<Removal, 'remove'>
  log: Logger
  /** Milliseconds. */
  now?: () => number
}

/** How long after its last page was closed a chat is removed: a page that is loaded anew is no closed one. */
const GRACE_MS = 60_000
const LOOK_MS = 15_000

/** Removes temporary chats once nobody looks at them. */
export class TemporaryChats {
  readonly #deps: TemporaryChatsDeps
  /** Since when nobody was seen at them, null while somebody is; and how often somebody had come. */
  readonly #left = new Map<string, { since: number | null; visits: number }>()
  #timer: ReturnType<typeof setInterval> | undefined
  #looking: Promise<void> = Promise.resolve()

  constructor(deps: TemporaryChatsDeps) {
    this.#deps = deps
  }

  /** Alone: whatever is there was left by a process that is gone. Else it may be another's, and only what was watched here goes. */
  async start({ isAlone }: { isAlone: boolean }): Promise<void> {
    if (isAlone) for (const id of await this.#deps.store.temporarySessions()) await this.#remove(id)
    this.#timer = setInterval(() => this.#lookSoon(isAlone), LOOK_MS).unref()
  }

  async look({ isAlone }: { isAlone: boolean }): Promise<void> {
    const { store, live, now = Date.now } = this.#deps
    const ids = await store.temporarySessions()
    for (const id of this.#left.keys()) if (!ids.includes(id)) this.#left.delete(id)
    for (const id of ids) {
      const [known, visits] = [this.#left.get(id), live.visits(id)]
      // Of a dozen windows of a browser, some look in from time to time.
      if (live.isWatched(id) || (known && known.visits !== visits)) this.#left.set(id, { since: null, visits })
      else if (isAlone || known) {
        const since = known?.since ?? now()
        this.#left.set(id, { since, visits })
        if (now() - since >= GRACE_MS) await this.#remove(id)
      }
    }
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.#looking
  }

  async #remove(id: string): Promise<void> {
    const { store, live, turns, removal } = this.#deps
    const session = await store.session(id)
    await turns.whileStopped(id, () => removal.remove(id))
    if (session) live.publish(id, { type: 'deleted', owner_id: session.owner_id })
    this.#left.delete(id)
  }

  #lookSoon(isAlone: boolean): void {
    this.#looking = this.#looking
      .then(() => this.look({ isAlone }))
      .catch((cause: unknown) => {
        this.#deps.log.warn('temporary chats cannot be removed yet', { cause })
      })
  }
}
