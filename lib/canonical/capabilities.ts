import { z } from 'zod'

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
})
export type AdapterCapabilities = z.infer<typeof AdapterCapabilities>
