import { anthropicMessages } from '../protocols/anthropic/protocol.ts'
import type { Provider } from '../provider.ts'

export const anthropic: Provider = {
  name: 'anthropic',
  base_url: 'https://api.anthropic.com',
  tool_overhead: { set: 510, schema: 1 },
  protocol: anthropicMessages,
}
