import type { AdapterConfig } from '../adapters/adapter.ts'
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

const EFFORTS = ['none', 'low', 'medium', 'high']

const sources = (folder: string, checked: string) =>
  claimSources({ source: `lib/demo/${folder}`, checked, covers: 'the scripted model behind this format' })

/** One scripted model per wire format; each takes and gives what its format can carry. */
export const DEMO_MODELS: readonly ModelEntry[] = [
  {
    ...SCRIPTED,
    id: 'demo:anthropic',
    label: 'Scripted demo (Messages)',
    aliases: ['demo', 'demo-anthropic'],
    capabilities: MESSAGES_CAPABILITIES,
    options: { thinking: 'budget', sampling: true, reasoning_efforts: EFFORTS },
    sources: sources('anthropic', '2026-11-21'),
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
      reasoning_efforts: EFFORTS,
    },
    sources: sources('chat-completions', '2026-11-21'),
  },
  {
    ...SCRIPTED,
    id: 'demo:responses',
    label: 'Scripted demo (Responses)',
    aliases: ['demo-responses'],
    capabilities: {
      ...CHAT_COMPLETIONS_CAPABILITIES,
      supports_thinking: true,
      documents: { ...CHAT_DOCUMENTS, in_results: true, by_address: true },
    },
    options: { sampling: true, stop_sequences: false, encrypted_reasoning: true, reasoning_efforts: EFFORTS },
    sources: sources('responses', '2026-11-24'),
  },
  {
    ...SCRIPTED,
    id: 'demo:ollama',
    label: 'Scripted demo (Ollama)',
    aliases: ['demo-ollama'],
    // As a small model that people run themselves: it has no eyes and a short window, and its calls come whole.
    capabilities: {
      supports_images: false,
      supports_thinking: true,
      supports_tools: true,
      supports_system_prompt: true,
      supports_structured_output: true,
      supports_streaming: true,
      supports_streaming_tool_calls: false,
      supports_parallel_tool_calls: true,
      supports_prompt_caching: false,
      supports_system_messages_in_list: true,
      max_context_tokens: 32_768,
      max_output_tokens: 8_192,
      accepted_image_media_types: [],
    },
    options: { sampling: true, reasoning_efforts: ['none', 'default'] },
    sources: sources('ollama', '2026-11-24'),
  },
  {
    ...SCRIPTED,
    id: 'demo:openrouter',
    label: 'Scripted demo (OpenRouter)',
    aliases: ['demo-openrouter'],
    capabilities: { ...CHAT_COMPLETIONS_CAPABILITIES, supports_thinking: true, documents: CHAT_DOCUMENTS },
    options: { sampling: true, max_tokens_field: 'max_tokens', system_role: 'system', reasoning_efforts: EFFORTS },
    sources: sources('openrouter', '2026-11-24'),
  },
]

/** How each scripted model is reached, and what is always asked of it: a search where its format has one. */
export const DEMO_WIRES = {
  'demo:anthropic': {
    type: 'anthropic',
    options: { server_tools: [{ type: 'web_search_20250305', name: 'web_search' }] },
  },
  'demo:openai': { type: 'openai' },
  'demo:responses': {
    type: 'openai-responses',
    options: { server_tools: [{ type: 'web_search' }], reasoning_summary: 'auto' },
  },
  'demo:ollama': { type: 'ollama' },
  'demo:openrouter': { type: 'openrouter' },
} as const satisfies Record<string, Pick<AdapterConfig, 'type' | 'options'>>
