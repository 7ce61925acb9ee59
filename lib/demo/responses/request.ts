import { z } from 'zod'
import { Name } from '../openai/name.ts'

// Strict wherever the provider is: a parameter it does not know is a 400, so that nothing of ours leaks into a request.

const CallId = z.string().min(1).max(64)
/** Of an item: its beginning is checked by the rules, which have words of their own for it. */
const id = z.string().max(64).optional()
const status = z.enum(['in_progress', 'completed', 'incomplete']).optional()

const InputText = z.strictObject({ type: z.literal('input_text'), text: z.string() })
const InputImage = z.strictObject({
  type: z.literal('input_image'),
  image_url: z.string(),
  detail: z.enum(['auto', 'low', 'high']).optional(),
})
const InputFile = z.strictObject({
  type: z.literal('input_file'),
  filename: z.string().min(1).optional(),
  file_data: z.string().optional(),
  file_url: z.url().optional(),
})
const InputPart = z.discriminatedUnion('type', [InputText, InputImage, InputFile])
export type InputPart = z.infer<typeof InputPart>

const Annotation = z.strictObject({
  type: z.literal('url_citation'),
  url: z.string(),
  title: z.string(),
  start_index: z.int().min(0),
  end_index: z.int().min(0),
})
const OutputPart = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('output_text'),
    text: z.string(),
    annotations: z.array(Annotation).optional(),
    logprobs: z.array(z.unknown()).nullish(),
  }),
  z.strictObject({ type: z.literal('refusal'), refusal: z.string() }),
])

const Said = z.strictObject({
  type: z.literal('message'),
  role: z.enum(['user', 'system', 'developer']),
  content: z.union([z.string(), z.array(InputPart).min(1)]),
  id,
  status,
})
const Answered = z.strictObject({
  type: z.literal('message'),
  role: z.literal('assistant'),
  content: z.union([z.string(), z.array(OutputPart).min(1)]),
  id,
  status,
  phase: z.enum(['commentary', 'final_answer']).optional(),
})

const Item = z.discriminatedUnion('type', [
  z.discriminatedUnion('role', [Said, Answered]),
  z.strictObject({
    type: z.literal('function_call'),
    call_id: CallId,
    name: Name,
    arguments: z.string(),
    id,
    status,
  }),
  z.strictObject({
    type: z.literal('function_call_output'),
    call_id: CallId,
    output: z.union([z.string(), z.array(InputPart)]),
    id,
    status,
  }),
  z.strictObject({
    type: z.literal('reasoning'),
    id: z.string().max(64),
    summary: z.array(z.strictObject({ type: z.literal('summary_text'), text: z.string() })),
    content: z.array(z.strictObject({ type: z.literal('reasoning_text'), text: z.string() })).nullish(),
    encrypted_content: z.string().nullish(),
    status: status.nullable(),
  }),
  z.strictObject({
    type: z.literal('web_search_call'),
    id: z.string().max(64),
    status: z.enum(['in_progress', 'searching', 'completed', 'failed']),
    action: z.looseObject({ type: z.enum(['search', 'open_page', 'find_in_page']) }).optional(),
  }),
])
export type Item = z.infer<typeof Item>

const FunctionTool = z.strictObject({
  type: z.literal('function'),
  name: Name,
  description: z.string().nullish(),
  parameters: z.looseObject({ type: z.literal('object') }).nullable(),
  // Absent means true.
  strict: z.boolean().nullish(),
})
const WebSearch = z.strictObject({
  type: z.literal('web_search'),
  filters: z.looseObject({}).nullish(),
  search_context_size: z.enum(['low', 'medium', 'high']).optional(),
  user_location: z.looseObject({ type: z.literal('approximate') }).nullish(),
})

export const ResponsesRequest = z.strictObject({
  model: z.string().min(1),
  input: z.union([z.string().min(1), z.array(Item).min(1)]),
  instructions: z.string().nullish(),
  max_output_tokens: z.int().min(16).nullish(),
  tools: z
    .array(z.discriminatedUnion('type', [FunctionTool, WebSearch]))
    .max(128)
    .optional(),
  tool_choice: z
    .union([z.enum(['none', 'auto', 'required']), z.strictObject({ type: z.literal('function'), name: z.string() })])
    .optional(),
  parallel_tool_calls: z.boolean().nullish(),
  text: z
    .strictObject({
      format: z
        .discriminatedUnion('type', [
          z.strictObject({ type: z.literal('text') }),
          z.strictObject({ type: z.literal('json_object') }),
          z.strictObject({
            type: z.literal('json_schema'),
            name: Name,
            description: z.string().optional(),
            schema: z.record(z.string(), z.unknown()),
            strict: z.boolean().nullish(),
          }),
        ])
        .optional(),
      verbosity: z.enum(['low', 'medium', 'high']).nullish(),
    })
    .optional(),
  reasoning: z
    .strictObject({
      effort: z.enum(['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max']).nullish(),
      summary: z.enum(['auto', 'concise', 'detailed']).nullish(),
    })
    .nullish(),
  include: z
    .array(z.enum(['reasoning.encrypted_content', 'web_search_call.action.sources', 'message.output_text.logprobs']))
    .nullish(),
  temperature: z.number().min(0).max(2).nullish(),
  top_p: z.number().min(0).max(1).nullish(),
  prompt_cache_key: z.string().max(64).nullish(),
  safety_identifier: z.string().nullish(),
  metadata: z.record(z.string(), z.string()).nullish(),
  service_tier: z.string().nullish(),
  truncation: z.enum(['auto', 'disabled']).nullish(),
  // Nothing is kept here, so nothing can be referred to.
  store: z.literal(false),
  stream: z.boolean().nullish(),
})
export type ResponsesRequest = z.infer<typeof ResponsesRequest>

/** The items of a request; a plain string is what the user says. */
export function itemsOf({ input }: ResponsesRequest): Item[] {
  return typeof input === 'string' ? [{ type: 'message', role: 'user', content: input }] : input
}
