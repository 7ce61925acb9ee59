/** `0.8 s`, `12 s`, `2 min 5 s`. */
export function durationLabel(ms: number): string {
  if (ms < 9_950) return `${(ms / 1000).toFixed(1).replace(/\.0$/, '')} s`
  const seconds = Math.round(ms / 1000)
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`
}

/** `820 B`, `12 KB`, `3.4 MB`. */
export function sizeLabel(bytes: number): string {
  if (bytes < 1_000) return `${bytes} B`
  return bytes < 1_000_000 ? `${Math.round(bytes / 1_000)} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`
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

/** As `roughCostLabel`, for "at least": cut off, never rounded up beyond what is known. */
export function roughLeastLabel(usd: string): string {
  const cents = /^\d*[1-9]\d*\.\d\d|^0\.[1-9]\d/.exec(usd)?.[0]
  return cents ? `$${cents}` : `$${usd.replace(/^(0\.0*[1-9]\d?)\d*$/, '$1')}`
}

/** What was spent: the amount, a lower bound where a part of it has no price, or that it has none. Never zero for unknown. */
export function spendingLabel(usd: string | null, unpricedCalls: number): string {
  if (usd === null || (unpricedCalls > 0 && Number(usd) === 0)) return 'unpriced'
  return unpricedCalls > 0 ? `at least ${costLabel(usd)}` : costLabel(usd)
}

/** The same for a narrow place. */
export function roughSpendingLabel(usd: string | null, unpricedCalls: number): string {
  const exact = spendingLabel(usd, unpricedCalls)
  if (usd === null || exact === 'unpriced') return exact
  return unpricedCalls > 0 ? `at least ${roughLeastLabel(usd)}` : roughCostLabel(usd)
}

/** What the amount is, and what is missing in it. */
export function spendingDetail(what: string, unpricedCalls: number): string {
  if (unpricedCalls === 0) return what
  return `${what}; ${unpricedCalls === 1 ? 'one model call has' : `${countLabel(unpricedCalls)} model calls have`} no price`
}
