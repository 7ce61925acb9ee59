import { chatCompletions } from '../protocols/chat-completions/protocol.ts'
import type { Provider } from '../provider.ts'

/** DeepSeek: its thinking models refuse a conversation with calls whose reasoning is not sent back (wire-rule 73). */
export const deepseek: Provider = {
  name: 'deepseek',
  base_url: 'https://api.deepseek.com',
  tool_overhead: { set: 220, schema: 1.1 },
  protocol: chatCompletions({
    reasoning_echo: 'reasoning_content',
    structured_output: 'json_object',
  }),
}
