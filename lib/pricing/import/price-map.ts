import { Decimal } from 'decimal.js'
import type { ConditionalRates, PricedModels, RatedPrice, Rates } from '../price.ts'
import type { RateName } from '../price-form.ts'
import { type ImportedPrices, type NotUnderstood, UnreadablePricesError } from './imported-prices.ts'
import { MAP_PROVIDERS, type MapProvider } from './map-provider.ts'

/** A rate of which we know that it was taken down wrong: no text model asks a thousand dollars for a million tokens. */
const DEAREST_PER_MTOK = 1_000
const TOKENS = 1_000_000
const MAP = 'https://github.com/BerriAI/litellm/blob/main/model_prices_and_context_window.json'
const DECIMALS = 6

/** Digits as they stand in the file: through a binary number some would be lost. */
const Exact = Decimal.clone({ precision: 60, toExpNeg: -40, toExpPos: 40 })

/** Rows that describe the map itself. */
const NO_MODELS = new Set(['sample_spec', 'fallback_generalizations'])
const CHAT_MODES = new Set(['chat', 'responses', 'completion'])
const TIERS = ['flex', 'priority', 'batches'] as const
/** As answers name them. */
const TIER_NAMES = { flex: 'flex', priority: 'priority', batches: 'batch' } as const

const FIELDS: Readonly<Record<RateName, string>> = {
  input_per_mtok_usd: 'input_cost_per_token',
  output_per_mtok_usd: 'output_cost_per_token',
  cached_read_per_mtok_usd: 'cache_read_input_token_cost',
  cache_write_per_mtok_usd: 'cache_creation_input_token_cost',
  cache_write_1h_per_mtok_usd: 'cache_creation_input_token_cost_above_1hr',
}

type Row = Readonly<Record<string, unknown>>

/**
 * The rows of LiteLLM's `model_prices_and_context_window.json` that a table can say, and of all others, and of parts, why they
 * are left out. `readOn`: the day of the copy. Throws an `UnreadablePricesError` for what is no JSON, or JSON of another form.
 */
export function importPriceMap(text: string, readOn: string): ImportedPrices {
  const map = parseExact(text)
  if (!isRow(map))
    throw new UnreadablePricesError('this is no price map: it must be one object with a row for each model')
  const models: PricedModels = {}
  const unknown: NotUnderstood[] = []
  for (const [model, row] of Object.entries(map)) {
    if (NO_MODELS.has(model)) continue
    const leave = (reason: string) => void unknown.push({ model, reason })
    const read = readRow(model, row, readOn, leave)
    if (!read) continue
    if (Object.hasOwn(models, read.id)) leave(`${read.id} has a price of another row already`)
    else models[read.id] = read.price
  }
  return { models, unknown }
}

/** Numbers come as the text that they were written in. */
function parseExact(text: string): unknown {
  type Reviver = (this: unknown, key: string, value: unknown, context: { source?: string }) => unknown
  const keep: Reviver = (_key, value, { source }) => (typeof value === 'number' ? new Exact(source ?? value) : value)
  try {
    return JSON.parse(text, keep as (this: unknown, key: string, value: unknown) => unknown)
  } catch (cause) {
    throw new UnreadablePricesError(`this is no JSON, or only a part of it: ${(cause as Error).message}`, { cause })
  }
}

function isRow(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Decimal)
}

type Leave = (reason: string) => void

function readRow(model: string, row: unknown, readOn: string, leave: Leave): { id: string; price: RatedPrice } | null {
  if (!isRow(row)) return refuse(leave, 'is no row of prices')
  const { mode, litellm_provider } = row
  if (typeof mode !== 'string' || !CHAT_MODES.has(mode)) return refuse(leave, `is no chat model: ${String(mode)}`)
  const known = MAP_PROVIDERS.get(String(litellm_provider))
  if (!known) return refuse(leave, `is of a provider that is not known here: ${String(litellm_provider)}`)
  const { id: provider, prefix } = known
  const name = model.startsWith(prefix) ? model.slice(prefix.length) : prefix === '' ? model : null
  if (name === null || name === '') return refuse(leave, `has a name that is not one of ${provider}`)
  const faults = new Set<string>()
  const base = Array.isArray(row.tiered_pricing)
    ? steppedRates(row.tiered_pricing, faults)
    : { rates: ratesOf(row, '', faults), conditional: conditionsOf(row, known, faults) }
  const perRequest = row.input_cost_per_request
  const fee = perRequest instanceof Decimal && !perRequest.isZero() ? feeOf(perRequest, faults) : null
  const [fault] = faults
  if (fault !== undefined) return refuse(leave, fault)
  if (!base.rates) return refuse(leave, 'has no price for input and output')
  if (isNothing(base.rates)) return refuse(leave, 'costs 0, which may mean that nobody knows: say "free" where it is')
  const price = withoutTraps(row, base.rates, base.conditional, known, leave)
  const others = otherUnits(row)
  if (others.length > 0) leave(`without what it asks for other things than text: ${others.join(', ')}`)
  return {
    id: `${provider}:${name}`,
    price: {
      ...price,
      ...(fee !== null && { per_request_usd: fee }),
      source: { source: sourceOf(row), read_on: readOn },
    },
  }
}

function feeOf(fee: Decimal, faults: Set<string>): string | null {
  if (!fee.isNegative() && fee.decimalPlaces() <= DECIMALS) return fee.toFixed()
  faults.add(`input_cost_per_request cannot be said: ${fee.toFixed()}`)
  return null
}

/** Pictures, sound, video, pages: no call of a chat counts them apart. */
function otherUnits(row: Row): string[] {
  const isOther = (field: string) =>
    /(audio|image|video|pixel|character|second|query|page|session|citation)/.test(field)
  return Object.entries(row).flatMap(([field, value]) =>
    /cost/.test(field) && isOther(field) && value instanceof Decimal && !value.isZero() ? [field] : [],
  )
}

function refuse(leave: Leave, reason: string): null {
  leave(reason)
  return null
}

function sourceOf({ source }: Row): string {
  return typeof source === 'string' && source.length <= 500 ? source : MAP
}

/** Undefined where input or output has none. */
function ratesOf(row: Row, suffix: string, faults: Set<string>): Rates | undefined {
  const read = Object.entries(FIELDS).flatMap(([rate, field]) => {
    const value = row[`${field}${suffix}`] ?? (suffix === '' ? synonymOf(row, field) : undefined)
    if (value === undefined || value === null) return []
    const perMtok = rateOf(value, `${field}${suffix}`, faults)
    return perMtok === null ? [] : [[rate, perMtok] as const]
  })
  const rates = Object.fromEntries(read) as Partial<Rates>
  const { input_per_mtok_usd: input, output_per_mtok_usd: output, cached_read_per_mtok_usd: cached } = rates
  if (input === undefined || output === undefined) return undefined
  // Where input costs something, a cache that costs nothing is one that nobody has priced.
  if (cached === '0' && input !== '0') delete rates.cached_read_per_mtok_usd
  return { ...rates, input_per_mtok_usd: input, output_per_mtok_usd: output }
}

/** An older name of the same. */
function synonymOf(row: Row, field: string): unknown {
  return field === FIELDS.cached_read_per_mtok_usd ? row.input_cost_per_token_cache_hit : undefined
}

/** Per million tokens, as a table has it. */
function rateOf(value: unknown, field: string, faults: Set<string>): string | null {
  if (!(value instanceof Decimal)) faults.add(`${field} is no number`)
  else if (value.isNegative() && !value.isZero()) faults.add(`${field} is negative: ${value.toString()}`)
  else {
    const rate = value.times(TOKENS)
    if (rate.gt(DEAREST_PER_MTOK))
      faults.add(`${field} would be ${rate.toFixed()} dollars for a million tokens: the unit must be wrong`)
    else if (rate.decimalPlaces() > DECIMALS)
      faults.add(`${field} has more than six decimals for a million tokens: ${rate.toFixed()}`)
    else return rate.toFixed()
  }
  return null
}

/** Steps and tiers, by the ends of the fields' names. */
function conditionsOf(row: Row, known: MapProvider, faults: Set<string>): ConditionalRates[] {
  const thousands = new Set(
    Object.keys(row).flatMap((field) => /^(?:in|out)put_cost_per_token_above_(\d+)k_tokens/.exec(field)?.[1] ?? []),
  )
  const conditions = [undefined, ...thousands].flatMap((step) => [undefined, ...TIERS].map((tier) => ({ step, tier })))
  return conditions.flatMap(({ step, tier }) => {
    if (step === undefined && tier === undefined) return []
    const suffix = `${step === undefined ? '' : `_above_${step}k_tokens`}${tier === undefined ? '' : `_${tier}`}`
    const rates = ratesOf(row, suffix, faults)
    if (!rates) return []
    const when = {
      ...(step !== undefined && stepOf(known, Number(step) * 1_000)),
      ...(tier !== undefined && { service_tier: TIER_NAMES[tier] }),
    }
    return [{ ...rates, when }]
  })
}

function stepOf({ steps_include_their_count }: MapProvider, tokens: number) {
  return steps_include_their_count ? { from_input_tokens: tokens } : { above_input_tokens: tokens }
}

function steppedRates(steps: readonly unknown[], faults: Set<string>) {
  const read = steps.filter(isRow).flatMap((step) => {
    const rates = ratesOf(step, '', faults)
    const [from] = Array.isArray(step.range) ? step.range : []
    return rates && from instanceof Decimal ? [{ rates, from: from.toNumber() }] : []
  })
  const [first, ...rest] = read.toSorted((a, b) => a.from - b.from)
  const conditional = rest.map(({ rates, from }) => ({ ...rates, when: { above_input_tokens: from } }))
  return { rates: read.length === steps.length ? first?.rates : undefined, conditional }
}

function isNothing({ input_per_mtok_usd, output_per_mtok_usd }: Rates): boolean {
  return Number(input_per_mtok_usd) === 0 && Number(output_per_mtok_usd) === 0
}

/** Without the parts of a row of which it is known that such rows are wrong. */
function withoutTraps(
  row: Row,
  rates: Rates,
  conditional: readonly ConditionalRates[],
  known: MapProvider,
  leave: Leave,
): RatedPrice {
  const { cache_write_1h_per_mtok_usd: hour, ...rest } = rates
  const isWrongHour =
    known.hours_are_twice_input === true && hour !== undefined && !new Exact(rates.input_per_mtok_usd).times(2).eq(hour)
  if (isWrongHour) leave('without its rate of one-hour writes, which is not twice that of input')
  const reasoning = row.output_cost_per_reasoning_token
  if (reasoning instanceof Decimal && !reasoning.times(TOKENS).eq(rates.output_per_mtok_usd)) {
    leave('without its rate of reasoning: here it costs what other output does')
  }
  const isPlaceholder = ({ when, ...tier }: ConditionalRates) =>
    when.service_tier === 'priority' && when.above_input_tokens === undefined && isSame(tier, rates)
  const kept = conditional.filter((each) => !isPlaceholder(each))
  if (kept.length < conditional.length) leave('without its priority tier, which costs the same as the ordinary one')
  return { ...(isWrongHour ? rest : rates), ...(kept.length > 0 && { conditional: kept }) }
}

function isSame(a: Omit<ConditionalRates, 'when'>, b: Rates): boolean {
  return a.input_per_mtok_usd === b.input_per_mtok_usd && a.output_per_mtok_usd === b.output_per_mtok_usd
}
