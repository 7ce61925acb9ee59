import { z } from 'zod'
import type { ContentBlock } from '../canonical/block.ts'
import { HostedToolBlock } from '../canonical/hosted-tool.ts'
import { JsonObject } from '../canonical/json.ts'
import type { PublicMessage } from '../canonical/public-message.ts'
import { Role } from '../canonical/role.ts'
import { Timestamp } from '../canonical/timestamp.ts'

// Every object here is strict: a field that nobody has put here on purpose cannot get into a share, whatever a message has.

/** Stands in the place of what is not shown, and says nothing about it: neither its kind nor its length. */
const HiddenBlock = z.strictObject({ type: z.literal('hidden') })
/** To all that handles content it is a block of a type that it does not know. */
export const hiddenBlock = { type: 'hidden' } as unknown as ContentBlock

export function isHidden(block: { type: string }): boolean {
  return block.type === 'hidden'
}

/** How many parts of a message are not shown, those inside of results included. */
export function hiddenParts(content: readonly ContentBlock[]): number {
  return content.reduce((count, block) => {
    if (isHidden(block)) return count + 1
    return block.type === 'tool_result' ? count + hiddenParts(block.content) : count
  }, 0)
}

/** A picture of the share itself: `share/<sha256>` leads nowhere but through the share. */
const SharedImage = z.strictObject({
  type: z.literal('image'),
  source: z.strictObject({ kind: z.literal('file_ref'), data: z.string().regex(/^share\/[0-9a-f]{64}$/) }),
  media_type: z.string(),
})

const SharedText = z.strictObject({
  type: z.literal('text'),
  text: z.string(),
  citations: z
    .array(
      z.strictObject({
        url: z.string(),
        title: z.string().optional(),
        cited_text: z.string().optional(),
        start: z.number().optional(),
        end: z.number().optional(),
      }),
    )
    .optional(),
})

/** With `input_hidden` the input is `{}` whatever it was. */
const inputHidden = z.literal(true).optional()

const SharedBlock = z.discriminatedUnion('type', [
  HiddenBlock,
  SharedText,
  SharedImage,
  z.strictObject({ type: z.literal('thinking'), text: z.string() }),
  z.strictObject({
    type: z.literal('tool_use'),
    id: z.string(),
    name: z.string(),
    input: JsonObject,
    raw_input: z.string().optional(),
    input_hidden: inputHidden,
  }),
  z.strictObject({
    type: z.literal('tool_result'),
    tool_use_id: z.string(),
    content: z.array(z.discriminatedUnion('type', [HiddenBlock, SharedText, SharedImage])),
    is_error: z.boolean().optional(),
  }),
  z.strictObject({
    type: z.literal('hosted_tool'),
    tool: HostedToolBlock.shape.tool,
    name: z.string(),
    input: JsonObject,
    status: HostedToolBlock.shape.status,
    input_hidden: inputHidden,
    result_hidden: z.literal(true).optional(),
    result: z
      .strictObject({
        sources: z
          .array(
            z.strictObject({
              url: z.string().nullable(),
              title: z.string().nullable(),
              page_age: z.string().optional(),
              text: z.string().optional(),
            }),
          )
          .optional(),
        output: z
          .strictObject({ stdout: z.string(), stderr: z.string(), return_code: z.number().nullable() })
          .optional(),
        text: z.string().optional(),
        error: z.strictObject({ code: z.string(), message: z.string().optional() }).optional(),
      })
      .optional(),
  }),
])

const SharedUsage = z.strictObject({
  input_tokens: z.number(),
  output_tokens: z.number(),
  cached_input_tokens: z.number(),
  cache_creation_input_tokens: z.number(),
  estimated: z.boolean().optional(),
  cost_usd: z.string().nullable(),
  cost_state: z.string().optional(),
  /** Of no interest outside of the installation; the format has to have it. */
  pricing_version: z.null(),
  latency_ms: z.number(),
})

const SharedMetadata = z.strictObject({
  turn_id: z.string().optional(),
  parent_tool_use_id: z.string().optional(),
  status: z.string().optional(),
  stop_reason: z.string().optional(),
  /** Both only where names of models are shown. */
  model: z.string().optional(),
  provider: z.string().optional(),
  /** Only where costs are shown. */
  usage: SharedUsage.optional(),
})

const SharedMessage = z.strictObject({
  id: z.string(),
  /** One for all messages of a snapshot, and of no chat. */
  session_id: z.string(),
  parent_id: z.string().nullable(),
  role: Role,
  content: z.array(SharedBlock),
  metadata: SharedMetadata,
  created_at: Timestamp,
  schema_version: z.number().int().positive(),
})

/** What the messages that are shown took, by what they say themselves. */
const SharedCosts = z.strictObject({
  /** Decimal string; `null` where nothing is known to cost anything and something is unpriced. */
  cost_usd: z.string().nullable(),
  /** Above zero, the cost is a lower bound. */
  unpriced_calls: z.number().int().nonnegative(),
})
export type SharedCosts = z.infer<typeof SharedCosts>

/** All that a share says: what its page shows, and what a chat that goes on from it begins with. It never changes. */
export const ShareSnapshot = z.strictObject({
  version: z.literal(1),
  title: z.string().nullable(),
  shared_at: Timestamp,
  messages: z.array(SharedMessage) as unknown as z.ZodType<PublicMessage[]>,
  system_prompt: z.string().optional(),
  costs: SharedCosts.optional(),
  /** The session hash over its messages (`canonical/session-hash.ts`). */
  hash: z.string(),
})
export type ShareSnapshot = z.infer<typeof ShareSnapshot>
