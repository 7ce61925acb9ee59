export function median(values: readonly number[]): number {
  return quantile(values, 0.5)
}

/** Nearest rank. */
export function quantile(values: readonly number[], q: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(q * sorted.length) - 1))] ?? Number.NaN
}

/** How time grows from one size to its double: 1 is linear, 2 is quadratic. */
export function exponent(before: number, after: number): number {
  return Math.log2(after / before)
}

/** CPU time of this whole process, garbage collection and I/O threads included, that `work` took. */
export async function cpuMicroseconds(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return user + system
}

/** A table as Markdown. Numbers stand right. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  const rule = head.map((_, index) => (index === 0 ? '---' : '--:'))
  return [line(head), line(rule), ...rows.map(line)].join('\n')
}

/** What was measured just now, for whoever waits for the table or goes before it is there. */
export function tell(cells: readonly string[]): void {
  console.error(cells.join(' | '))
}
