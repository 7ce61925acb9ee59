import { chatCompletions } from '../protocols/chat-completions/protocol.ts'
import type { Provider } from '../provider.ts'
import { byFields } from '../reasoning-switch.ts'

/** NVIDIA's models (https://docs.api.nvidia.com): it refuses fields that it does not know, so nothing is added (wire-rule 185). */
export const nvidia: Provider = {
  id: 'nvidia',
  label: 'NVIDIA',
  about: 'NVIDIA’s hosted models; those of its list that do not chat are in it, too',
  variables: { api_key: 'NVIDIA_API_KEY', base_url: 'NVIDIA_BASE_URL' },
  base_url: 'https://integrate.api.nvidia.com/v1',
  set_up_by: ['key', 'address'],
  key: { page: 'https://build.nvidia.com', starts: ['nvapi-'], checked_by: 'question' },
  wires: {
    openai: {
      protocol: chatCompletions(),
      reasons: byFields(['none', 'default'], (word) => ({ chat_template_kwargs: { thinking: word !== 'none' } })),
      sample: 'openai/gpt-oss-20b',
    },
  },
  models_from: 'list',
}
