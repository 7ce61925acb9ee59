import { z } from 'zod'
import { HostedToolName } from '../canonical/hosted-tool.ts'
import { LONGEST_PRICED_ID, PRICED_ID, RATE_NAMES, type RateName } from './price-form.ts'
import { RATE } from './rate-fault.ts'

/**
 * Per million tokens. 2026-11-22: with six decimals and no more, so that the price of one token, and with it every cost, is
 * a whole number of 10^-12 dollars: these are what the database adds. Nobody asks for a finer rate.
 */
export const Rate = z.string().regex(RATE, 'a decimal string in US dollars, without exponent, with up to six decimals')

const rates = {
  input_per_mtok_usd: Rate,
  output_per_mtok_usd: Rate,
  cached_read_per_mtok_usd: Rate.optional(),
  /** Writes with the ordinary lifetime. */
  cache_write_per_mtok_usd: Rate.optional(),
  cache_write_1h_per_mtok_usd: Rate.optional(),
} satisfies Record<RateName, z.ZodType>

const Rates = z.strictObject(rates)
export type Rates = z.infer<typeof Rates>

const step = z.number().int().positive().max(1_000_000_000)
const hour = z.number().int().min(0).max(24)

/** All that is named must hold. What counts as input is all of it, read from a cache or written to one as well. */
export const Condition = z
  .strictObject({
    above_input_tokens: step.optional(),
    /** As `above_input_tokens`, but from this count on. */
    from_input_tokens: step.optional(),
    /** As the answer names it: `flex`, `priority`, `batch` … */
    service_tier: z.string().min(1).max(40).optional(),
    /** By the moment of the call, in UTC: days from 1, Monday, to 7, and from-to in whole hours. */
    utc: z
      .strictObject({
        days: z.array(z.number().int().min(1).max(7)).min(1),
        hours: z.array(z.tuple([hour, hour])).min(1),
      })
      .optional(),
  })
  .refine((when) => Object.keys(when).length > 0, 'names no condition')
export type Condition = z.infer<typeof Condition>

/** Where a rate was read, and on which day. */
export const Source = z.strictObject({ source: z.string().max(500), read_on: z.iso.date() })
export type Source = z.infer<typeof Source>

const ConditionalRates = z.strictObject({ ...rates, when: Condition, source: Source.optional() })
export type ConditionalRates = z.infer<typeof ConditionalRates>

export const RatedPrice = z.strictObject({
  ...rates,
  /** In place of the rates above, as a whole, where their condition holds (`rates-for.ts`). */
  conditional: z.array(ConditionalRates).max(50).optional(),
  /** On top of the tokens, whatever they are. */
  per_request_usd: Rate.optional(),
  /** Made up, so that a demo model has a cost to show. */
  sample: z.literal(true).optional(),
  source: Source.optional(),
  /** Of rates that stand elsewhere than the rest of the row. */
  sources: z.partialRecord(z.enum(RATE_NAMES), Source).optional(),
})
export type RatedPrice = z.infer<typeof RatedPrice>

/** Costs nothing, whoever serves it and whatever it counts: said by a row of its own, never by the absence of one. */
export const FreePrice = z.strictObject({ free: z.literal(true) })

export const ModelPrice = z.union([RatedPrice, FreePrice])
export type ModelPrice = z.infer<typeof ModelPrice>

/**
 * For a thousand uses of each tool that a provider runs itself; `0`: it costs the tokens that it brings, and no more. One that is
 * not named has no price that we know.
 */
export const ToolFees = z.partialRecord(HostedToolName, Rate)
export type ToolFees = z.infer<typeof ToolFees>

export const PricedModels = z.record(
  z.string().max(LONGEST_PRICED_ID).regex(PRICED_ID, 'a model id of the form provider:name'),
  ModelPrice,
)
export type PricedModels = z.infer<typeof PricedModels>

/** canonical-message-format §6.4. A version never changes once it is published: a new price is a new version. */
export const PriceTable = z.strictObject({
  pricing_version: z.string().min(1),
  models: PricedModels,
  /** By provider: they cost the same whichever of its models used them. */
  tool_fees_per_1000_usd: z.record(z.string(), ToolFees).optional(),
  tool_fee_sources: z.record(z.string(), Source).optional(),
})
export type PriceTable = z.infer<typeof PriceTable>
