import { z } from 'zod'
import type { JsonObject } from '../json.ts'

// Stricter than the server, which passes over what it does not know: nothing of ours may leak into a request.

const ToolCall = z.strictObject({
  id: z.string().optional(),
  function: z.strictObject({
    index: z.int().optional(),
    name: z.string().min(1),
    arguments: z.record(z.string(), z.unknown()),
  }),
})

const Message = z.strictObject({
  role: z.enum(['system', 'user', 'assistant', 'tool']),
  content: z.string(),
  thinking: z.string().optional(),
  images: z.array(z.string()).optional(),
  tool_calls: z.array(ToolCall).optional(),
  tool_name: z.string().optional(),
  tool_call_id: z.string().optional(),
})
export type Message = z.infer<typeof Message>

const Tool = z.strictObject({
  type: z.literal('function'),
  function: z.strictObject({
    name: z.string().min(1),
    description: z.string().optional(),
    parameters: z.looseObject({ type: z.literal('object') }),
  }),
})

export const OllamaRequest = z.strictObject({
  model: z.string().min(1),
  messages: z.array(Message).min(1),
  tools: z.array(Tool).optional(),
  format: z.union([z.literal('json'), z.looseObject({})]).optional(),
  think: z.union([z.boolean(), z.enum(['low', 'medium', 'high', 'max'])]).optional(),
  stream: z.boolean().optional(),
  truncate: z.boolean().optional(),
  shift: z.boolean().optional(),
  keep_alive: z.union([z.string(), z.number()]).optional(),
  options: z
    .strictObject({
      num_ctx: z.int().min(1).optional(),
      num_predict: z.int().optional(),
      temperature: z.number().min(0).optional(),
      top_p: z.number().optional(),
      top_k: z.int().optional(),
      seed: z.int().optional(),
      stop: z.array(z.string()).optional(),
    })
    .optional(),
})
export type OllamaRequest = z.infer<typeof OllamaRequest>

/** Of any answer, a schema or just some object. */
export function schemaOf({ format }: OllamaRequest): JsonObject | null {
  if (format === undefined) return null
  return format === 'json' ? { type: 'object' } : format
}
