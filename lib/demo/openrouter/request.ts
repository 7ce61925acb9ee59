import { z } from 'zod'
import { isJsonObject, type JsonObject } from '../json.ts'

// What OpenRouter takes beyond Chat Completions. Stricter than the host, which passes over what it does not know: nothing of
// ours may leak into a request.

const Reasoning = z.strictObject({
  effort: z.enum(['max', 'xhigh', 'high', 'medium', 'low', 'minimal', 'none']).optional(),
  max_tokens: z.int().min(1).optional(),
  exclude: z.boolean().optional(),
  enabled: z.boolean().optional(),
})

const Detail = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('reasoning.text'),
    text: z.string().nullish(),
    signature: z.string().nullish(),
    format: z.string().nullish(),
    id: z.string().nullish(),
    index: z.int().optional(),
  }),
  z.strictObject({
    type: z.literal('reasoning.encrypted'),
    data: z.string(),
    format: z.string().nullish(),
    id: z.string().nullish(),
    index: z.int().optional(),
  }),
])
export type Detail = z.infer<typeof Detail>

const WebSearch = z.strictObject({
  type: z.literal('openrouter:web_search'),
  parameters: z.looseObject({}).optional(),
})

const names = z.array(z.string()).optional()

/** Of the request as a whole. */
export const OwnFields = z.strictObject({
  reasoning: Reasoning.optional(),
  provider: z
    .strictObject({ order: names, only: names, ignore: names, allow_fallbacks: z.boolean().optional() })
    .optional(),
  plugins: z.array(z.looseObject({ id: z.enum(['context-compression', 'file-parser']) })).optional(),
  session_id: z.string().max(256).optional(),
})
type OwnFields = z.infer<typeof OwnFields>

/** Of one message. */
const OwnMessageFields = z.strictObject({
  reasoning_details: z.array(Detail).optional(),
  annotations: z
    .array(
      z.strictObject({
        type: z.literal('url_citation'),
        url_citation: z.strictObject({
          url: z.string(),
          title: z.string(),
          content: z.string().optional(),
          start_index: z.int().optional(),
          end_index: z.int().optional(),
        }),
      }),
    )
    .optional(),
})

export interface Split {
  /** The request as Chat Completions has it. */
  readonly chat: unknown
  readonly own: OwnFields
  /** By message. */
  readonly details: readonly (readonly Detail[])[]
  readonly searches: boolean
}

/** Takes a request apart into what is Chat Completions and what only OpenRouter has. Throws a `ZodError` for what neither has. */
export function split(body: unknown): Split {
  if (!isJsonObject(body)) return { chat: body, own: {}, details: [], searches: false }
  const [rest, own] = parted(body, Object.keys(OwnFields.shape))
  const messages = Array.isArray(body.messages) ? body.messages.map(splitMessage) : null
  const [hosted, functions] = Array.isArray(body.tools) ? halves(body.tools, isHosted) : [[], null]
  z.array(WebSearch).parse(hosted)
  return {
    chat: {
      ...rest,
      ...(messages && { messages: messages.map(({ chat }) => chat) }),
      ...(functions && { tools: functions.length > 0 ? functions : undefined }),
    },
    own: OwnFields.parse(own),
    details: messages?.map(({ details }) => details) ?? [],
    searches: hosted.length > 0,
  }
}

function splitMessage(message: unknown): { chat: unknown; details: readonly Detail[] } {
  if (!isJsonObject(message)) return { chat: message, details: [] }
  const [rest, own] = parted(message, Object.keys(OwnMessageFields.shape))
  const { reasoning_details: details = [] } = OwnMessageFields.parse(own)
  const content = Array.isArray(rest.content) ? rest.content.map(unmarked) : rest.content
  return { chat: 'content' in rest ? { ...rest, content } : rest, details }
}

/** A mark for the cache says nothing of what it stands on. */
function unmarked(part: unknown): unknown {
  return isJsonObject(part) ? parted(part, ['cache_control'])[0] : part
}

function isHosted(tool: unknown): boolean {
  return isJsonObject(tool) && String(tool.type).startsWith('openrouter:')
}

function parted(whole: JsonObject, keys: readonly string[]): [rest: JsonObject, own: JsonObject] {
  const [own, rest] = halves(Object.entries(whole), ([key]) => keys.includes(key))
  return [Object.fromEntries(rest), Object.fromEntries(own)]
}

function halves<T>(all: readonly T[], isFirst: (each: T) => boolean): [first: T[], second: T[]] {
  return [all.filter(isFirst), all.filter((each) => !isFirst(each))]
}
