/** How a table writes a rate: without exponent, with up to six decimals. */
export const RATE = /^\d{1,12}(\.\d{1,6})?$/

/** What may be wrong with a rate, in words for whoever wrote it. `text`: what was written, shortened. */
const REASONS = {
  missing: () => 'there is no rate',
  unquoted: (text: string) => `${text} is a number: write it in quotes, so that no digit is lost`,
  no_text: () => 'is no rate',
  negative: (text: string) => `${text} is negative`,
  no_number: (text: string) => `${text} is no number`,
  currency: (text: string) => `${text} has a currency sign: rates are in US dollars, and written without one`,
  exponent: (text: string) => `${text} has an exponent: write it out`,
  comma: (text: string) => `${text} has a comma: write a point before the decimals, and nothing between thousands`,
  blank: (text: string) => `${text} has a blank before or behind it`,
  too_large: (text: string) => `${text} is larger than any rate can be`,
  too_fine: (text: string) => `${text} has more than six decimals`,
}
export type RateProblem = keyof typeof REASONS

/** What is wrong with what somebody wrote as a rate, `null` for a rate. */
export function rateFault(value: unknown): string | null {
  const found = problemOfRate(value)
  return found && REASONS[found.problem](found.text)
}

/** The same by its name, for those who say it in another language. */
export function problemOfRate(value: unknown): { problem: RateProblem; text: string } | null {
  if (value === undefined || value === null || value === '') return { problem: 'missing', text: '' }
  if (typeof value === 'number') return { problem: 'unquoted', text: String(value) }
  if (typeof value !== 'string') return { problem: 'no_text', text: '' }
  if (RATE.test(value)) return null
  return { problem: problemOfText(value), text: value.length > 40 ? `${value.slice(0, 40)}…` : value }
}

function problemOfText(value: string): RateProblem {
  if (/^[-−]/.test(value)) return 'negative'
  if (/^[+]?(nan|[-+]?inf(inity)?)$/i.test(value)) return 'no_number'
  if (/[$€£¥]|usd|eur/i.test(value)) return 'currency'
  if (/^\d+(\.\d+)?e[-+]?\d+$/i.test(value)) return 'exponent'
  if (/^\d{1,3}(,\d+)+(\.\d+)?$/.test(value)) return 'comma'
  if (/^\s|\s$/.test(value)) return 'blank'
  if (/^\d{13,}/.test(value)) return 'too_large'
  if (/^\d+\.\d{7,}$/.test(value)) return 'too_fine'
  return 'no_number'
}
