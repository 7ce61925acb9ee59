import { chatCompletions } from '../protocols/chat-completions/protocol.ts'
import type { Provider } from '../provider.ts'

/** Baseten's shared models (https://docs.baseten.co/quickstart); a deployment of one's own has an address of its own. */
export const baseten: Provider = {
  id: 'baseten',
  label: 'Baseten',
  about: 'Baseten; a deployment of your own has its own address',
  variables: { api_key: 'BASETEN_API_KEY', base_url: 'BASETEN_BASE_URL' },
  base_url: 'https://inference.baseten.co/v1',
  set_up_by: ['key', 'address'],
  key: { page: 'https://app.baseten.co/settings/api_keys' },
  wires: { openai: { protocol: chatCompletions(), sample: 'openai/gpt-oss-120b' } },
  models_from: 'list',
}
