import { type CsvCell, toCsv } from '../csv.ts'
import type { Condition, ConditionalRates, PricedModels, RatedPrice } from './price.ts'
import { RATE_NAMES } from './price-form.ts'

/** Of a table of prices, as it is written and read. A row of a model with a condition has the rates that hold then. */
export const PRICE_COLUMNS = [
  'model',
  'free',
  ...RATE_NAMES,
  'per_request_usd',
  'above_input_tokens',
  'from_input_tokens',
  'service_tier',
  'utc',
  'source',
  'read_on',
] as const
type PriceColumn = (typeof PRICE_COLUMNS)[number]

/**
 * Prices as a table that imports again as the same ones. It does not say where single rates of a row were read, nor that they
 * are made up: as JSON all of it is said.
 */
export function pricesToCsv(models: PricedModels): string {
  const rows = Object.entries(models).flatMap(([model, price]) =>
    'free' in price
      ? [{ model, free: 'true' }]
      : [ratesOf(model, price), ...(price.conditional ?? []).map((each) => ratesOf(model, each))],
  )
  const cells = rows.map((row: Partial<Record<PriceColumn, CsvCell>>) => PRICE_COLUMNS.map((column) => row[column]))
  return toCsv([PRICE_COLUMNS, ...cells])
}

function ratesOf(
  model: string,
  { source, ...rest }: RatedPrice | ConditionalRates,
): Partial<Record<PriceColumn, CsvCell>> {
  const { utc, ...when } = 'when' in rest ? rest.when : {}
  const rates = Object.fromEntries(RATE_NAMES.map((name) => [name, rest[name]]))
  const fee = 'per_request_usd' in rest ? rest.per_request_usd : undefined
  return { model, ...rates, per_request_usd: fee, ...when, utc: utc && utcText(utc), ...source }
}

type Utc = NonNullable<Condition['utc']>

/** `1,2,3,4,5 0-8,16-24`: days from 1, Monday, and from-to in whole hours. */
function utcText({ days, hours }: Utc): string {
  return `${days.join(',')} ${hours.map(([from, to]) => `${from}-${to}`).join(',')}`
}

/** Undefined for what is none. Whether there are such days and hours is not looked at. */
export function parseUtc(text: string): Utc | undefined {
  const [, days = '', hours = ''] = /^(\d(?:,\d)*) (\d{1,2}-\d{1,2}(?:,\d{1,2}-\d{1,2})*)$/.exec(text) ?? []
  if (days === '') return undefined
  const numbers = (list: string, separator: string) => list.split(separator).map(Number)
  return {
    days: numbers(days, ','),
    hours: hours.split(',').map((span) => numbers(span, '-') as [number, number]),
  }
}
