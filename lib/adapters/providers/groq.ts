import { chatCompletions } from '../protocols/chat-completions/protocol.ts'
import type { Provider } from '../provider.ts'

/** Groq speaks as OpenAI does; usage in `x_groq` and failed generations inside a stream are read from every host. */
export const groq: Provider = {
  id: 'groq',
  label: 'Groq',
  about: 'Groq',
  variables: { api_key: 'GROQ_API_KEY', base_url: 'GROQ_BASE_URL' },
  base_url: 'https://api.groq.com/openai/v1',
  set_up_by: ['key', 'address'],
  wires: {
    openai: {
      protocol: chatCompletions(),
      tool_overhead: { set: 10, schema: 0.6 },
      sample: 'openai/gpt-oss-20b',
    },
  },
  models_from: 'list',
  models: ['openai/gpt-oss-120b', 'openai/gpt-oss-20b'],
}
