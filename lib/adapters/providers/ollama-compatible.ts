import { chatCompletions } from '../protocols/chat-completions/protocol.ts'
import type { Provider } from '../provider.ts'

/** Ollama's compatible endpoint, as type `openai`. Its own format (type `ollama`) can do more: see wire-rule 90. */
export const ollamaCompatible: Provider = {
  name: 'ollama',
  base_url: 'http://127.0.0.1:11434/v1',
  tool_overhead: { set: 55, schema: 1 },
  protocol: chatCompletions({
    reasoning_echo: 'reasoning',
    image_urls: false,
  }),
}
