import { z } from 'zod'
import { ContentBlock } from './block.ts'
import { Citation, HostedToolBlock } from './hosted-tool.ts'
import { JsonObject } from './json.ts'
import { StopReason } from './stop-reason.ts'
import { TokenUsage } from './usage.ts'

// As the types say it: what a newer version added survives and is in no type.
const hostedTool: z.ZodType<HostedToolBlock> = HostedToolBlock
const citation: z.ZodType<Citation> = Citation
const index = z.number().int().nonnegative()

/** What each event says beside its type, but for what only its adapter may read. */
export const STREAM_EVENT_PAYLOADS = {
  'message.start': z.object({ model: z.string() }),
  'text.delta': z.object({ content_block_index: index, text: z.string() }),
  'thinking.delta': z.object({ content_block_index: index, text: z.string(), signature: z.string().optional() }),
  'tool.use_start': z.object({
    content_block_index: index,
    tool_use_id: z.string(),
    tool_name: z.string(),
    provider_id: z.string().nullable(),
  }),
  'tool.use_input_delta': z.object({ content_block_index: index, tool_use_id: z.string(), partial_json: z.string() }),
  'tool.use_end': z.object({
    content_block_index: index,
    tool_use_id: z.string(),
    final_input: JsonObject,
    raw_input: z.string().optional(),
  }),
  'text.citation': z.object({ content_block_index: index, citation }),
  'hosted_tool.update': z.object({ content_block_index: index, block: hostedTool }),
  'message.complete': z.object({
    stop_reason: StopReason,
    stop_explanation: z.string().optional(),
    final_content: z.array(ContentBlock),
    usage: TokenUsage,
    model: z.string(),
    provider: z.string(),
    latency_ms: z.number().nonnegative(),
    time_to_first_token_ms: z.number().nonnegative().nullable(),
  }),
} as const satisfies Record<StreamEvent['type'], z.ZodObject>

/** contract §1: flat, in the order that `event-order.ts` checks. */
export const StreamEvent: z.ZodType<StreamEvent> = z.discriminatedUnion('type', [
  STREAM_EVENT_PAYLOADS['message.start'].extend({ type: z.literal('message.start') }),
  STREAM_EVENT_PAYLOADS['text.delta'].extend({ type: z.literal('text.delta') }),
  STREAM_EVENT_PAYLOADS['thinking.delta'].extend({ type: z.literal('thinking.delta') }),
  STREAM_EVENT_PAYLOADS['tool.use_start'].extend({ type: z.literal('tool.use_start') }),
  STREAM_EVENT_PAYLOADS['tool.use_input_delta'].extend({ type: z.literal('tool.use_input_delta') }),
  STREAM_EVENT_PAYLOADS['tool.use_end'].extend({ type: z.literal('tool.use_end') }),
  STREAM_EVENT_PAYLOADS['text.citation'].extend({ type: z.literal('text.citation') }),
  STREAM_EVENT_PAYLOADS['hosted_tool.update'].extend({ type: z.literal('hosted_tool.update') }),
  STREAM_EVENT_PAYLOADS['message.complete'].extend({
    type: z.literal('message.complete'),
    provider_raw: JsonObject.optional(),
  }),
])

export type StreamEvent =
  | { type: 'message.start'; model: string }
  | { type: 'text.delta'; content_block_index: number; text: string }
  | { type: 'thinking.delta'; content_block_index: number; text: string; signature?: string | undefined }
  | {
      type: 'tool.use_start'
      content_block_index: number
      tool_use_id: string
      tool_name: string
      provider_id: string | null
    }
  | { type: 'tool.use_input_delta'; content_block_index: number; tool_use_id: string; partial_json: string }
  | {
      type: 'tool.use_end'
      content_block_index: number
      tool_use_id: string
      final_input: JsonObject
      raw_input?: string | undefined
    }
  /** What a text stands on. Like the next one it may come for a block that is closed. */
  | { type: 'text.citation'; content_block_index: number; citation: Citation }
  /** A call that the provider runs itself, as it stands now: the first one opens the block, the next replace it. */
  | { type: 'hosted_tool.update'; content_block_index: number; block: HostedToolBlock }
  | MessageComplete

export interface MessageComplete {
  type: 'message.complete'
  stop_reason: StopReason
  /** Why it stopped there, in words for people, where the provider gives any. */
  stop_explanation?: string | undefined
  final_content: ContentBlock[]
  usage: TokenUsage
  /** Canonical id of the model that really answered. */
  model: string
  provider: string
  latency_ms: number
  time_to_first_token_ms: number | null
  provider_raw?: JsonObject | undefined
}
