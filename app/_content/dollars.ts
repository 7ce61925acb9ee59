import { Decimal } from 'decimal.js'

const Exact = Decimal.clone({ precision: 200 })

/** To the last digit. What has no price adds nothing. */
export function sumOf(amounts: readonly (string | null)[]): string {
  return amounts.reduce((sum, usd) => sum.plus(usd ?? 0), new Exact(0)).toFixed()
}

export function difference(usd: string, other: string): string {
  return new Exact(usd).minus(other).toFixed()
}

/** `0.45`: for what is drawn, and said in hundredths. Of nothing it is nothing. */
export function partOf(usd: string | null, whole: string | null): number {
  return usd === null || whole === null || Number(whole) === 0 ? 0 : new Exact(usd).div(whole).toNumber()
}

export function isNegative(usd: string): boolean {
  return Number(usd) < 0
}

export function withoutSign(usd: string): string {
  return usd.replace(/^-/, '')
}
