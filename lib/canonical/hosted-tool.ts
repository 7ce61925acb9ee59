import { z } from 'zod'
import { JsonObject } from './json.ts'
import { orNewer } from './or-newer.ts'

/** The tools that a provider can run itself, under one name each, whatever it calls them. */
export const HostedToolName = z.enum(['web_search', 'web_fetch', 'code_execution', 'file_search', 'image_generation'])
export type HostedToolName = z.infer<typeof HostedToolName>

/** Any tool that ran at the provider: one that has no name here is `other`, and its own name says which. */
const HostedTool = z.enum([...HostedToolName.options, 'other'])
type HostedTool = z.infer<typeof HostedTool>

/** Only `http` and `https` addresses are ever written here. */
const Address = z.string().nullable()

const Source = z.looseObject({
  url: Address,
  title: z.string().nullable(),
  page_age: z.string().optional(),
  text: z.string().optional(),
})
/** What a search found, or a page that was fetched. */
export interface HostedToolSource {
  url: string | null
  title: string | null
  /** As the provider words it. */
  page_age?: string | undefined
  /** The beginning of what stands there, where the provider shows it. */
  text?: string | undefined
}

const Output = z.looseObject({
  stdout: z.string(),
  stderr: z.string(),
  return_code: z.number().int().nullable(),
  files: z.array(z.string()).optional(),
})
/** What code printed. */
export interface HostedToolOutput {
  stdout: string
  stderr: string
  return_code: number | null
  /** The provider's names of the files that it wrote. */
  files?: string[] | undefined
}

const Result = z.looseObject({
  sources: z.array(Source).optional(),
  output: Output.optional(),
  text: z.string().optional(),
  error: z.looseObject({ code: z.string(), message: z.string().optional() }).optional(),
})
/** What came back, as far as others than its provider can read it. */
export interface HostedToolResult {
  sources?: HostedToolSource[] | undefined
  output?: HostedToolOutput | undefined
  /** What none of the other fields holds. */
  text?: string | undefined
  /** Tools fail inside a result, with HTTP 200 (wire-rule 192). */
  error?: { code: string; message?: string | undefined } | undefined
}

export const HostedToolBlock = z.looseObject({
  type: z.literal('hosted_tool'),
  tool: orNewer(HostedTool),
  name: z.string(),
  input: JsonObject,
  status: orNewer(z.enum(['running', 'completed', 'failed'])),
  result: Result.optional(),
})
/**
 * A call that the provider ran itself, with what came of it. It is nobody's to answer: it is never dispatched, never
 * counted among our calls, and goes to no other provider as a call (wire-rules 55, 125, 204).
 */
export interface HostedToolBlock {
  type: 'hosted_tool'
  tool: HostedTool
  /** The provider's own name of it. */
  name: string
  input: JsonObject
  /** One that is still `running` when its message is over got no result there. */
  status: 'running' | 'completed' | 'failed'
  result?: HostedToolResult | undefined
}

export const Citation = z.looseObject({
  url: z.string().nullish(),
  title: z.string().nullish(),
  cited_text: z.string().nullish(),
  start: z.number().int().nonnegative().nullish(),
  end: z.number().int().nonnegative().nullish(),
  document: z.number().int().nonnegative().nullish(),
  page: z.number().int().nonnegative().nullish(),
})
/** What a text stands on. Without `start` and `end` it is all of the block. */
export interface Citation {
  /** Only ever an `http` or `https` address. */
  url?: string | null | undefined
  title?: string | null | undefined
  cited_text?: string | null | undefined
  /** Positions in the text of the block, in UTF-16 units as everywhere in JavaScript; `end` is exclusive. */
  start?: number | null | undefined
  end?: number | null | undefined
  /** Which of the documents of the request, counted from 0. */
  document?: number | null | undefined
  page?: number | null | undefined
}
