import { conversationKey } from '../history/conversation-key.ts'
import type { Protocol } from '../protocol.ts'
import { chatCompletions } from '../protocols/chat-completions/protocol.ts'
import type { Provider } from '../provider.ts'
import { byEffort, reasoner } from '../reasoning-switch.ts'

/** Reasoning models refuse stop sequences (wire-rule 176). */
const grok = (...efforts: string[]) => reasoner({ ...byEffort(...efforts), stop_sequences: false })

/** Its cache is one of each server: the header leads a conversation back to the same one; the body's field is ignored here (wire-rule 228). */
const requestHeaders: Protocol['requestHeaders'] = (request) => {
  const key = conversationKey(request)
  return key === null ? {} : { 'x-grok-conv-id': key }
}

/**
 * xAI by Chat Completions, its older API, which needs nothing of its own: reasoning comes as `reasoning_content`, a call in one
 * piece, usage unasked (wire-rules 186 and 230). `max_tokens` is the older name there too (https://docs.x.ai/docs/api-reference).
 */
export const xai: Provider = {
  id: 'xai',
  label: 'xAI',
  about: 'Grok by xAI',
  variables: { api_key: 'XAI_API_KEY', base_url: 'XAI_BASE_URL' },
  base_url: 'https://api.x.ai/v1',
  set_up_by: ['key', 'address'],
  key: { page: 'https://console.x.ai', starts: ['xai-'] },
  wires: { openai: { protocol: { ...chatCompletions(), requestHeaders }, sample: 'grok-4.3' } },
  models_from: 'list',
  // The models that its migration guide names as current (https://docs.x.ai/docs/migration/may-15-retirement).
  models: ['grok-4.5', 'grok-4.3'],
  assumes: { options: { max_tokens_field: 'max_completion_tokens' } },
  // Grok 4.20 takes no effort: it is two models instead.
  knows: {
    'grok-4.6': grok('low', 'medium', 'high', 'xhigh'),
    'grok-4.5': grok('low', 'medium', 'high', 'xhigh'),
    'grok-4.3': grok('none', 'low', 'medium', 'high'),
    'grok-3-mini': grok('low', 'high'),
  },
}
