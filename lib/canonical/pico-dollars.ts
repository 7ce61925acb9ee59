/** A decimal string in US dollars as whole 10^-12 dollars, rounded; `null` for a sum that 64 bits may not hold. */
export function toPicoDollars(dollars: string): bigint | null {
  const [, whole, fraction = ''] = /^(\d{1,6})(?:\.(\d+))?$/.exec(dollars) ?? []
  if (whole === undefined) return null
  const digits = fraction.padEnd(13, '0')
  return BigInt(whole + digits.slice(0, 12)) + (digits.charAt(12) >= '5' ? 1n : 0n)
}

/** The same of a difference, which may be below 0. */
export function toSignedPicoDollars(dollars: string): bigint | null {
  if (!dollars.startsWith('-')) return toPicoDollars(dollars)
  const picodollars = toPicoDollars(dollars.slice(1))
  return picodollars === null ? null : -picodollars
}

/** Whole dollars and 10^-12 dollars, of which either may be more than the other holds, as a plain decimal string. */
export function fromPicoDollars(dollars: bigint, picodollars: bigint): string {
  const sum = dollars * 1_000_000_000_000n + picodollars
  const digits = (sum < 0n ? -sum : sum).toString().padStart(13, '0')
  const text = `${digits.slice(0, -12)}.${digits.slice(-12)}`.replace(/\.?0+$/, '')
  return sum < 0n ? `-${text}` : text
}
