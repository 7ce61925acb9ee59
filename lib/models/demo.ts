import { MESSAGES_CAPABILITIES } from './anthropic.ts'
import { claimSources, type ModelEntry } from './model-entry.ts'
import { CHAT_COMPLETIONS_CAPABILITIES, CHAT_DOCUMENTS } from './openai.ts'

const SCRIPTED = {
  provider: 'demo',
  snapshots: [],
  tier: 'fast',
  scripted: true,
  // So that it can think aloud when it is asked to.
  default_reasoning_effort: 'low',
} as const

/** One scripted model per wire format; each takes and gives what its format can carry. */
export const DEMO_MODELS: readonly ModelEntry[] = [
  {
    ...SCRIPTED,
    id: 'demo:anthropic',
    label: 'Scripted demo (Messages)',
    aliases: ['demo', 'demo-anthropic'],
    capabilities: MESSAGES_CAPABILITIES,
    options: { thinking: 'budget', sampling: true, reasoning_efforts: ['none', 'low', 'medium', 'high'] },
    sources: claimSources({ source: 'lib/demo/anthropic', checked: '2026-11-21' }),
  },
  {
    ...SCRIPTED,
    id: 'demo:openai',
    label: 'Scripted demo (Chat)',
    aliases: ['demo2', 'demo-openai'],
    // Compatible hosts show their reasoning in this format, and so does the demo.
    capabilities: { ...CHAT_COMPLETIONS_CAPABILITIES, supports_thinking: true, documents: CHAT_DOCUMENTS },
    options: {
      sampling: true,
      max_tokens_field: 'max_completion_tokens',
      system_role: 'system',
      reasoning_efforts: ['none', 'low', 'medium', 'high'],
    },
    sources: claimSources({
      source: 'lib/demo/chat-completions',
      checked: '2026-11-21',
      covers: 'the scripted model behind this format',
    }),
  },
]
