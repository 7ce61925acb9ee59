/** Resolves with `work`, whatever becomes of that, and after so many milliseconds at the latest. */
export async function atMost(ms: number, work: Promise<unknown>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const isLate = new Promise<void>((late) => (timer = setTimeout(late, ms)))
  await Promise.race([work.catch(() => undefined), isLate])
  clearTimeout(timer)
}
