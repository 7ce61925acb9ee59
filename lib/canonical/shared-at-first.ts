import type { ShareInclude } from './share-content.ts'

/** What a share begins with before anybody chooses. Pages know it without the schemas. */
export const SHARED_AT_FIRST: ShareInclude = {
  thinking: false,
  tool_inputs: true,
  tool_results: true,
  system_prompt: false,
  costs: false,
  models: true,
  pictures: true,
}
