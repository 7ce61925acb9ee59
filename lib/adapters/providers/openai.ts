import { chatCompletions } from '../protocols/chat-completions/protocol.ts'
import type { Provider } from '../provider.ts'

/** OpenAI itself, and every host that speaks as it does: such a one differs in base URL and key name only. */
export const openai: Provider = {
  name: 'openai',
  base_url: 'https://api.openai.com',
  tool_overhead: { set: 5, schema: 0.35 },
  picture_cost: { by: 'tile', base: 85, tile: 170 },
  // It does not parse the arguments of the history (xuzhougeng/wisp-science#775).
  options_at_home: { invalid_arguments: 'verbatim' },
  protocol: chatCompletions(),
}
