import type { BranchRow } from '#lib/canonical/branch-row.ts'

/** Of each row, whether its own line leads down to another one. */
export function goesOnBelow(rows: readonly BranchRow[]): boolean[] {
  /** By depth, whether the next row of that depth goes on from what is above it. */
  const next: (boolean | undefined)[] = []
  return rows
    .toReversed()
    .map((row) => {
      const goesOn = next[row.depth] === true
      next.length = row.depth + 1
      next[row.depth] = !row.begins
      return goesOn
    })
    .reverse()
}
