import { chatCompletions } from '../protocols/chat-completions/protocol.ts'
import type { Provider } from '../provider.ts'

/** Kimi by Moonshot: it wants its reasoning back on turns with calls (wire-rule 73). */
export const moonshot: Provider = {
  name: 'moonshot',
  base_url: 'https://api.moonshot.ai/v1',
  tool_overhead: { set: 10, schema: 0.6 },
  protocol: chatCompletions({ reasoning_echo: 'reasoning_content' }),
}
