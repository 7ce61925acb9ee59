import { CsvError, parse } from 'csv-parse/sync'
import { fromCsvCell } from '../../csv.ts'
import type { ConditionalRates, ModelPrice, Rates } from '../price.ts'
import { PRICE_COLUMNS, parseUtc } from '../price-csv.ts'
import { RATE_NAMES } from '../price-form.ts'
import { rateFault } from '../rate-fault.ts'
import { type ImportedPrices, UnreadablePricesError } from './imported-prices.ts'

const REQUIRED = ['model', 'input_per_mtok_usd', 'output_per_mtok_usd'] as const

type Cells = Readonly<Record<string, string>>

/**
 * A table as spreadsheets write it: separated by commas, semicolons or tabs, with the names of the columns in its first line.
 * A further row of a model with `service_tier`, `above_input_tokens`, `from_input_tokens` or `utc` has the rates that hold then.
 * Throws an `UnreadablePricesError` where no row can be read.
 */
export function importTableText(text: string): ImportedPrices {
  const rows = readRows(text)
  const models: Record<string, ModelPrice> = {}
  const unknown: ImportedPrices['unknown'] = []
  for (const { cells, line } of rows) {
    const { model = '' } = cells
    const leave = (reason: string) => void unknown.push({ model, reason: `line ${line}: ${reason}` })
    const read = readPrice(cells)
    const before = Object.hasOwn(models, model) ? models[model] : undefined
    if (model === '') leave('has no model')
    else if (typeof read === 'string') leave(read)
    else if (!('when' in read)) {
      if (before) leave('has a row already')
      else models[model] = read
    } else if (!before || 'free' in before) leave('has a condition, and no row without one stands before it')
    else models[model] = { ...before, conditional: [...(before.conditional ?? []), read] }
  }
  return { models, unknown }
}

function readRows(text: string): { cells: Cells; line: number }[] {
  if (text.trim() === '') throw new UnreadablePricesError('there is nothing in it')
  const [head = ''] = text.split(/\r?\n/, 1)
  const delimiter = [';', '\t'].find((each) => head.includes(each)) ?? ','
  try {
    const rows = parse(text, {
      bom: true,
      delimiter,
      columns: (names: string[]) => columnsOf(names),
      skip_empty_lines: true,
      info: true,
    }) as unknown as { record: Cells; info: { lines: number } }[]
    return rows.map(({ record, info }) => ({ cells: asWritten(record), line: info.lines }))
  } catch (cause) {
    if (cause instanceof CsvError) throw new UnreadablePricesError(`this is no table: ${cause.message}`, { cause })
    throw cause
  }
}

function asWritten(cells: Cells): Cells {
  return Object.fromEntries(Object.entries(cells).map(([name, text]) => [name, fromCsvCell(text)]))
}

function columnsOf(names: readonly string[]): string[] {
  const missing = REQUIRED.filter((name) => !names.includes(name))
  if (missing.length > 0) throw new UnreadablePricesError(`the first line has no column ${missing.join(' and ')}`)
  const strange = names.find((name) => !PRICE_COLUMNS.some((each) => each === name))
  if (strange !== undefined)
    throw new UnreadablePricesError(`there is no column ${strange}: there are ${PRICE_COLUMNS.join(', ')}`)
  const twice = names.find((name, place) => names.indexOf(name) !== place)
  if (twice !== undefined) throw new UnreadablePricesError(`the column ${twice} stands there twice`)
  return [...names]
}

/** Or what is wrong with it. */
function readPrice(cells: Cells): ModelPrice | ConditionalRates | string {
  const { free = '', service_tier = '', utc = '', source = '', read_on = '' } = cells
  const filled = RATE_NAMES.filter((name) => (cells[name] ?? '') !== '')
  if (free === 'true') return filled.length === 0 ? { free: true } : 'is free and has rates'
  if (free !== '' && free !== 'false') return `free must be true or false, and not ${free}`
  const rated = RATE_NAMES.filter((name) => filled.includes(name) || REQUIRED.some((each) => each === name))
  for (const name of [...rated, ...(cells.per_request_usd ? ['per_request_usd'] : [])]) {
    const fault = rateFault(cells[name])
    if (fault !== null) return `${name}: ${fault}`
  }
  const rates = Object.fromEntries(rated.map((name) => [name, cells[name] ?? ''])) as unknown as Rates
  if (source !== '' && !/^\d{4}-\d{2}-\d{2}$/.test(read_on))
    return 'has a source, and no day on which it was read: read_on as 2026-11-23'
  const from = source === '' ? {} : { source: { source, read_on } }
  const steps = ['above_input_tokens', 'from_input_tokens'].flatMap((name) =>
    cells[name] ? [[name, cells[name]] as const] : [],
  )
  const strange = steps.find(([, count]) => !/^[1-9]\d{0,8}$/.test(count))
  if (strange) return `${strange[0]}: ${strange[1]} is no count of tokens`
  const hours = parseUtc(utc)
  if (utc !== '' && !hours) return `utc: ${utc} is no days and hours like 1,2,3,4,5 0-8,16-24`
  const when = {
    ...Object.fromEntries(steps.map(([name, count]) => [name, Number(count)])),
    ...(service_tier !== '' && { service_tier }),
    ...(hours && { utc: hours }),
  }
  if (Object.keys(when).length === 0)
    return { ...rates, ...from, ...(cells.per_request_usd && { per_request_usd: cells.per_request_usd }) }
  return { ...rates, when, ...from }
}
