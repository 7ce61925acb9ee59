/** A row of a list, and where it stands. */
export interface PlacedRow<T> {
  item: T
  /** Stands above it, where it is the first under it. */
  heading: string | null
  top: number
  height: number
}

export interface RowHeights {
  row: number
  heading: number
}

/** Every row with its place from the top, in pixels. */
export function placeRows<T>(
  items: readonly T[],
  headingOf: (item: T) => string | null,
  heights: RowHeights,
): PlacedRow<T>[] {
  let top = 0
  let last: string | null = null
  return items.map((item) => {
    const own = headingOf(item)
    const heading = own === last ? null : own
    last = own
    const height = heights.row + (heading === null ? 0 : heights.heading)
    const placed = { item, heading, top, height }
    top += height
    return placed
  })
}

/** The rows that touch a part of the list, by their indexes: from the first to before the second. */
export function rowsWithin<T>(rows: readonly PlacedRow<T>[], from: number, to: number): [number, number] {
  return [firstBelow(rows, from), firstFrom(rows, to)]
}

/** The first that ends below a height. */
function firstBelow<T>(rows: readonly PlacedRow<T>[], height: number): number {
  return lowest(rows.length, (index) => end(rows[index]) > height)
}

/** The first that begins at a height or below it. */
function firstFrom<T>(rows: readonly PlacedRow<T>[], height: number): number {
  return lowest(rows.length, (index) => (rows[index]?.top ?? 0) >= height)
}

function end<T>(row: PlacedRow<T> | undefined): number {
  return row ? row.top + row.height : 0
}

/** The lowest index for which it holds, where it holds for all that come after one for which it does. */
function lowest(count: number, holds: (index: number) => boolean): number {
  let low = 0
  let high = count
  while (low < high) {
    const middle = (low + high) >> 1
    if (holds(middle)) high = middle
    else low = middle + 1
  }
  return low
}
