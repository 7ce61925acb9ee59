import type { OptionalFields } from '../../protocol.ts'

/** What people or the installation ask for: how much a model reasons, how it chooses its words, and how many at most. */
const ASKED = ['reasoning', 'reasoning.effort', 'reasoning.summary', 'temperature', 'max_output_tokens', 'store']

/** What a host that speaks Responses can be asked without (`../chat-completions/optional.ts`). */
export const OPTIONAL: OptionalFields = {
  fields: [
    ...ASKED,
    'include',
    'parallel_tool_calls',
    'prompt_cache_key',
    'input.phase',
    'input.status',
    'tools.strict',
    'text.format.strict',
  ],
  asked: ASKED,
  // A host that knows the word and will not have it keeps what it is told.
  if_unknown: ['store'],
  // Encrypted content is not supported with this model.
  said: [[/encrypted content is not supported/i, 'include']],
}
