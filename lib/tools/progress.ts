import type { ToolProgress } from '../canonical/tool.ts'

/** Between two reports that are told. */
const INTERVAL_MS = 250
const LONGEST_TEXT = 200

/** Tells the first report at once and then the newest of each interval, however many there are. */
export function throttledProgress(tell: (report: ToolProgress) => void): {
  report: (progress: string | number) => void
  end: () => void
} {
  let latest: ToolProgress = { text: null, fraction: null }
  let isUntold = false
  let isEnded = false
  let timer: ReturnType<typeof setTimeout> | undefined

  const flush = () => {
    timer = undefined
    if (!isUntold) return
    isUntold = false
    timer = setTimeout(flush, INTERVAL_MS).unref()
    tell(latest)
  }
  return {
    report(progress) {
      if (isEnded || Number.isNaN(progress)) return
      latest =
        typeof progress === 'string'
          ? { ...latest, text: progress.slice(0, LONGEST_TEXT).toWellFormed() }
          : { ...latest, fraction: Math.min(1, Math.max(0, progress)) }
      isUntold = true
      if (timer === undefined) flush()
    },
    end() {
      isEnded = true
      clearTimeout(timer)
    },
  }
}
