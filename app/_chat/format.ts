/** `0.8 s`, `12 s`, `2 min 5 s`. */
export function durationLabel(ms: number): string {
  if (ms < 9_950) return `${(ms / 1000).toFixed(1).replace(/\.0$/, '')} s`
  const seconds = Math.round(ms / 1000)
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`
}

const counts = new Intl.NumberFormat('en')

export function countLabel(count: number): string {
  return counts.format(count)
}

/** Exact: money is never rounded here. Trailing zeros beyond cents say nothing and are left out. */
export function costLabel(usd: string): string {
  const [whole = '0', fraction = ''] = usd.split('.')
  const cents = fraction.replace(/0+$/, '').padEnd(2, '0')
  return /^0*$/.test(whole + fraction) ? '$0' : `$${whole}.${cents}`
}

/** For a narrow place: two significant digits, marked as such by its place; the exact amount stands elsewhere. */
export function roughCostLabel(usd: string): string {
  const amount = Number(usd)
  // Below it numbers are written with an exponent.
  if (amount > 0 && amount < 1e-6) return '<$0.000001'
  const rough = Number(amount.toPrecision(2))
  return `$${rough >= 0.1 ? amount.toFixed(2) : rough}`
}

/** The exact sum of two decimal strings. */
export function addDecimals(a: string, b: string): string {
  const places = Math.max(...[a, b].map((text) => text.split('.')[1]?.length ?? 0))
  const scaled = (text: string) => {
    const [whole = '0', fraction = ''] = text.split('.')
    return BigInt(whole + fraction.padEnd(places, '0'))
  }
  const digits = String(scaled(a) + scaled(b)).padStart(places + 1, '0')
  return places === 0 ? digits : `${digits.slice(0, -places)}.${digits.slice(-places)}`
}
