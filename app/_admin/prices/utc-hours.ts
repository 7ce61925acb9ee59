/** Hours of a day as somebody wrote them, `0–8, 20–24`; `null` where that is none. */
export function parseHours(text: string): [from: number, to: number][] | null {
  const spans = text.split(',').map((span) => /^\s*(\d{1,2})\s*[-–]\s*(\d{1,2})\s*$/.exec(span))
  const hours = spans.map((span) => (span ? ([Number(span[1]), Number(span[2])] as [number, number]) : null))
  return hours.every((span) => span !== null && span[0] < span[1] && span[1] <= 24)
    ? (hours as [number, number][])
    : null
}
