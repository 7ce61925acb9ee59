import type { AllSessions as Overview } from '../canonical/all-sessions.ts'
import type { LiveStream } from '../live/live-stream.ts'
import type { Principal } from '../principal.ts'
import type { Store } from '../store/store.ts'
import { InvalidContentError } from '../turn/turn-error.ts'
import type { TurnRunner } from '../turn/turn-runner.ts'

export interface AllSessionsDeps {
  store: Pick<Store, 'countSessions' | 'discardSessions' | 'restoreSessions' | 'session'>
  live: Pick<LiveStream, 'publish' | 'isWatched'>
  turns: Pick<TurnRunner, 'stop'>
}

export interface Deleted {
  at: string
  deleted: string[]
  /** How many stayed, because a turn began in them in the same moment. */
  left: number
}

/** Each is a frame on every stream of their owner; a page that shows more hears of the others when it asks again. */
const MOST_TOLD = 200

/** What people do to all of their sessions at once. */
export class AllSessions {
  readonly #deps: AllSessionsDeps

  constructor(deps: AllSessionsDeps) {
    this.#deps = deps
  }

  async overview(principal: Principal): Promise<Overview> {
    const { running_ids: _ids, ...overview } = await this.#deps.store.countSessions(principal)
    return overview
  }

  /** Throws an `InvalidContentError` where there are not as many as whoever deletes them thinks. */
  async delete(principal: Principal, expected: number): Promise<Deleted> {
    const { store, turns } = this.#deps
    const { chats, running_ids } = await store.countSessions(principal)
    if (chats !== expected) {
      throw new InvalidContentError([
        { path: 'chats', problem: `there are ${chats} by now; look again before deleting` },
      ])
    }
    // What an answer has so far is stored with its chat, for whoever restores that.
    await Promise.all(running_ids.map((id) => turns.stop(id)))
    const { at, ids } = await store.discardSessions(principal)
    for (const id of this.#told(ids)) this.#deps.live.publish(id, { type: 'deleted', owner_id: principal.id })
    return { at, deleted: ids, left: (await store.countSessions(principal)).chats }
  }

  /** Returns how many came back. */
  async restore(principal: Principal, at: string): Promise<number> {
    const ids = await this.#deps.store.restoreSessions(principal, at)
    await this.tellOfNew(ids)
    return ids.length
  }

  /** Tells the pages of their owners of sessions that they had not, or not any more. */
  async tellOfNew(ids: readonly string[]): Promise<void> {
    const { store, live } = this.#deps
    for (const id of this.#told(ids)) {
      const session = await store.session(id)
      if (session) live.publish(id, { type: 'updated', session })
    }
  }

  /** First those that somebody looks at. */
  #told(ids: readonly string[]): string[] {
    const { live } = this.#deps
    const watched = (id: string) => Number(live.isWatched(id))
    return ids.toSorted((a, b) => watched(b) - watched(a)).slice(0, MOST_TOLD)
  }
}
