import { chatCompletions } from '../protocols/chat-completions/protocol.ts'
import type { Provider } from '../provider.ts'
import { byEffort } from '../reasoning-switch.ts'

/** Nebius Token Factory, once AI Studio (https://docs.tokenfactory.nebius.com): its list is of models of all kinds. */
export const nebius: Provider = {
  id: 'nebius',
  label: 'Nebius Token Factory',
  about: 'Nebius Token Factory; those of its list that do not chat are in it, too',
  variables: { api_key: 'NEBIUS_API_KEY', base_url: 'NEBIUS_BASE_URL' },
  base_url: 'https://api.tokenfactory.nebius.com/v1',
  set_up_by: ['key', 'address'],
  key: { page: 'https://tokenfactory.nebius.com' },
  wires: {
    openai: { protocol: chatCompletions(), reasons: byEffort('low', 'medium', 'high'), sample: 'openai/gpt-oss-20b' },
  },
  models_from: 'list',
}
