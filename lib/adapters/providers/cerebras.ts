import { chatCompletions } from '../protocols/chat-completions/protocol.ts'
import type { Provider } from '../provider.ts'
import { byEffort, byFields, reasoner } from '../reasoning-switch.ts'

/** GLM can be switched off; gpt-oss cannot (wire-rule 179). */
const GLM = reasoner(byFields(['none', 'default'], (word) => (word === 'none' ? { reasoning_effort: word } : {})))

/**
 * Cerebras takes the newer name of the limit, and no tool that must be called (wire-rules 210 and 231,
 * https://inference-docs.cerebras.ai/resources/openai). Old reasoning is not sent: it is read from `<think>` in the content
 * alone, and need not be there.
 */
export const cerebras: Provider = {
  id: 'cerebras',
  label: 'Cerebras',
  about: 'Cerebras',
  variables: { api_key: 'CEREBRAS_API_KEY', base_url: 'CEREBRAS_BASE_URL' },
  base_url: 'https://api.cerebras.ai/v1',
  set_up_by: ['key', 'address'],
  key: { page: 'https://cloud.cerebras.ai', starts: ['csk-'] },
  wires: { openai: { protocol: chatCompletions(), sample: 'gpt-oss-120b' } },
  models_from: 'list',
  models: ['gpt-oss-120b', 'zai-glm-4.7'],
  assumes: { options: { max_tokens_field: 'max_completion_tokens', forced_tool_choice: false } },
  knows: { 'gpt-oss-120b': reasoner(byEffort('low', 'medium', 'high')), 'zai-glm-4.7': GLM },
}
