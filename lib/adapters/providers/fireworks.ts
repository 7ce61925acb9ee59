import { chatCompletions } from '../protocols/chat-completions/protocol.ts'
import type { Provider } from '../provider.ts'
import { byEffort, reasoner } from '../reasoning-switch.ts'

const GPT_OSS = reasoner(byEffort('low', 'medium', 'high'))

/** Fireworks: without the word it cuts an answer short where prompt and answer do not fit together, and says nothing (wire-rule 232). */
export const fireworks: Provider = {
  id: 'fireworks',
  label: 'Fireworks',
  about: 'Fireworks AI',
  variables: { api_key: 'FIREWORKS_API_KEY', base_url: 'FIREWORKS_BASE_URL' },
  base_url: 'https://api.fireworks.ai/inference/v1',
  set_up_by: ['key', 'address'],
  key: { page: 'https://app.fireworks.ai/settings/users/api-keys', starts: ['fw_'] },
  wires: {
    openai: {
      protocol: chatCompletions({ extra_body: { context_length_exceeded_behavior: 'error' } }),
      reasons: byEffort('none', 'low', 'medium', 'high'),
      sample: 'accounts/fireworks/models/gpt-oss-20b',
    },
  },
  models_from: 'list',
  models: ['accounts/fireworks/models/gpt-oss-120b', 'accounts/fireworks/models/gpt-oss-20b'],
  knows: { 'accounts/fireworks/models/gpt-oss-120b': GPT_OSS, 'accounts/fireworks/models/gpt-oss-20b': GPT_OSS },
}
