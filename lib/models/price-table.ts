import { z } from 'zod'
import { HostedToolName } from '../canonical/hosted-tool.ts'
import { undatedId } from './catalog.ts'

/**
 * Per million tokens. 2026-11-22: with six decimals and no more, so that the price of one token, and with it every cost, is
 * a whole number of 10^-12 dollars: these are what the database adds. Nobody asks for a finer rate.
 */
const Rate = z
  .string()
  .regex(/^\d{1,12}(\.\d{1,6})?$/, 'a decimal string in US dollars, without exponent, with up to six decimals')

const rates = {
  input_per_mtok_usd: Rate,
  output_per_mtok_usd: Rate,
  cached_read_per_mtok_usd: Rate.optional(),
  /** Writes with the ordinary lifetime. */
  cache_write_per_mtok_usd: Rate.optional(),
  cache_write_1h_per_mtok_usd: Rate.optional(),
}

export const Rates = z.strictObject(rates)
export type Rates = z.infer<typeof Rates>

const RatedPrice = z.strictObject({
  ...rates,
  /** The rates of the whole request once its input, cached or not, is larger than this. */
  long_context: z.strictObject({ ...rates, above_input_tokens: z.number().int().positive() }).optional(),
  /** Made up, so that a demo model has a cost to show. */
  sample: z.literal(true).optional(),
})
export type RatedPrice = z.infer<typeof RatedPrice>

/** Costs nothing, whoever serves it and whatever it counts: said by a row of its own, never by the absence of one. */
const FreePrice = z.strictObject({ free: z.literal(true) })

export const ModelPrice = z.union([RatedPrice, FreePrice])
export type ModelPrice = z.infer<typeof ModelPrice>

/**
 * For a thousand uses of each tool that a provider runs itself; `0`: it costs the tokens that it brings, and no more. One that is
 * not named has no price that we know.
 */
const ToolFees = z.partialRecord(HostedToolName, Rate)
export type ToolFees = z.infer<typeof ToolFees>

/** canonical-message-format §6.4. A version never changes once shipped: a new price is a new version. */
export const PriceTable = z.strictObject({
  pricing_version: z.string().min(1),
  effective_from: z.iso.date(),
  source: z.string(),
  models: z.record(z.string().regex(/^[^:]+:.+$/, 'a model id of the form provider:name'), ModelPrice),
  /** By provider: they cost the same whichever of its models used them. */
  tool_fees_per_1000_usd: z.record(z.string(), ToolFees).optional(),
})
export type PriceTable = z.infer<typeof PriceTable>

/** Checks a table and freezes it all through. Throws a `ZodError` that names the faulty row. */
export function parsePriceTable(data: unknown): Readonly<PriceTable> {
  return deepFreeze(PriceTable.parse(data))
}

/** The price under this id, else that of the model whose dated name it is, or `null`: unpriced. */
export function priceOf(modelId: string, table: PriceTable): ModelPrice | null {
  const row = [modelId, undatedId(modelId)].find((id) => Object.hasOwn(table.models, id))
  return row === undefined ? null : (table.models[row] ?? null)
}

function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null) {
    for (const part of Object.values(value)) deepFreeze(part)
    Object.freeze(value)
  }
  return value
}
