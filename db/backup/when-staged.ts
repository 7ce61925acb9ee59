import { existsSync } from 'node:fs'
import { stagedAt } from './restore-plan.ts'

const LOOK_MS = 1_000

/** Calls that back, once, when a restore of the database at `path` waits. Returns what stops looking. */
export function whenStaged(path: string, tell: () => void): () => void {
  const timer = setInterval(() => {
    if (!existsSync(stagedAt(path))) return
    clearInterval(timer)
    tell()
  }, LOOK_MS).unref()
  return () => clearInterval(timer)
}
