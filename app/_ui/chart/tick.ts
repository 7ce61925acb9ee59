interface Ticked {
  key: string
  tick: string
  tickWithHead: string
  head: string
}

interface Tick {
  key: string
  at: number
  anchor: 'start' | 'middle' | 'end'
  text: string
}

/** What stands below bars: every so many of them, so that `room` is between two, the first and the last among them. */
export function ticksFor(
  bars: readonly Ticked[],
  left: (index: number) => number,
  bandwidth: number,
  end: number,
  room: number,
): Tick[] {
  const last = bars.length - 1
  const every = Math.max(1, Math.ceil((bars.length * room) / Math.max(end, 1)))
  const named: Tick[] = []
  let head: string | null = null
  bars.forEach((bar, index) => {
    const isLast = index === last
    // The one before the last gives way to it.
    if (!isLast && (index % every !== 0 || (index !== 0 && last - index < every))) return
    const anchor = bandwidth > room ? 'middle' : index === 0 ? 'start' : isLast ? 'end' : 'middle'
    const at = left(index) + (anchor === 'start' ? 0 : anchor === 'end' ? bandwidth : bandwidth / 2)
    named.push({ key: bar.key, at, anchor, text: bar.head === head && !isLast ? bar.tick : bar.tickWithHead })
    head = bar.head
  })
  return named
}
