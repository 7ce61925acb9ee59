import { plainLine } from '../../../canonical/plain-line.ts'
import type { Loss, LossKind } from '../../imported-chat.ts'

const MOST_DETAILS = 20
const LONGEST_DETAIL = 80

/** Counts what of a chat does not come along as it was. */
export class Losses {
  #counts = new Map<string, Loss>()

  add(kind: LossKind, detail?: string | null): void {
    const line = plainLine((detail ?? '').slice(0, LONGEST_DETAIL))
    const key = `${kind} ${line}`
    const known = this.#counts.get(key)
    if (known) known.count += 1
    else if (line === '' || this.#counts.size < MOST_DETAILS) {
      this.#counts.set(key, { kind, count: 1, ...(line !== '' && { detail: line }) })
    } else this.add(kind)
  }

  list(): Loss[] {
    return [...this.#counts.values()]
  }
}
