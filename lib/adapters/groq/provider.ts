import { chatCompletions } from '../chat-completions/protocol.ts'
import type { Provider } from '../provider.ts'

/** Fast inference of open models. It reports usage in `x_groq` as well, and refuses reasoning that is sent back. */
export const groq: Provider = {
  name: 'groq',
  base_url: 'https://api.groq.com/openai/v1',
  tool_overhead: { set: 10, schema: 0.6 },
  protocol: chatCompletions({
    reasoning_echo: null,
    // It checks calls against the schema itself, and has no strict mode for tools.
    strict_tools: false,
  }),
}
