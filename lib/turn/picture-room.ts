import type { PictureLimits } from '../media/picture-limits.ts'

interface Placed {
  /** Whatever it belongs to: those of one message come or go together where there is room. */
  message: unknown
  /** As base64. */
  bytes: number
}

/** Kept after room was made. */
const SHARE = 0.75

/**
 * Which pictures of a conversation, in its order, have no room beside the others, each with the reason. Where a message brings
 * more than the limits allow, the oldest make room, and somewhat more than is needed: what was left out once
 * stays out, and what is sent of the conversation changes in few places and never back. With each newer picture pushing out
 * one older, every request would rewrite what the provider has cached, and what earlier thoughts stand on (wire-rule 156).
 * It depends on the pictures up to each message alone.
 */
export function withoutRoom<P extends Placed>(
  pictures: readonly P[],
  { max_count, max_total_base64_bytes }: Pick<PictureLimits, 'max_count' | 'max_total_base64_bytes'>,
): Map<P, string> {
  const out = new Map<P, string>()
  const kept: P[] = []
  const reasons = {
    count: `the model takes ${max_count} at a time`,
    bytes: `the model takes ${max_total_base64_bytes / 1_000_000} MB of them at a time`,
  }
  const excess = (share: number) => {
    if (kept.length > Math.ceil(max_count * share)) return reasons.count
    return total(kept) > max_total_base64_bytes * share ? reasons.bytes : null
  }
  const drop = (reason: string) => {
    const oldest = kept.shift()
    if (oldest) out.set(oldest, reason)
  }
  for (const [index, picture] of pictures.entries()) {
    kept.push(picture)
    if (pictures[index + 1]?.message === picture.message) continue
    const isFull = excess(1)
    if (isFull === null) continue
    while (kept[0] !== undefined && kept[0].message !== picture.message && excess(SHARE) !== null) drop(isFull)
    for (let reason = excess(1); reason !== null; reason = excess(1)) drop(reason)
  }
  return out
}

function total(pictures: readonly Placed[]): number {
  return pictures.reduce((sum, { bytes }) => sum + bytes, 0)
}
