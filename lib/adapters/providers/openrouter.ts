import type { DocumentLimits } from '../../canonical/capabilities.ts'
import { CHAT_DOCUMENTS } from '../../models/openai.ts'
import type { Protocol } from '../protocol.ts'
import { chatCompletions } from '../protocols/chat-completions/protocol.ts'
import type { Provider } from '../provider.ts'
import { byEffort } from '../reasoning-switch.ts'
import { asksToKeep } from './openrouter/cache-control.ts'
import { classify } from './openrouter/classify.ts'
import { toWire } from './openrouter/to-wire.ts'

const chat = chatCompletions({
  max_tokens_field: 'max_tokens',
  // The upstream that answered, and what it cost: kept beside our own figures, never instead of them (wire-rule 101).
  kept_of_body: ['provider'],
  kept_of_usage: ['cost', 'cost_details', 'is_byok'],
  extra_body: {
    // Else it may cut the middle out of a conversation that is too long for a small model, and say nothing (wire-rule 227).
    plugins: [{ id: 'context-compression', enabled: false }],
  },
})

/** Chat Completions with extras: reasoning that goes back as it came, a choice of upstreams, errors of its own. */
const openRouterChat: Protocol = {
  ...chat,
  root: '/api/v1',
  toWire: (request, target) => toWire(request, target, chat.toWire),
  asksToKeep,
  classify: (failure) => classify(failure, chat.classify),
}

/** A Claude, and what its list says to read files, gets the pages; for any other model it reads the text in them (wire-rule 147). */
const NATIVE: DocumentLimits = {
  ...CHAT_DOCUMENTS,
  by_address: true,
  max_pages: 100,
  max_total_base64_bytes: 28_000_000,
}
const PARSED: DocumentLimits = { ...NATIVE, parsed_media_types: NATIVE.media_types }

export const openrouter: Provider = {
  id: 'openrouter',
  label: 'OpenRouter',
  about: 'OpenRouter; its models are listed by the service itself',
  variables: { api_key: 'OPENROUTER_API_KEY', base_url: 'OPENROUTER_BASE_URL' },
  base_url: 'https://openrouter.ai/api/v1',
  set_up_by: ['key', 'address'],
  key: { page: 'https://openrouter.ai/settings/keys', starts: ['sk-or-'], checked_by: { path: '/key' } },
  wires: {
    openrouter: {
      protocol: openRouterChat,
      documents: PARSED,
      documents_by_maker: { anthropic: NATIVE },
      documents_listed: NATIVE,
      tool_overhead: { set: 60, schema: 1 },
      tool_overhead_by_maker: { anthropic: { set: 510, schema: 1 }, openai: { set: 5, schema: 0.35 } },
      // Which models reason is in its list.
      reasons: byEffort('none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'),
      sample: 'openai/gpt-4.1-mini',
    },
  },
  models_from: 'list',
  // It runs them for whichever model it serves (wire-rule 201). Pictures that it makes are not read from its answers here.
  assumes: { capabilities: { hosted_tools: ['web_search', 'web_fetch'] } },
}
