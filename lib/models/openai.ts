import type { AdapterCapabilities } from '../canonical/capabilities.ts'
import type { ClaimSource, ModelOptions, ModelRow } from './model-entry.ts'
import { claimSources, entriesOf, IMAGE_MEDIA_TYPES } from './model-entry.ts'

export const CHAT_COMPLETIONS_CAPABILITIES: AdapterCapabilities = {
  supports_images: true,
  // Reasoning happens, but this wire format neither shows nor takes it.
  supports_thinking: false,
  supports_tools: true,
  supports_system_prompt: true,
  supports_structured_output: true,
  supports_streaming: true,
  supports_streaming_tool_calls: true,
  supports_parallel_tool_calls: true,
  supports_prompt_caching: true,
  supports_system_messages_in_list: true,
  max_context_tokens: 128_000,
  max_output_tokens: 16_384,
  accepted_image_media_types: IMAGE_MEDIA_TYPES,
  // Cautious: what is documented for pictures is more, and a request may hold more of them.
  image_limits: {
    max_base64_bytes: 20_000_000,
    max_total_base64_bytes: 48_000_000,
    // A larger one is scaled down to it before the model sees it.
    max_side_pixels: 2_048,
    max_count: 500,
    // "Non-animated GIF"
    takes_animation: false,
  },
}

const seen = (source: string): ClaimSource => ({ source, checked: '2026-11-21' })

const MODEL_PAGES = 'https://developers.openai.com/api/docs/models'

const SOURCES = claimSources(seen(MODEL_PAGES), {
  limits: seen(`${MODEL_PAGES}, also by way of https://models.dev`),
  thinking: seen('lib/adapters/chat-completions: the wire format has no place for it'),
  // Each model has a price for what it reads from its cache.
  prompt_caching: seen('https://developers.openai.com/api/docs/pricing'),
  sampling: seen(
    'https://learn.microsoft.com/en-us/javascript/api/@azure/ai-projects/reasoningeffort, https://github.com/vercel/ai/issues/10932',
  ),
})

const GPT_6 = { max_context_tokens: 1_050_000, max_output_tokens: 128_000 }
const GPT_5 = { max_context_tokens: 400_000, max_output_tokens: 128_000 }
const GPT_41 = { max_context_tokens: 1_047_576, max_output_tokens: 32_768 }
const GPT_4O = { max_context_tokens: 128_000, max_output_tokens: 16_384 }
const O_SERIES = { max_context_tokens: 200_000, max_output_tokens: 100_000 }

const PLAIN: ModelOptions = {
  sampling: true,
  max_tokens_field: 'max_completion_tokens',
  system_role: 'system',
  encrypted_reasoning: false,
  reasoning_efforts: [],
}

function reasoning(...efforts: string[]): ModelOptions {
  return {
    sampling: false,
    max_tokens_field: 'max_completion_tokens',
    system_role: 'developer',
    reasoning_efforts: efforts,
  }
}

const FROM_NONE = reasoning('none', 'low', 'medium', 'high')
const FROM_MINIMAL = reasoning('minimal', 'low', 'medium', 'high')
const FROM_LOW = reasoning('low', 'medium', 'high')

const ROWS: readonly ModelRow[] = [
  {
    name: 'gpt-6.1-sol',
    label: 'GPT-6.1 Sol',
    tier: 'flagship',
    limits: GPT_6,
    options: FROM_LOW,
    aliases: ['gpt', 'sol', 'gpt-6.1'],
  },
  { name: 'gpt-6-sol', label: 'GPT-6 Sol', tier: 'balanced', limits: GPT_6, options: FROM_NONE, aliases: ['gpt-6'] },
  { name: 'gpt-6-luna', label: 'GPT-6 Luna', tier: 'fast', limits: GPT_6, options: FROM_NONE, aliases: ['luna'] },
  { name: 'gpt-5.5', label: 'GPT-5.5', tier: 'flagship', limits: GPT_6, options: FROM_NONE, aliases: ['gpt-5.5'] },
  { name: 'gpt-5.4', label: 'GPT-5.4', tier: 'flagship', limits: GPT_6, options: FROM_NONE, aliases: ['gpt-5.4'] },
  { name: 'gpt-5.2', label: 'GPT-5.2', tier: 'flagship', limits: GPT_5, options: FROM_NONE, aliases: ['gpt-5.2'] },
  { name: 'gpt-5.1', label: 'GPT-5.1', tier: 'flagship', limits: GPT_5, options: FROM_NONE, aliases: ['gpt-5.1'] },
  {
    name: 'gpt-5',
    label: 'GPT-5',
    tier: 'flagship',
    limits: GPT_5,
    options: FROM_MINIMAL,
    aliases: ['gpt-5', 'gpt5'],
    snapshots: ['gpt-5-2025-08-07'],
  },
  {
    name: 'gpt-5-mini',
    label: 'GPT-5 mini',
    tier: 'balanced',
    limits: GPT_5,
    options: FROM_MINIMAL,
    aliases: ['gpt-5-mini', 'mini'],
    snapshots: ['gpt-5-mini-2025-08-07'],
  },
  {
    name: 'gpt-5-nano',
    label: 'GPT-5 nano',
    tier: 'fast',
    limits: GPT_5,
    options: FROM_MINIMAL,
    aliases: ['gpt-5-nano', 'nano'],
    snapshots: ['gpt-5-nano-2025-08-07'],
  },
  {
    name: 'gpt-4.1',
    label: 'GPT-4.1',
    tier: 'balanced',
    limits: GPT_41,
    options: PLAIN,
    aliases: ['gpt-4.1'],
    snapshots: ['gpt-4.1-2025-04-14'],
  },
  {
    name: 'gpt-4.1-mini',
    label: 'GPT-4.1 mini',
    tier: 'fast',
    limits: GPT_41,
    options: PLAIN,
    aliases: ['gpt-4.1-mini'],
    snapshots: ['gpt-4.1-mini-2025-04-14'],
  },
  {
    name: 'gpt-4.1-nano',
    label: 'GPT-4.1 nano',
    tier: 'fast',
    limits: GPT_41,
    options: PLAIN,
    aliases: ['gpt-4.1-nano'],
    snapshots: ['gpt-4.1-nano-2025-04-14'],
  },
  {
    name: 'gpt-4o',
    label: 'GPT-4o',
    tier: 'balanced',
    limits: GPT_4O,
    options: PLAIN,
    aliases: ['gpt-4o', '4o'],
    snapshots: ['gpt-4o-2024-08-06', 'gpt-4o-2024-11-20'],
  },
  {
    name: 'gpt-4o-mini',
    label: 'GPT-4o mini',
    tier: 'fast',
    limits: GPT_4O,
    options: PLAIN,
    aliases: ['gpt-4o-mini', '4o-mini'],
    snapshots: ['gpt-4o-mini-2024-07-18'],
  },
  {
    name: 'o3',
    label: 'o3',
    tier: 'balanced',
    limits: O_SERIES,
    options: FROM_LOW,
    aliases: ['o3'],
    snapshots: ['o3-2025-04-16'],
  },
  {
    name: 'o4-mini',
    label: 'o4-mini',
    tier: 'fast',
    limits: O_SERIES,
    options: FROM_LOW,
    aliases: ['o4-mini'],
    snapshots: ['o4-mini-2025-04-16'],
  },
]

export const OPENAI_MODELS = entriesOf('openai', ROWS, SOURCES, (limits) => ({
  ...CHAT_COMPLETIONS_CAPABILITIES,
  ...limits,
}))
