import { chatCompletions } from '../protocols/chat-completions/protocol.ts'
import type { Provider } from '../provider.ts'

/** Groq speaks as OpenAI does; usage in `x_groq` and failed generations inside a stream are read from every host. */
export const groq: Provider = {
  name: 'groq',
  base_url: 'https://api.groq.com/openai/v1',
  tool_overhead: { set: 10, schema: 0.6 },
  protocol: chatCompletions(),
}
