import { chatCompletions } from '../protocols/chat-completions/protocol.ts'
import type { Provider } from '../provider.ts'
import { byEffort, byFields, reasoner } from '../reasoning-switch.ts'

const GPT_OSS = reasoner(byEffort('low', 'medium', 'high'))

/** The switch and the effort beside it (wire-rule 185). */
const REASONS = byFields(['none', 'low', 'medium', 'high'], (word) =>
  word === 'none' ? { reasoning: { enabled: false } } : { reasoning: { enabled: true }, reasoning_effort: word },
)

/** Together speaks as OpenAI does; its list is a bare array with models of all kinds (wire-rule 237). */
export const together: Provider = {
  id: 'together',
  label: 'Together',
  about: 'Together AI',
  variables: { api_key: 'TOGETHER_API_KEY', base_url: 'TOGETHER_BASE_URL' },
  base_url: 'https://api.together.xyz/v1',
  set_up_by: ['key', 'address'],
  key: { page: 'https://api.together.ai/settings/api-keys', starts: ['tgp_v1_'] },
  wires: { openai: { protocol: chatCompletions(), reasons: REASONS, sample: 'openai/gpt-oss-20b' } },
  models_from: 'list',
  models: ['openai/gpt-oss-120b', 'openai/gpt-oss-20b'],
  knows: { 'openai/gpt-oss-120b': GPT_OSS, 'openai/gpt-oss-20b': GPT_OSS },
}
