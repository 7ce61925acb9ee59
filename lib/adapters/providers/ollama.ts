import { ollamaChat } from '../protocols/ollama/protocol.ts'
import type { Provider } from '../provider.ts'

export const ollama: Provider = {
  name: 'ollama',
  base_url: 'http://127.0.0.1:11434',
  tool_overhead: { set: 60, schema: 1 },
  protocol: ollamaChat,
}
