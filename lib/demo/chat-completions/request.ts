import { z } from 'zod'
import { Name } from '../openai/name.ts'

// Strict wherever the provider is: a parameter it does not know is a 400, so that nothing of ours leaks into a request.

const MAX_TOOL_ID = 40

const TextPart = z.strictObject({ type: z.literal('text'), text: z.string() })
const ImagePart = z.strictObject({
  type: z.literal('image_url'),
  image_url: z.strictObject({ url: z.string(), detail: z.enum(['auto', 'low', 'high']).optional() }),
})

const FilePart = z.strictObject({
  type: z.literal('file'),
  file: z.strictObject({ filename: z.string().min(1), file_data: z.string() }),
})

const TextContent = z.union([z.string(), z.array(TextPart).min(1)])
const name = z.string().optional()

const ToolCall = z.strictObject({
  id: z.string().max(MAX_TOOL_ID),
  type: z.literal('function'),
  function: z.strictObject({ name: Name, arguments: z.string() }),
})

export const Message = z.discriminatedUnion('role', [
  z.strictObject({ role: z.literal('system'), content: TextContent, name }),
  z.strictObject({ role: z.literal('developer'), content: TextContent, name }),
  z.strictObject({
    role: z.literal('user'),
    content: z.union([z.string(), z.array(z.discriminatedUnion('type', [TextPart, ImagePart, FilePart])).min(1)]),
    name,
  }),
  z.strictObject({
    role: z.literal('assistant'),
    content: TextContent.nullish(),
    name,
    refusal: z.string().nullish(),
    // Not OpenAI's own, but of the hosts that send thoughts in this format.
    reasoning_content: z.string().nullish(),
    tool_calls: z.array(ToolCall).min(1).optional(),
  }),
  z.strictObject({ role: z.literal('tool'), content: TextContent, tool_call_id: z.string().max(MAX_TOOL_ID) }),
])
export type Message = z.infer<typeof Message>

const FunctionTool = z.strictObject({
  type: z.literal('function'),
  function: z.strictObject({
    name: Name,
    description: z.string().optional(),
    parameters: z.looseObject({ type: z.literal('object') }).optional(),
    strict: z.boolean().nullish(),
  }),
})

const JsonSchemaFormat = z.strictObject({
  name: Name,
  description: z.string().optional(),
  schema: z.record(z.string(), z.unknown()).optional(),
  strict: z.boolean().nullish(),
})

export const ChatRequest = z.strictObject({
  model: z.string().min(1),
  messages: z.array(Message).min(1),
  max_completion_tokens: z.int().min(1).nullish(),
  max_tokens: z.int().min(1).nullish(),
  stream: z.boolean().nullish(),
  stream_options: z
    .strictObject({ include_usage: z.boolean().optional(), include_obfuscation: z.boolean().optional() })
    .nullish(),
  stop: z.union([z.string(), z.array(z.string()).max(4)]).nullish(),
  temperature: z.number().min(0).max(2).nullish(),
  top_p: z.number().min(0).max(1).nullish(),
  presence_penalty: z.number().min(-2).max(2).nullish(),
  frequency_penalty: z.number().min(-2).max(2).nullish(),
  seed: z.int().nullish(),
  user: z.string().optional(),
  safety_identifier: z.string().optional(),
  prompt_cache_key: z.string().max(64).optional(),
  store: z.boolean().nullish(),
  metadata: z.record(z.string(), z.string()).nullish(),
  service_tier: z.string().nullish(),
  verbosity: z.enum(['low', 'medium', 'high']).nullish(),
  reasoning_effort: z.enum(['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max']).nullish(),
  tools: z.array(FunctionTool).max(128).optional(),
  tool_choice: z
    .union([
      z.enum(['none', 'auto', 'required']),
      z.strictObject({ type: z.literal('function'), function: z.strictObject({ name: z.string() }) }),
    ])
    .optional(),
  parallel_tool_calls: z.boolean().optional(),
  response_format: z
    .discriminatedUnion('type', [
      z.strictObject({ type: z.literal('text') }),
      z.strictObject({ type: z.literal('json_object') }),
      z.strictObject({ type: z.literal('json_schema'), json_schema: JsonSchemaFormat }),
    ])
    .optional(),
})
export type ChatRequest = z.infer<typeof ChatRequest>
