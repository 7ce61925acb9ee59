/** The rates of a price, each for a million tokens. */
export const RATE_NAMES = [
  'input_per_mtok_usd',
  'output_per_mtok_usd',
  'cached_read_per_mtok_usd',
  'cache_write_per_mtok_usd',
  'cache_write_1h_per_mtok_usd',
] as const
export type RateName = (typeof RATE_NAMES)[number]

/** Whose row it is: `provider:name`. */
export const PRICED_ID = /^[^:\s]+:.+$/
export const LONGEST_PRICED_ID = 300
