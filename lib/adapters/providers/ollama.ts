import { chatCompletions } from '../protocols/chat-completions/protocol.ts'
import { ollamaChat } from '../protocols/ollama/protocol.ts'
import type { Provider } from '../provider.ts'
import { byEffort } from '../reasoning-switch.ts'

/** Its own format can do more than its compatible endpoint (wire-rule 90); some proxies before it have that one only. */
export const ollama: Provider = {
  id: 'ollama',
  label: 'Ollama',
  about:
    'Ollama, for instance http://127.0.0.1:11434; its models are those that are pulled, and the key is for its cloud only',
  variables: { base_url: 'OLLAMA_BASE_URL', api_key: 'OLLAMA_API_KEY', protocol: 'OLLAMA_PROTOCOL' },
  base_url: 'http://127.0.0.1:11434',
  set_up_by: ['key', 'address'],
  wires: {
    ollama: {
      protocol: ollamaChat,
      tool_overhead: { set: 60, schema: 1 },
      // Until its server has said more of a model.
      reasons: byEffort('none', 'default'),
      sample: 'qwen3',
    },
    openai: {
      protocol: chatCompletions({ reasoning_echo: 'reasoning', image_urls: false }),
      tool_overhead: { set: 55, schema: 1 },
      reasons: byEffort('none', 'low', 'medium', 'high', 'max'),
      sample: 'qwen3',
    },
  },
  models_from: 'list',
  elsewhere: /[:-]cloud$/,
}
