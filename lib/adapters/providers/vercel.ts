import { chatCompletions } from '../protocols/chat-completions/protocol.ts'
import type { Provider } from '../provider.ts'
import { byFields } from '../reasoning-switch.ts'

/** One switch for the models of all makers (wire-rule 185). */
const REASONS = byFields(['none', 'low', 'medium', 'high'], (word) => ({
  reasoning: word === 'none' ? { enabled: false } : { enabled: true, effort: word },
}))

/** Vercel's gateway (https://vercel.com/docs/ai-gateway): what it billed stands in its usage, and is kept. */
export const vercel: Provider = {
  id: 'vercel',
  label: 'Vercel AI Gateway',
  about: 'Vercel AI Gateway; its models are listed by the service itself',
  variables: { api_key: 'AI_GATEWAY_API_KEY', base_url: 'AI_GATEWAY_BASE_URL' },
  base_url: 'https://ai-gateway.vercel.sh/v1',
  set_up_by: ['key', 'address'],
  key: { page: 'https://vercel.com/docs/ai-gateway', starts: ['vck_'], checked_by: { path: '/credits' } },
  wires: {
    openai: {
      protocol: chatCompletions({ kept_of_usage: ['cost', 'market_cost'] }),
      reasons: REASONS,
      sample: 'openai/gpt-4.1-mini',
    },
  },
  models_from: 'list',
}
