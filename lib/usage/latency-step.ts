import type { Percentiles } from './usage.ts'

// Times are counted in steps: up to 32 ms each of its own, then 16 steps from each power of two to the next, so that a step is
// at most a sixteenth of what it counts. The migration that counts them says the same in SQL.

const SINGLE = 32
const PER_OCTAVE = 16

/** How many calls took as long as each step. */
export type StepCounts = ReadonlyMap<number, number>

/** `null` for none at all. */
export function percentilesOf(counts: StepCounts): Percentiles | null {
  const total = [...counts.values()].reduce((sum, calls) => sum + calls, 0)
  if (total === 0) return null
  const steps = [...counts].sort(([a], [b]) => a - b)
  const at = (share: number) => {
    const rank = Math.ceil(total * share)
    let passed = 0
    for (const [step, calls] of steps) {
      passed += calls
      if (passed >= rank) return middleOf(step)
    }
    return 0
  }
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99) }
}

/** Milliseconds. */
function middleOf(step: number): number {
  if (step < SINGLE) return step
  const octave = Math.floor((step - SINGLE) / PER_OCTAVE)
  const width = 2 ** (octave + 1)
  const start = SINGLE * 2 ** octave + ((step - SINGLE) % PER_OCTAVE) * width
  return Math.round(start + (width - 1) / 2)
}
