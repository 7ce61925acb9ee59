/**
 * Microseconds of the processor, not of the clock, that the quickest of some runs took: other processes take their part
 * of the clock. For ratios within one test; the figure itself says nothing of another machine.
 */
export async function quickest(work: () => unknown, runs = 5): Promise<number> {
  let least = Number.POSITIVE_INFINITY
  for (let run = 0; run < runs; run += 1) {
    const started = process.cpuUsage()
    await work()
    const { user, system } = process.cpuUsage(started)
    least = Math.min(least, user + system)
  }
  return least
}
