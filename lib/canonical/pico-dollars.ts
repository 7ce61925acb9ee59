/** A decimal string in US dollars as whole 10^-12 dollars, rounded; `null` for a sum that 64 bits may not hold. */
export function toPicoDollars(dollars: string): bigint | null {
  const [, whole, fraction = ''] = /^(\d{1,6})(?:\.(\d+))?$/.exec(dollars) ?? []
  if (whole === undefined) return null
  const digits = fraction.padEnd(13, '0')
  return BigInt(whole + digits.slice(0, 12)) + (digits.charAt(12) >= '5' ? 1n : 0n)
}
