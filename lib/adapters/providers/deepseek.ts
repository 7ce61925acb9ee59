import { chatCompletions } from '../protocols/chat-completions/protocol.ts'
import type { Provider } from '../provider.ts'

/** Its thinking models refuse a conversation with calls whose reasoning is not sent back (wire-rule 73). */
export const deepseek: Provider = {
  id: 'deepseek',
  label: 'DeepSeek',
  about: 'DeepSeek',
  variables: { api_key: 'DEEPSEEK_API_KEY', base_url: 'DEEPSEEK_BASE_URL' },
  base_url: 'https://api.deepseek.com',
  set_up_by: ['key', 'address'],
  wires: {
    openai: {
      protocol: chatCompletions({ reasoning_echo: 'reasoning_content', structured_output: 'json_object' }),
      tool_overhead: { set: 220, schema: 1.1 },
      sample: 'deepseek-v4-flash',
    },
  },
  models_from: 'list',
  models: ['deepseek-v4-flash', 'deepseek-v4-pro'],
}
