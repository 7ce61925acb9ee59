import type { PartialContent, Store } from '../store/store.ts'

/** A crash may cost a second of an answer, and this leaves as long for the saving, on a machine that is busy. */
const INTERVAL_MS = 500

/** One that would fall due on its own joins a round that comes by this part of an interval earlier. */
const EARLY = 1 / 5

interface Round {
  due: number
  timer: ReturnType<typeof setTimeout>
  runs: Set<() => void>
}

/**
 * When the answers in the making are saved: those that fall due at about the same time in one round, with one message to the
 * database and one write, since either costs more than what it carries.
 */
export class CheckpointRounds {
  readonly #store: Pick<Store, 'checkpoint'>
  readonly #intervalMs: number
  #last: Round | null = null
  #gathered: PartialContent[] = []
  #saving: Promise<void> | null = null

  constructor(store: Pick<Store, 'checkpoint'>, intervalMs = INTERVAL_MS) {
    this.#store = store
    this.#intervalMs = intervalMs
  }

  /** Calls `run` once, an interval from now at the latest. Returns what takes that back. */
  join(run: () => void): () => void {
    const now = performance.now()
    const isNear = this.#last !== null && this.#last.due - now >= this.#intervalMs * (1 - EARLY)
    const round = isNear && this.#last ? this.#last : this.#begin(now)
    round.runs.add(run)
    return () => {
      round.runs.delete(run)
      if (round.runs.size === 0) this.#drop(round)
    }
  }

  /** Saves it with what else is saved in the same moment. */
  save(draft: PartialContent): Promise<void> {
    this.#gathered.push(draft)
    this.#saving ??= Promise.resolve().then(() => {
      const drafts = this.#gathered
      this.#gathered = []
      this.#saving = null
      return this.#store.checkpoint(drafts)
    })
    return this.#saving
  }

  #begin(now: number): Round {
    const runs = new Set<() => void>()
    const timer = setTimeout(() => {
      this.#drop(round)
      for (const run of runs) run()
    }, this.#intervalMs)
    const round = { due: now + this.#intervalMs, timer, runs }
    this.#last = round
    return round
  }

  #drop(round: Round): void {
    clearTimeout(round.timer)
    if (this.#last === round) this.#last = null
  }
}
