import { chatCompletions } from '../protocols/chat-completions/protocol.ts'
import type { Provider } from '../provider.ts'

/** Kimi wants its reasoning back on turns with calls (wire-rule 73). */
export const moonshot: Provider = {
  id: 'moonshot',
  label: 'Moonshot',
  about: 'Kimi by Moonshot; the keys of api.moonshot.cn hold there only, so give its address with them',
  variables: { api_key: 'MOONSHOT_API_KEY', base_url: 'MOONSHOT_BASE_URL' },
  base_url: 'https://api.moonshot.ai/v1',
  set_up_by: ['key', 'address'],
  wires: {
    openai: {
      protocol: chatCompletions({ reasoning_echo: 'reasoning_content' }),
      tool_overhead: { set: 10, schema: 0.6 },
      sample: 'kimi-k2.6',
    },
  },
  models_from: 'list',
  models: ['kimi-k2.6'],
}
