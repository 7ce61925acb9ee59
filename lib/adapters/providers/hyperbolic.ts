import { chatCompletions } from '../protocols/chat-completions/protocol.ts'
import type { Provider } from '../provider.ts'

/** Hyperbolic (https://docs.hyperbolic.xyz): few of its models take tools, and some leave their reasoning between think tags. */
export const hyperbolic: Provider = {
  id: 'hyperbolic',
  label: 'Hyperbolic',
  about: 'Hyperbolic; those of its list that do not chat are in it, too',
  variables: { api_key: 'HYPERBOLIC_API_KEY', base_url: 'HYPERBOLIC_BASE_URL' },
  base_url: 'https://api.hyperbolic.xyz/v1',
  set_up_by: ['key', 'address'],
  key: { page: 'https://app.hyperbolic.ai' },
  wires: { openai: { protocol: chatCompletions(), sample: 'openai/gpt-oss-20b' } },
  models_from: 'list',
}
