import { chatCompletions } from '../protocols/chat-completions/protocol.ts'
import type { Provider } from '../provider.ts'
import { byEffort, reasoner } from '../reasoning-switch.ts'

/**
 * SambaNova by its Chat Completions, which has all its models; its Responses and Messages have a few
 * (https://docs.sambanova.ai/docs/en/features/messages). Reasoning comes as a field or in the content between think tags.
 */
export const sambanova: Provider = {
  id: 'sambanova',
  label: 'SambaNova',
  about: 'SambaNova',
  variables: { api_key: 'SAMBANOVA_API_KEY', base_url: 'SAMBANOVA_BASE_URL' },
  base_url: 'https://api.sambanova.ai/v1',
  set_up_by: ['key', 'address'],
  key: { page: 'https://cloud.sambanova.ai/apis', checked_by: 'question' },
  wires: { openai: { protocol: chatCompletions(), sample: 'gpt-oss-120b' } },
  models_from: 'list',
  models: ['gpt-oss-120b'],
  knows: { 'gpt-oss-120b': reasoner(byEffort('low', 'medium', 'high')) },
}
