import { chatCompletions } from '../protocols/chat-completions/protocol.ts'
import type { Provider } from '../provider.ts'
import { byFields } from '../reasoning-switch.ts'

/** It puts a system prompt of its own before ours unless it is told not to (https://docs.venice.ai/api-reference). */
const OWN_PROMPT = { include_venice_system_prompt: false }

/** Venice: thinking is a switch among its own parameters (wire-rule 185). */
export const venice: Provider = {
  id: 'venice',
  label: 'Venice',
  about: 'Venice',
  variables: { api_key: 'VENICE_API_KEY', base_url: 'VENICE_BASE_URL' },
  base_url: 'https://api.venice.ai/api/v1',
  set_up_by: ['key', 'address'],
  key: { page: 'https://venice.ai/settings/api', checked_by: 'question' },
  wires: {
    openai: {
      protocol: { ...chatCompletions({ extra_body: { venice_parameters: OWN_PROMPT } }), root: '/api/v1' },
      reasons: byFields(['none', 'default'], (word) => ({
        venice_parameters: { ...OWN_PROMPT, disable_thinking: word === 'none' },
      })),
      sample: 'qwen3-5-9b',
    },
  },
  models_from: 'list',
}
