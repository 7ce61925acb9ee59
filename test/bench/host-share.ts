import { readFileSync } from 'node:fs'

/** From now on: the share of a virtual machine's processors that its host gives to others, as in `0.4 %`. */
export function hostShare(): () => string {
  const before = processorTicks()
  return () => {
    const now = processorTicks()
    if (!before || !now) return 'an unknown share'
    return `${((100 * (now.stolen - before.stolen)) / Math.max(1, now.all - before.all)).toFixed(1)} %`
  }
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
