import { anthropicMessages } from '../protocols/anthropic/protocol.ts'
import type { Provider } from '../provider.ts'

export const anthropic: Provider = {
  id: 'anthropic',
  label: 'Anthropic',
  about:
    'Anthropic by its Messages API. With a base URL (a proxy, a compatible server) the key is optional, the models are those that the server lists, any other name of it can be typed, and its answers are unpriced: only the vendor’s own service has its prices',
  variables: { api_key: 'ANTHROPIC_API_KEY', base_url: 'ANTHROPIC_BASE_URL' },
  base_url: 'https://api.anthropic.com',
  set_up_by: ['key', 'address'],
  key: { page: 'https://console.anthropic.com/settings/keys', starts: ['sk-ant-'] },
  wires: {
    anthropic: {
      protocol: anthropicMessages,
      tool_overhead: { set: 510, schema: 1 },
      // Wire-rule 154. Gateways and compatible servers refuse fields that they do not know.
      options_at_home: { thinking_binding_controls: 'thinking-binding-controls-2026-08-01' },
      sample: 'claude-haiku-4-5',
    },
  },
  models_from: 'catalog',
}
