import { chatCompletions } from '../protocols/chat-completions/protocol.ts'
import type { Provider } from '../provider.ts'

/** Together speaks as OpenAI does; its list is a bare array with models of all kinds (wire-rule 237). */
export const together: Provider = {
  id: 'together',
  label: 'Together',
  about: 'Together AI',
  variables: { api_key: 'TOGETHER_API_KEY', base_url: 'TOGETHER_BASE_URL' },
  base_url: 'https://api.together.xyz/v1',
  set_up_by: ['key', 'address'],
  wires: { openai: { protocol: chatCompletions(), sample: 'openai/gpt-oss-20b' } },
  models_from: 'list',
  models: ['openai/gpt-oss-120b', 'openai/gpt-oss-20b'],
}
