import { hostDialect } from '../chat-completions/dialect.ts'
import { chatCompletions } from '../chat-completions/protocol.ts'
import type { Provider } from '../provider.ts'

/** OpenAI, and every host that is compatible with it: they differ in base URL, key name and dialect. */
export const openai: Provider = {
  name: 'openai',
  base_url: 'https://api.openai.com',
  tool_overhead: { set: 10, schema: 0.6 },
  protocol: (key) => chatCompletions(hostDialect(key)),
}
