import { z } from 'zod'
import { Timestamp } from '../canonical/timestamp.ts'
import { PricedModels, PriceTable } from '../pricing/price.ts'
import type { Endpoint } from './endpoint.ts'
import { KEYED } from './request.ts'

const Version = z.string().min(1).max(100)

const PriceVersion = z.object({
  pricing_version: Version,
  /** From then on until the next one begins. */
  effective_from: Timestamp,
  /** `shipped`: it came with the product. Those hold until one is published, and then no more. */
  origin: z.enum(['shipped', 'published']),
  author: z.string().nullable(),
  note: z.string(),
  created_at: Timestamp,
  /** How many models have a row in it. */
  models: z.number().int().nonnegative(),
})
export type PriceVersion = z.infer<typeof PriceVersion>

const PRICE_FILES = ['application/json', 'text/csv', 'text/tab-separated-values'] as const

const { tool_fees_per_1000_usd, tool_fee_sources } = PriceTable.shape

export const listPrices = {
  id: 'listPrices',
  tag: 'prices',
  needs: 'admin',
  summary: 'The versions of the price table, oldest first, and which one holds now',
  answer: { status: 200, json: z.object({ versions: z.array(PriceVersion), in_force: Version }) },
  errors: [],
} as const satisfies Endpoint

export const readPrices = {
  id: 'readPrices',
  tag: 'prices',
  needs: 'admin',
  summary: 'One version of the price table',
  answer: {
    status: 200,
    json: z.object({ ...PriceVersion.omit({ models: true }).shape, ...PriceTable.shape, models: PricedModels }),
  },
  errors: ['not_found'],
} as const satisfies Endpoint

export const importPrices = {
  id: 'importPrices',
  tag: 'prices',
  needs: 'admin',
  summary: 'Reads a file of prices as a draft; nothing is published',
  description:
    'As JSON the price map that LiteLLM publishes; as CSV, or separated by semicolons or tabs, a table with the columns `model`, `input_per_mtok_usd`, `output_per_mtok_usd` and any other of a price. What is left out, rows and parts of rows, is listed with the reason. `read_on` is the day of the copy, else today.',
  query: z.object({ read_on: z.iso.date().optional() }),
  body: { file: PRICE_FILES },
  answer: {
    status: 200,
    json: z.object({
      models: PricedModels,
      unknown: z.array(z.object({ model: z.string(), reason: z.string() })),
    }),
  },
  errors: ['invalid_request', 'invalid_prices', 'too_large', 'unsupported_media'],
} as const satisfies Endpoint

export const publishPrices = {
  id: 'publishPrices',
  tag: 'prices',
  needs: 'admin',
  summary: 'Publishes a version of the price table, from now on or from a moment on',
  description:
    'A version is whole: what it does not name has no price. It can be superseded and never changed or deleted. Where a row is wrong nothing is stored, and the details name each row. With `based_on`, the version published last when the draft was begun, it is refused where another one was published since.',
  headers: KEYED,
  body: {
    json: z.strictObject({
      effective_from: Timestamp.nullish(),
      note: z.string().trim().min(1, 'a word on what it is for').max(2_000),
      // Looked at row by row, so that the refusal can name them.
      models: z.record(z.string(), z.unknown()),
      tool_fees_per_1000_usd,
      tool_fee_sources,
      based_on: Version.nullish(),
    }),
  },
  answer: { status: 201, json: PriceVersion },
  errors: [
    'invalid_request',
    'invalid_prices',
    'price_conflict',
    'idempotency_mismatch',
    'too_large',
    'unsupported_media',
  ],
} as const satisfies Endpoint
