import { z } from 'zod'
import { HostedToolName } from './hosted-tool.ts'

/** What a target takes of pictures beside their media types. A picture is fitted to it before a request is made. */
export const ImageLimits = z.object({
  /** Of one picture as base64 text, which is how it is sent. */
  max_base64_bytes: z.number().int().positive(),
  /** Of all pictures of a request together, as base64 text. */
  max_total_base64_bytes: z.number().int().positive(),
  /** Of the longer side. */
  max_side_pixels: z.number().int().positive(),
  /** In one request. */
  max_count: z.number().int().positive(),
  /** Whether a GIF or WebP that moves is taken; elsewhere its first frame goes. */
  takes_animation: z.boolean(),
})
export type ImageLimits = z.infer<typeof ImageLimits>

/** What a target takes of documents as files: for anything else, what stands in them is sent as text. */
export const DocumentLimits = z.object({
  /** What it reads itself; `text/plain` stands for any text. */
  media_types: z.array(z.string()),
  /** Of those, what its host reads for it where the model cannot. */
  parsed_media_types: z.array(z.string()).optional(),
  /** Whether a tool's result may hold one. */
  in_results: z.boolean(),
  /** Whether it opens an address of one. */
  by_address: z.boolean(),
  /** In one request. */
  max_count: z.number().int().positive(),
  /** Of all documents of a request together. */
  max_pages: z.number().int().positive(),
  /** Of all documents of a request together, as base64 text. */
  max_total_base64_bytes: z.number().int().positive(),
})
export type DocumentLimits = z.infer<typeof DocumentLimits>

/** What a model can take and give through its adapter (§7.2). Honest: declared only where the adapter does it too. */
export const AdapterCapabilities = z.object({
  supports_images: z.boolean(),
  supports_thinking: z.boolean(),
  supports_tools: z.boolean(),
  supports_system_prompt: z.boolean(),
  supports_structured_output: z.boolean(),
  supports_streaming: z.boolean(),
  supports_streaming_tool_calls: z.boolean(),
  supports_parallel_tool_calls: z.boolean(),
  supports_prompt_caching: z.boolean(),
  supports_system_messages_in_list: z.boolean(),
  max_context_tokens: z.number().int().positive(),
  max_output_tokens: z.number().int().positive(),
  /** Meaningful only with `supports_images`. */
  accepted_image_media_types: z.array(z.string()),
  /** Absent where nothing is known: cautious values are assumed then. */
  image_limits: ImageLimits.optional(),
  /** Absent where it takes no document as a file. */
  documents: DocumentLimits.optional(),
  /** What its provider runs for it on request; absent where nobody says that it runs any. */
  hosted_tools: z.array(HostedToolName).optional(),
})
export type AdapterCapabilities = z.infer<typeof AdapterCapabilities>
