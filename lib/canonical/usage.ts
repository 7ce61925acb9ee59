import { z } from 'zod'
import { HostedToolName } from './hosted-tool.ts'
import { orNewer } from './or-newer.ts'

const count = z.number().int().nonnegative()

/** How often the provider ran each of its own tools. */
export const ToolUses = z.partialRecord(HostedToolName, count)
export type ToolUses = z.infer<typeof ToolUses>

const dollars = z.string().regex(/^\d+(\.\d+)?$/, 'a decimal string')

const counters = {
  input_tokens: count,
  output_tokens: count,
  cached_input_tokens: count.default(0),
  cache_creation_input_tokens: count.default(0),
  cache_creation_1h_input_tokens: count.optional(),
  reasoning_tokens: count.optional(),
  estimated: z.boolean().optional(),
  tool_uses: ToolUses.optional(),
  billed_usd: dollars.optional(),
  service_tier: z.string().optional(),
}

/** What an adapter reports. The four required counters are disjoint: their sum is every token the provider counted. */
export const TokenUsage: z.ZodType<TokenUsage> = z.looseObject(counters)
export interface TokenUsage {
  /** Input that was neither read from nor written to a cache. */
  input_tokens: number
  /** Includes reasoning, as billed. */
  output_tokens: number
  cached_input_tokens: number
  cache_creation_input_tokens: number
  /** The part of `cache_creation_input_tokens` written with a one-hour lifetime. */
  cache_creation_1h_input_tokens?: number | undefined
  /** The part of `output_tokens` spent on reasoning. */
  reasoning_tokens?: number | undefined
  /** The provider sent no figures; these are our own estimate. */
  estimated?: boolean | undefined
  /** What the provider may charge for beside the tokens; a tool that did not run is left out. */
  tool_uses?: ToolUses | undefined
  /** What the host itself says that it billed, a decimal string: with fees and discounts that no price table knows. */
  billed_usd?: string | undefined
  /** Absent where it is the ordinary one; any other has prices of its own. */
  service_tier?: string | undefined
}

/** What is stored with an assistant message (canonical-message-format §4.3, contract §2). */
export const Usage = z.looseObject({
  ...counters,
  cost_usd: dollars.nullable(),
  pricing_version: z.string().nullable(),
  cost_state: orNewer(z.enum(['partial'])).optional(),
  latency_ms: z.number().nonnegative(),
})
export interface Usage extends TokenUsage {
  /** Decimal string in US dollars; `null` means unpriced, never free. */
  cost_usd: string | null
  pricing_version: string | null
  /** Something that was counted has no rate: it costs at least so much. */
  cost_state?: 'partial' | undefined
  latency_ms: number
}
