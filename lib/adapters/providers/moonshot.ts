import { chatCompletions } from '../protocols/chat-completions/protocol.ts'
import type { Provider } from '../provider.ts'
import { byEffort, byThinkingType, reasoner } from '../reasoning-switch.ts'

/** On or off; what always thinks and has no effort is asked nothing. */
const SWITCHED = reasoner(byThinkingType('none', 'default'))
const GRADED = reasoner(byEffort('low', 'high', 'max'))

/**
 * Kimi wants its reasoning back on turns with calls (wire-rule 73), takes no forced tool, one temperature alone and pictures
 * as base64 only (wire-rule 173, https://platform.moonshot.ai/docs). `thinking.keep` is not asked for: without it the
 * reasoning of earlier turns is not read, and need not go back.
 */
export const moonshot: Provider = {
  id: 'moonshot',
  label: 'Moonshot',
  about: 'Kimi by Moonshot; the keys of api.moonshot.cn hold there only, so give its address with them',
  variables: { api_key: 'MOONSHOT_API_KEY', base_url: 'MOONSHOT_BASE_URL' },
  base_url: 'https://api.moonshot.ai/v1',
  set_up_by: ['key', 'address'],
  key: { page: 'https://platform.moonshot.ai/console/api-keys', starts: ['sk-'] },
  wires: {
    openai: {
      protocol: chatCompletions({ reasoning_echo: 'reasoning_content', image_urls: false }),
      tool_overhead: { set: 10, schema: 0.6 },
      sample: 'kimi-k2.6',
    },
  },
  models_from: 'list',
  models: ['kimi-k2.6'],
  assumes: { options: { sampling: false, forced_tool_choice: false } },
  knows: {
    'kimi-k2.5': SWITCHED,
    'kimi-k2.6': SWITCHED,
    'kimi-k2.7-code': reasoner({}),
    'kimi-k3': GRADED,
    'kimi-k3.1-pro': GRADED,
  },
}
