import type { HostedToolName } from '../canonical/hosted-tool.ts'

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

/** The tools of providers that may have a fee. */
export const TOOL_NAMES = [
  'web_search',
  'web_fetch',
  'code_execution',
  'file_search',
  'image_generation',
] as const satisfies HostedToolName[]
