import type { Reprice as Told } from '#lib/api/reprice.ts'
import { parseTimestamp } from '#lib/canonical/timestamp.ts'
import type { Reprice } from '#lib/store/reprice-store.ts'

/** As the API tells it. */
export function repriceAnswer({ reached, ...reprice }: Reprice): Told {
  const [from, to] = [parseTimestamp(reprice.from), parseTimestamp(reprice.to)]
  return { ...reprice, progress: (reached.at - from) / (to - from) }
}
