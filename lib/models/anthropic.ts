import type { AdapterCapabilities, ImageLimits } from '../canonical/capabilities.ts'
import type { ClaimSource, ModelOptions, ModelRow } from './model-entry.ts'
import { claimSources, entriesOf, IMAGE_MEDIA_TYPES } from './model-entry.ts'

export const MESSAGES_CAPABILITIES: AdapterCapabilities = {
  supports_images: true,
  supports_thinking: true,
  supports_tools: true,
  supports_system_prompt: true,
  supports_structured_output: true,
  supports_streaming: true,
  supports_streaming_tool_calls: true,
  supports_parallel_tool_calls: true,
  supports_prompt_caching: true,
  supports_system_messages_in_list: false,
  max_context_tokens: 200_000,
  max_output_tokens: 64_000,
  accepted_image_media_types: IMAGE_MEDIA_TYPES,
  image_limits: imageLimits(200_000),
}

function imageLimits(contextTokens: number): ImageLimits {
  return {
    // "image exceeds 5 MB maximum: … bytes > 5242880 bytes"
    max_base64_bytes: 5_242_880,
    // A whole request has 32 MB; the words need some of it.
    max_total_base64_bytes: 24_000_000,
    // 8000 for up to 20 pictures. The lower limit always: the 21st must not change those before it, which are cached.
    max_side_pixels: 2_000,
    max_count: contextTokens > 200_000 ? 600 : 100,
    takes_animation: true,
  }
}

const seen = (page: string): ClaimSource => ({
  source: `https://platform.claude.com/docs/en/${page}`,
  checked: '2026-11-21',
})

const SOURCES = claimSources(seen('about-claude/models/overview'), {
  images: seen('build-with-claude/vision'),
  parallel_tool_calls: seen('agents-and-tools/tool-use/parallel-tool-use'),
  structured_output: seen('build-with-claude/structured-outputs'),
  // Each model has a price for what it reads from its cache.
  prompt_caching: seen('about-claude/pricing'),
})

const LARGE = { max_context_tokens: 1_000_000, max_output_tokens: 128_000 }
const SMALL = { max_context_tokens: 200_000, max_output_tokens: 64_000 }

const BUDGET: ModelOptions = { thinking: 'budget', effort: false, sampling: true }
const ADAPTIVE: ModelOptions = { thinking: 'adaptive', effort: true, sampling: false }
const ALWAYS: ModelOptions = { ...ADAPTIVE, thinking_always: true }

/** The newest of a family carries the family's short name; the order is the order of the picker. */
const ROWS: readonly ModelRow[] = [
  {
    name: 'claude-opus-5-5',
    label: 'Claude Opus 5.5',
    tier: 'flagship',
    limits: LARGE,
    options: ALWAYS,
    aliases: ['opus', 'opus-5-5'],
  },
  {
    name: 'claude-sonnet-5-5',
    label: 'Claude Sonnet 5.5',
    tier: 'balanced',
    limits: LARGE,
    options: ALWAYS,
    aliases: ['sonnet', 'claude', 'sonnet-5-5'],
  },
  {
    name: 'claude-haiku-5-5',
    label: 'Claude Haiku 5.5',
    tier: 'fast',
    limits: LARGE,
    options: ADAPTIVE,
    aliases: ['haiku', 'haiku-5-5'],
  },
  {
    name: 'claude-fable-5-1',
    label: 'Claude Fable 5.1',
    tier: 'flagship',
    limits: LARGE,
    options: { ...ALWAYS, forced_tool_choice: false },
    aliases: ['fable', 'fable-5-1'],
  },
  {
    name: 'claude-opus-5',
    label: 'Claude Opus 5',
    tier: 'flagship',
    limits: LARGE,
    options: ADAPTIVE,
    aliases: ['opus-5'],
  },
  {
    name: 'claude-opus-4-7',
    label: 'Claude Opus 4.7',
    tier: 'flagship',
    limits: LARGE,
    options: ADAPTIVE,
    aliases: ['opus-4-7'],
  },
  {
    name: 'claude-opus-4-6',
    label: 'Claude Opus 4.6',
    tier: 'flagship',
    limits: LARGE,
    options: { ...ADAPTIVE, sampling: true },
    aliases: ['opus-4-6'],
  },
  {
    name: 'claude-opus-4-5',
    label: 'Claude Opus 4.5',
    tier: 'flagship',
    limits: SMALL,
    options: { ...BUDGET, effort: true },
    aliases: ['opus-4-5'],
    snapshots: ['claude-opus-4-5-20251101'],
  },
  {
    name: 'claude-sonnet-5',
    label: 'Claude Sonnet 5',
    tier: 'balanced',
    limits: LARGE,
    options: ADAPTIVE,
    aliases: ['sonnet-5'],
  },
  {
    name: 'claude-sonnet-4-6',
    label: 'Claude Sonnet 4.6',
    tier: 'balanced',
    limits: { ...LARGE, max_output_tokens: 64_000 },
    options: { ...ADAPTIVE, sampling: true },
    aliases: ['sonnet-4-6'],
  },
  {
    name: 'claude-sonnet-4-5',
    label: 'Claude Sonnet 4.5',
    tier: 'balanced',
    limits: SMALL,
    options: BUDGET,
    aliases: ['sonnet-4-5'],
    snapshots: ['claude-sonnet-4-5-20250929'],
  },
  {
    name: 'claude-haiku-4-5',
    label: 'Claude Haiku 4.5',
    tier: 'fast',
    limits: SMALL,
    options: BUDGET,
    aliases: ['haiku-4-5'],
    snapshots: ['claude-haiku-4-5-20251001'],
  },
]

export const ANTHROPIC_MODELS = entriesOf('anthropic', ROWS, SOURCES, (limits) => ({
  ...MESSAGES_CAPABILITIES,
  ...limits,
  image_limits: imageLimits(limits.max_context_tokens),
}))
