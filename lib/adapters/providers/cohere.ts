import { chatCompletions } from '../protocols/chat-completions/protocol.ts'
import type { Provider } from '../provider.ts'
import { byEffort } from '../reasoning-switch.ts'

/**
 * Cohere by its endpoint for OpenAI’s clients, which has no list of its models
 * (https://docs.cohere.com/docs/compatibility-api). An effort is none or high (wire-rule 185).
 */
export const cohere: Provider = {
  id: 'cohere',
  label: 'Cohere',
  about: 'Command by Cohere, through its endpoint for OpenAI’s clients',
  variables: { api_key: 'COHERE_API_KEY', base_url: 'COHERE_BASE_URL', models: 'COHERE_MODELS' },
  base_url: 'https://api.cohere.ai/compatibility/v1',
  set_up_by: ['key', 'address'],
  key: { page: 'https://dashboard.cohere.com/api-keys' },
  wires: {
    openai: {
      protocol: { ...chatCompletions(), root: '/compatibility/v1' },
      reasons: byEffort('none', 'high'),
      sample: 'command-a-03-2025',
    },
  },
  models_from: 'names',
  models: ['command-a-03-2025'],
}
