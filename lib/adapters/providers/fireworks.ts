import { chatCompletions } from '../protocols/chat-completions/protocol.ts'
import type { Provider } from '../provider.ts'

/** Fireworks: without the word it cuts an answer short where prompt and answer do not fit together, and says nothing (wire-rule 232). */
export const fireworks: Provider = {
  id: 'fireworks',
  label: 'Fireworks',
  about: 'Fireworks AI',
  variables: { api_key: 'FIREWORKS_API_KEY', base_url: 'FIREWORKS_BASE_URL' },
  base_url: 'https://api.fireworks.ai/inference/v1',
  set_up_by: ['key', 'address'],
  wires: {
    openai: {
      protocol: chatCompletions({ extra_body: { context_length_exceeded_behavior: 'error' } }),
      sample: 'accounts/fireworks/models/gpt-oss-20b',
    },
  },
  models_from: 'list',
  models: ['accounts/fireworks/models/gpt-oss-120b', 'accounts/fireworks/models/gpt-oss-20b'],
}
