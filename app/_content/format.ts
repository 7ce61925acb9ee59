/** A figure and its unit stay on one line. */
const UNIT = '\u00a0'

/** `0.8 s`, `12 s`, `2 min 5 s`. */
export function durationLabel(ms: number): string {
  if (ms < 9_950) return `${(ms / 1000).toFixed(1).replace(/\.0$/, '')}${UNIT}s`
  const seconds = Math.round(ms / 1000)
  if (seconds < 60) return `${seconds}${UNIT}s`
  return `${Math.floor(seconds / 60)}${UNIT}min ${seconds % 60}${UNIT}s`
}

const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })
const moment = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short' })

/** `10:42` and `22 November 2026 at 10:42`, where the reader is. */
export function timeLabels(iso: string): { short: string; long: string } {
  const date = new Date(iso)
  return { short: clock.format(date), long: moment.format(date) }
}

/** `820 B`, `12 KB`, `3.4 MB`. */
export function sizeLabel(bytes: number): string {
  if (bytes < 1_000) return `${bytes}${UNIT}B`
  return bytes < 1_000_000 ? `${Math.round(bytes / 1_000)}${UNIT}KB` : `${(bytes / 1_000_000).toFixed(1)}${UNIT}MB`
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

/** As `costLabel`, with four decimals at least: in a column, amounts of one size align, and they add up by hand. */
export function amountLabel(usd: string): string {
  const exact = costLabel(usd)
  const decimals = exact.length - exact.indexOf('.') - 1
  return exact.includes('.') ? exact + '0'.repeat(Math.max(0, 4 - decimals)) : exact
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

const NO_PRICE = 'no price'

/** What was spent: the amount, a lower bound where a part of it has no price, or that it has none. Never zero for unknown. */
export function spendingLabel(usd: string | null, unpricedCalls: number): string {
  if (usd === null || (unpricedCalls > 0 && Number(usd) === 0)) return NO_PRICE
  return unpricedCalls > 0 ? `at least ${amountLabel(usd)}` : amountLabel(usd)
}

/** The same for a narrow place. */
export function roughSpendingLabel(usd: string | null, unpricedCalls: number): string {
  const exact = spendingLabel(usd, unpricedCalls)
  if (usd === null || exact === NO_PRICE) return exact
  return unpricedCalls > 0 ? `at least ${roughLeastLabel(usd)}` : roughCostLabel(usd)
}

/** What the amount is, and what is missing in it. */
export function spendingDetail(what: string, unpricedCalls: number): string {
  if (unpricedCalls === 0) return what
  return `${what}; ${unpricedCalls === 1 ? 'one model call has' : `${countLabel(unpricedCalls)} model calls have`} no price`
}
