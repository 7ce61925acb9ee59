import { z } from 'zod'
import { MODEL_PICTURE_TYPES } from '../../media/base64-type.ts'

// Strict wherever the provider is: a field it does not know is a 400, so that nothing of ours leaks into a request.

const CacheControl = z.strictObject({ type: z.literal('ephemeral'), ttl: z.enum(['5m', '1h']).optional() })
const cache_control = CacheControl.nullish()
const ToolId = z.string().regex(/^[a-zA-Z0-9_-]+$/)

const Citation = z.strictObject({
  type: z.literal('web_search_result_location'),
  cited_text: z.string(),
  encrypted_index: z.string().min(1),
  title: z.string().nullable(),
  url: z.string(),
})

const TextBlock = z.strictObject({
  type: z.literal('text'),
  text: z.string(),
  citations: z.array(Citation).nullish(),
  cache_control,
})

const ImageBlock = z.strictObject({
  type: z.literal('image'),
  source: z.discriminatedUnion('type', [
    z.strictObject({ type: z.literal('base64'), media_type: z.enum(MODEL_PICTURE_TYPES), data: z.base64() }),
    z.strictObject({ type: z.literal('url'), url: z.string() }),
    z.strictObject({ type: z.literal('file'), file_id: z.string() }),
  ]),
  cache_control,
})

const DocumentBlock = z.strictObject({
  type: z.literal('document'),
  source: z.discriminatedUnion('type', [
    z.strictObject({ type: z.literal('base64'), media_type: z.literal('application/pdf'), data: z.base64() }),
    z.strictObject({ type: z.literal('text'), media_type: z.literal('text/plain'), data: z.string() }),
    z.strictObject({ type: z.literal('content'), content: z.union([z.string(), z.array(z.unknown())]) }),
    z.strictObject({ type: z.literal('url'), url: z.url() }),
    z.strictObject({ type: z.literal('file'), file_id: z.string() }),
  ]),
  title: z.string().max(500).nullish(),
  context: z.string().nullish(),
  citations: z.strictObject({ enabled: z.boolean().optional() }).nullish(),
  cache_control,
})
const ThinkingBlock = z.strictObject({ type: z.literal('thinking'), thinking: z.string(), signature: z.string() })
const RedactedThinkingBlock = z.strictObject({ type: z.literal('redacted_thinking'), data: z.string() })

const ToolUseBlock = z.strictObject({
  type: z.literal('tool_use'),
  id: ToolId,
  name: z.string().min(1).max(200),
  input: z.record(z.string(), z.unknown()),
  caller: z.looseObject({}).nullish(),
  cache_control,
})

const ToolResultBlock = z.strictObject({
  type: z.literal('tool_result'),
  tool_use_id: ToolId,
  content: z
    .union([z.string(), z.array(z.discriminatedUnion('type', [TextBlock, ImageBlock, DocumentBlock])).min(1)])
    .optional(),
  is_error: z.boolean().nullish(),
  cache_control,
})

const ServerToolUseBlock = z.strictObject({
  type: z.literal('server_tool_use'),
  id: z.string().regex(/^srvtoolu_[a-zA-Z0-9_]+$/),
  name: z.literal('web_search'),
  input: z.record(z.string(), z.unknown()),
  caller: z.looseObject({}).nullish(),
  cache_control,
})

const SearchResult = z.strictObject({
  type: z.literal('web_search_result'),
  title: z.string(),
  url: z.string(),
  encrypted_content: z.string().min(1),
  page_age: z.string().nullish(),
})

const SearchResultBlock = z.strictObject({
  type: z.literal('web_search_tool_result'),
  tool_use_id: z.string().regex(/^srvtoolu_[a-zA-Z0-9_]+$/),
  content: z.array(SearchResult),
  caller: z.looseObject({}).nullish(),
  cache_control,
})

export const ContentBlock = z.discriminatedUnion('type', [
  ServerToolUseBlock,
  SearchResultBlock,
  TextBlock,
  ImageBlock,
  DocumentBlock,
  ThinkingBlock,
  RedactedThinkingBlock,
  ToolUseBlock,
  ToolResultBlock,
])
export type ContentBlock = z.infer<typeof ContentBlock>

const Message = z.strictObject({
  role: z.enum(['user', 'assistant']),
  content: z.union([z.string(), z.array(ContentBlock)]),
})

const CustomTool = z.strictObject({
  type: z.literal('custom').nullish(),
  name: z.string().regex(/^[a-zA-Z0-9_-]{1,128}$/),
  description: z.string().optional(),
  input_schema: z.looseObject({ type: z.literal('object') }),
  strict: z.boolean().optional(),
  cache_control,
})

/** Runs at the provider. */
const WebSearch = z.strictObject({
  type: z.literal('web_search_20250305'),
  name: z.literal('web_search'),
  max_uses: z.int().min(1).nullish(),
  allowed_domains: z.array(z.string()).nullish(),
  blocked_domains: z.array(z.string()).nullish(),
  user_location: z.looseObject({ type: z.literal('approximate') }).nullish(),
  cache_control,
})
const Tool = z.union([WebSearch, CustomTool])
type Tool = z.infer<typeof Tool>

export function isSearch(tool: Tool): tool is z.infer<typeof WebSearch> {
  return tool.type === 'web_search_20250305'
}

const parallel = { disable_parallel_tool_use: z.boolean().optional() }

export const MessagesRequest = z.strictObject({
  model: z.string().min(1),
  max_tokens: z.int().min(1),
  messages: z.array(Message),
  system: z.union([z.string(), z.array(TextBlock)]).optional(),
  stream: z.boolean().optional(),
  stop_sequences: z.array(z.string()).optional(),
  temperature: z.number().min(0).max(1).optional(),
  top_p: z.number().min(0).max(1).optional(),
  top_k: z.int().min(0).optional(),
  metadata: z.strictObject({ user_id: z.string().nullish() }).optional(),
  service_tier: z.enum(['auto', 'standard_only']).optional(),
  tools: z.array(Tool).optional(),
  tool_choice: z
    .discriminatedUnion('type', [
      z.strictObject({ type: z.literal('auto'), ...parallel }),
      z.strictObject({ type: z.literal('any'), ...parallel }),
      z.strictObject({ type: z.literal('tool'), name: z.string(), ...parallel }),
      z.strictObject({ type: z.literal('none') }),
    ])
    .optional(),
  thinking: z
    .discriminatedUnion('type', [
      z.strictObject({ type: z.literal('enabled'), budget_tokens: z.int().min(1_024), display: z.string().optional() }),
      z.strictObject({ type: z.literal('adaptive'), display: z.string().optional() }),
      z.strictObject({ type: z.literal('between_tools') }),
      z.strictObject({ type: z.literal('disabled') }),
    ])
    .optional(),
  output_config: z
    .strictObject({
      effort: z.enum(['low', 'medium', 'high', 'xhigh', 'max']).optional(),
      format: z.strictObject({ type: z.literal('json_schema'), schema: z.record(z.string(), z.unknown()) }).nullish(),
    })
    .optional(),
  cache_control,
})
export type MessagesRequest = z.infer<typeof MessagesRequest>
export type Message = MessagesRequest['messages'][number]

/** The blocks of a message; a plain string is one text block. */
export function blocksOf(message: Message): ContentBlock[] {
  return typeof message.content === 'string' ? [{ type: 'text', text: message.content }] : message.content
}
