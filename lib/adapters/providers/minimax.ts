import { chatCompletions } from '../protocols/chat-completions/protocol.ts'
import type { Provider } from '../provider.ts'

/**
 * MiniMax: asked to keep its reasoning apart from the content, it gives it as `reasoning_details`, which go back
 * (wire-rule 187, https://platform.minimax.io/docs). M2 cannot be switched off, and refuses a temperature of 0.
 */
export const minimax: Provider = {
  id: 'minimax',
  label: 'MiniMax',
  about: 'MiniMax; the address in China is https://api.minimaxi.com/v1',
  variables: { api_key: 'MINIMAX_API_KEY', base_url: 'MINIMAX_BASE_URL' },
  base_url: 'https://api.minimax.io/v1',
  set_up_by: ['key', 'address'],
  key: { page: 'https://platform.minimax.io' },
  wires: {
    openai: { protocol: chatCompletions({ extra_body: { reasoning_split: true } }), sample: 'MiniMax-M2' },
  },
  models_from: 'list',
  models: ['MiniMax-M2'],
  assumes: { options: { max_tokens_field: 'max_completion_tokens', sampling: false } },
}
