/** How a table writes a rate: without exponent, with up to six decimals. */
export const RATE = /^\d{1,12}(\.\d{1,6})?$/

/** What is wrong with what somebody wrote as a rate, `null` for a rate. */
export function rateFault(value: unknown): string | null {
  if (value === undefined || value === null || value === '') return 'there is no rate'
  if (typeof value === 'number') return `${value} is a number: write it in quotes, so that no digit is lost`
  if (typeof value !== 'string') return 'is no rate'
  const text = value.length > 40 ? `${value.slice(0, 40)}…` : value
  if (RATE.test(value)) return null
  if (/^[-−]/.test(value)) return `${text} is negative`
  if (/^[+]?(nan|[-+]?inf(inity)?)$/i.test(value)) return `${text} is no number`
  if (/[$€£¥]|usd|eur/i.test(value))
    return `${text} has a currency sign: rates are in US dollars, and written without one`
  if (/^\d+(\.\d+)?e[-+]?\d+$/i.test(value)) return `${text} has an exponent: write it out`
  if (/^\d{1,3}(,\d+)+(\.\d+)?$/.test(value))
    return `${text} has a comma: write a point before the decimals, and nothing between thousands`
  if (/^\s|\s$/.test(value)) return `${text} has a blank before or behind it`
  if (/^\d{13,}/.test(value)) return `${text} is larger than any rate can be`
  if (/^\d+\.\d{7,}$/.test(value)) return `${text} has more than six decimals`
  return `${text} is no number`
}
