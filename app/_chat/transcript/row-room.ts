import type { TurnRow } from './turn-rows.ts'

/** What a turn takes that says nothing, and a character of what it says: a guess, until it has been seen. */
const TURN_PX = 210
const CHARACTER_PX = 0.36

/** How tall turns are: those that were seen, as they were, the others by what they say. */
export class RowRoom {
  readonly #seen = new Map<string, number>()
  #offsets: { of: readonly TurnRow[]; are: Float64Array } | null = null

  see(id: string, height: number): void {
    if (height <= 0 || this.#seen.get(id) === height) return
    this.#seen.set(id, height)
    const { of, are } = this.#offsets ?? {}
    // The one that is written grows with each step, and moves none of those before it.
    if (of && are && of.at(-1)?.id === id) are[of.length] = (are[of.length - 1] ?? 0) + height
    else this.#offsets = null
  }

  /** Where each row begins, and last where all of them end, which changes in place while the last one grows. */
  offsets(rows: readonly TurnRow[]): Float64Array {
    if (this.#offsets?.of === rows) return this.#offsets.are
    const are = new Float64Array(rows.length + 1)
    for (const [index, row] of rows.entries()) are[index + 1] = (are[index] ?? 0) + this.#heightOf(row)
    this.#offsets = { of: rows, are }
    return are
  }

  #heightOf({ id, size }: TurnRow): number {
    return this.#seen.get(id) ?? Math.round(TURN_PX + size * CHARACTER_PX)
  }
}
