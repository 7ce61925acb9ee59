import { chatCompletions } from '../protocols/chat-completions/protocol.ts'
import type { Provider } from '../provider.ts'
import { byFields } from '../reasoning-switch.ts'

/** Qwen at Alibaba Cloud (https://www.alibabacloud.com/help/en/model-studio/deep-thinking): thinking is a switch (wire-rule 175). */
export const qwen: Provider = {
  id: 'qwen',
  label: 'Qwen',
  about:
    'Qwen by Alibaba Cloud; a key belongs to a region: https://dashscope.aliyuncs.com/compatible-mode/v1 in China, https://dashscope-us.aliyuncs.com/compatible-mode/v1 in the USA',
  variables: { api_key: 'DASHSCOPE_API_KEY', base_url: 'DASHSCOPE_BASE_URL' },
  base_url: 'https://dashscope-intl.aliyuncs.com/compatible-mode/v1',
  set_up_by: ['key', 'address'],
  key: { page: 'https://modelstudio.console.alibabacloud.com', starts: ['sk-'] },
  wires: {
    openai: {
      protocol: { ...chatCompletions(), root: '/compatible-mode/v1' },
      reasons: byFields(['none', 'default'], (word) => ({ enable_thinking: word !== 'none' })),
      sample: 'qwen-flash',
    },
  },
  models_from: 'list',
}
