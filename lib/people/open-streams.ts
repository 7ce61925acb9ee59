import type { Logger } from '../log.ts'
import type { AccountStore } from '../store/account-store.ts'

/** How soon a stream ends whose session was ended by another process, or has expired. */
const LOOK_MS = 3_000

interface Deps {
  store: Pick<AccountStore, 'liveSessions'>
  /** The time as it is stored. */
  now: () => string
  log: Logger
}

/** Answers that stay open, and end when whoever asked is not signed in any more. */
export class OpenStreams {
  readonly #deps: Deps
  readonly #open = new Map<string, Set<AbortController>>()
  #timer: ReturnType<typeof setInterval> | undefined

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** Aborted when `request` is, and when the session ends. */
  watch(sessionId: string, request: AbortSignal): AbortSignal {
    const stream = new AbortController()
    const streams = this.#open.get(sessionId) ?? new Set()
    this.#open.set(sessionId, streams.add(stream))
    this.#timer ??= setInterval(() => void this.look(), LOOK_MS).unref()
    request.addEventListener('abort', () => this.#close(sessionId, [stream]), { once: true })
    if (request.aborted) this.#close(sessionId, [stream])
    return stream.signal
  }

  end(sessionIds: readonly string[]): void {
    for (const id of sessionIds) this.#close(id, [...(this.#open.get(id) ?? [])])
  }

  /** Ends those whose session is not there any more. */
  async look(): Promise<void> {
    const ids = [...this.#open.keys()]
    if (ids.length === 0) return
    try {
      const live = new Set(await this.#deps.store.liveSessions(ids, this.#deps.now()))
      this.end(ids.filter((id) => !live.has(id)))
    } catch (cause) {
      // What cannot be looked up now is looked up again.
      this.#deps.log.warn('whether people are still signed in could not be looked up', { cause })
    }
  }

  close(): void {
    clearInterval(this.#timer)
  }

  #close(sessionId: string, streams: readonly AbortController[]): void {
    const open = this.#open.get(sessionId)
    for (const stream of streams) {
      open?.delete(stream)
      stream.abort()
    }
    if (open?.size === 0) this.#open.delete(sessionId)
    if (this.#open.size > 0) return
    clearInterval(this.#timer)
    this.#timer = undefined
  }
}
