/** Numbers that look random and are the same for the same seed, from 0 up to 1 (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

export function pick<T>(random: () => number, weighted: readonly (readonly [T, number])[]): T {
  const total = weighted.reduce((sum, [, weight]) => sum + weight, 0)
  let left = random() * total
  for (const [value, weight] of weighted) {
    left -= weight
    if (left < 0) return value
  }
  return (weighted.at(-1) as readonly [T, number])[0]
}

/** Around `middle`, with a long tail above it, as counts of tokens and times are. */
export function around(random: () => number, middle: number): number {
  const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
  return Math.max(1, Math.round(middle * Math.exp(normal * 0.6)))
}
