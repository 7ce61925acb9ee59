import { chatCompletions } from '../protocols/chat-completions/protocol.ts'
import type { Provider } from '../provider.ts'
import { byThinkingType, reasoner } from '../reasoning-switch.ts'

/** It thinks unless it is told not to, and no tool can be forced while it does (wire-rule 170). */
const V4 = reasoner({ ...byThinkingType('none', 'low', 'high', 'max'), forced_tool_beside_reasoning: false })

/**
 * Beside tools its models refuse a conversation in which any answer lacks its reasoning; an empty text is taken where there
 * is none (wire-rules 134 and 171, https://api-docs.deepseek.com/guides/thinking_mode).
 */
export const deepseek: Provider = {
  id: 'deepseek',
  label: 'DeepSeek',
  about: 'DeepSeek',
  variables: { api_key: 'DEEPSEEK_API_KEY', base_url: 'DEEPSEEK_BASE_URL' },
  base_url: 'https://api.deepseek.com',
  set_up_by: ['key', 'address'],
  key: { page: 'https://platform.deepseek.com/api_keys', starts: ['sk-'] },
  wires: {
    openai: {
      protocol: chatCompletions({
        reasoning_echo: 'reasoning_content',
        reasoning_echo_on: 'all_beside_tools',
        reasoning_echo_blank: '',
        structured_output: 'json_object',
      }),
      tool_overhead: { set: 220, schema: 1.1 },
      sample: 'deepseek-v4-flash',
    },
  },
  models_from: 'list',
  models: ['deepseek-v4-flash', 'deepseek-v4-pro'],
  knows: { 'deepseek-v4-flash': V4, 'deepseek-v4-pro': V4 },
}
