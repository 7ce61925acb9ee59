/** Rows by their index; `end` is none of them. */
export interface Span {
  start: number
  end: number
}

/** The row at this height, or the nearest one. */
export function rowAt(offsets: Float64Array, height: number): number {
  let low = 0
  let high = Math.max(0, offsets.length - 2)
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((offsets[middle] ?? 0) <= height) low = middle
    else high = middle - 1
  }
  return low
}

/** The rows between two heights. */
export function spanBetween(offsets: Float64Array, top: number, bottom: number): Span {
  if (offsets.length < 2) return { start: 0, end: 0 }
  return { start: rowAt(offsets, top), end: rowAt(offsets, bottom) + 1 }
}

/**
 * What to show next: all that is visible at once, and of what is wanted around it a few rows more than were shown, so that
 * no frame has many of them to make. Of what was shown, `kept` stays.
 */
export function nextSpan(shown: Span, { visible, wanted, kept }: Record<'visible' | 'wanted' | 'kept', Span>): Span {
  const start = Math.max(shown.start, kept.start)
  const end = Math.min(shown.end, kept.end)
  const isNear = start < end && start <= visible.end + STEP && end >= visible.start - STEP
  const now = isNear ? { start: Math.min(start, visible.start), end: Math.max(end, visible.end) } : visible
  return {
    start: Math.min(now.start, Math.max(wanted.start, now.start - STEP)),
    end: Math.max(now.end, Math.min(wanted.end, now.end + STEP)),
  }
}

const STEP = 2

export function sameSpan(one: Span, other: Span): boolean {
  return one.start === other.start && one.end === other.end
}
