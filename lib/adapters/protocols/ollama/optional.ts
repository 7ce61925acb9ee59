import type { OptionalFields } from '../../protocol.ts'

/** Without the last two the server may leave out the beginning of what is too long (wire-rule 89): that is told. */
const ASKED = ['think', 'truncate', 'shift']

/** What a server that speaks as Ollama does can be asked without (`../chat-completions/optional.ts`). */
export const OPTIONAL: OptionalFields = {
  fields: [...ASKED, 'keep_alive'],
  asked: ASKED,
  // "qwen2:7b" does not support thinking · think value "high" is not supported for this model
  said: [[/does not support thinking|think value/, 'think']],
}
