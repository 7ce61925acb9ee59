import { chatCompletions } from '../protocols/chat-completions/protocol.ts'
import type { Provider } from '../provider.ts'
import { byReasoningObject } from '../reasoning-switch.ts'

/** DeepInfra (https://deepinfra.com/docs/openai_api): the version comes before `openai` in its address (wire-rule 185). */
export const deepinfra: Provider = {
  id: 'deepinfra',
  label: 'DeepInfra',
  about: 'DeepInfra',
  variables: { api_key: 'DEEPINFRA_API_KEY', base_url: 'DEEPINFRA_BASE_URL' },
  base_url: 'https://api.deepinfra.com/v1/openai',
  set_up_by: ['key', 'address'],
  key: { page: 'https://deepinfra.com/dash/api_keys', checked_by: 'question' },
  wires: {
    openai: {
      protocol: { ...chatCompletions(), root: '/v1/openai' },
      reasons: byReasoningObject('none', 'low', 'medium', 'high'),
      sample: 'openai/gpt-oss-20b',
    },
  },
  models_from: 'list',
}
