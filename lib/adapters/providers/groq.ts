import { chatCompletions } from '../protocols/chat-completions/protocol.ts'
import type { Provider } from '../provider.ts'
import { byEffort, reasoner } from '../reasoning-switch.ts'

/** Cannot be switched off. */
const GPT_OSS = reasoner(byEffort('low', 'medium', 'high'))

/** Groq speaks as OpenAI does; usage in `x_groq` and failed generations inside a stream are read from every host. */
export const groq: Provider = {
  id: 'groq',
  label: 'Groq',
  about: 'Groq',
  variables: { api_key: 'GROQ_API_KEY', base_url: 'GROQ_BASE_URL' },
  base_url: 'https://api.groq.com/openai/v1',
  set_up_by: ['key', 'address'],
  key: { page: 'https://console.groq.com/keys', starts: ['gsk_'] },
  wires: {
    openai: {
      protocol: chatCompletions(),
      // Of Llama, whose names have no maker: its template tells at length how to call.
      tool_overhead: { set: 180, schema: 0.6 },
      tool_overhead_by_maker: { openai: { set: 10, schema: 0.6 }, moonshotai: { set: 10, schema: 0.6 } },
      sample: 'openai/gpt-oss-20b',
    },
  },
  models_from: 'list',
  models: ['openai/gpt-oss-120b', 'openai/gpt-oss-20b'],
  // `raw`, which Qwen has unless it is told otherwise, is refused beside tools (wire-rule 178).
  knows: {
    'openai/gpt-oss-120b': GPT_OSS,
    'openai/gpt-oss-20b': GPT_OSS,
    'qwen/qwen3-32b': reasoner({ ...byEffort('none', 'default'), extra_body: { reasoning_format: 'parsed' } }),
  },
}
