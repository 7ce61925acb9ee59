import { chatCompletions } from '../protocols/chat-completions/protocol.ts'
import type { Provider } from '../provider.ts'
import { byThinkingType, reasoner } from '../reasoning-switch.ts'

/** On or off; GLM-5.2 knows two levels, and GLM-5.3 three and no off (wire-rule 174). */
const GLM_4 = reasoner(byThinkingType('none', 'default'))

/**
 * GLM at its maker (https://docs.z.ai/guides/capabilities/thinking-mode): its reasoning goes back with the calls that came of
 * it. `clear_thinking` is left as it is, so that the reasoning of earlier turns is not read, and need not go back.
 */
export const zai: Provider = {
  id: 'zai',
  label: 'Z.ai',
  about:
    'GLM by Z.ai; for the coding plan the address is https://api.z.ai/api/coding/paas/v4, for open.bigmodel.cn https://open.bigmodel.cn/api/paas/v4',
  variables: { api_key: 'ZAI_API_KEY', base_url: 'ZAI_BASE_URL' },
  base_url: 'https://api.z.ai/api/paas/v4',
  set_up_by: ['key', 'address'],
  key: { page: 'https://z.ai/manage-apikey/apikey-list' },
  wires: {
    openai: {
      protocol: { ...chatCompletions({ reasoning_echo: 'reasoning_content' }), root: '/api/paas/v4' },
      sample: 'glm-4.7-flash',
    },
  },
  models_from: 'list',
  // Its list leaves some of them out (wire-rule 237).
  models: ['glm-5.3', 'glm-5.2', 'glm-4.7', 'glm-4.7-flash'],
  knows: {
    'glm-5.3': reasoner(byThinkingType('low', 'high', 'max')),
    'glm-5.2': reasoner(byThinkingType('none', 'high', 'max')),
    'glm-4.7': GLM_4,
    'glm-4.7-flash': GLM_4,
  },
}
