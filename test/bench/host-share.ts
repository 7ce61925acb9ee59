import { readFileSync } from 'node:fs'

/** From now on: the share of a virtual machine's processors that its host gives to others; null where the system does not say. */
export function hostShare(): () => number | null {
  const before = processorTicks()
  return () => {
    const now = processorTicks()
    return before && now && (now.stolen - before.stolen) / Math.max(1, now.all - before.all)
  }
}

export function printShare(share: number | null): string {
  return share === null ? 'an unknown share' : `${(100 * share).toFixed(1)} %`
}

/** Ticks of all processors so far; null where the system does not say. */
function processorTicks(): { all: number; stolen: number } | null {
  try {
    const ticks = readFileSync('/proc/stat', 'utf8').split('\n', 1)[0]?.trim().split(/\s+/).slice(1).map(Number) ?? []
    return { all: ticks.reduce((sum, count) => sum + count, 0), stolen: ticks[7] ?? 0 }
  } catch {
    return null
  }
}
