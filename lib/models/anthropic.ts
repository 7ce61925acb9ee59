import type { AdapterCapabilities, DocumentLimits, ImageLimits } from '../canonical/capabilities.ts'
import type { ClaimSource, ModelEntry, ModelOptions, ModelRow } from './model-entry.ts'
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
  documents: documentLimits(200_000),
}

// 2026-11-22: a whole request has 32 MB, and the words need some of it. Pictures and documents have a share each, and not
// one between them: what of one kind is sent would else change with what comes of the other (wire-rule 156).

/** The API reads PDF and plain text; an office file goes as the text that is in it (wire-rules 136 to 140). */
function documentLimits(contextTokens: number): DocumentLimits {
  return {
    media_types: ['application/pdf', 'text/plain'],
    in_results: true,
    by_address: true,
    max_count: 100,
    max_pages: contextTokens > 200_000 ? 600 : 100,
    max_total_base64_bytes: 18_000_000,
  }
}

function imageLimits(contextTokens: number): ImageLimits {
  return {
    // "image exceeds 5 MB maximum: … bytes > 5242880 bytes"
    max_base64_bytes: 5_242_880,
    max_total_base64_bytes: 12_000_000,
    // 8000 for up to 20 pictures. The lower limit always: the 21st must not change those before it, which are cached.
    max_side_pixels: 2_000,
    max_count: contextTokens > 200_000 ? 600 : 100,
    takes_animation: true,
  }
}

const seen = (page: string, covers?: string): ClaimSource => ({
  source: `https://platform.claude.com/docs/en/${page}`,
  checked: '2026-11-22',
  ...(covers !== undefined && { covers }),
})

const SAMPLING: ClaimSource = {
  source: 'https://github.com/anthropics/anthropic-sdk-typescript/blob/main/src/resources/messages/messages.ts',
  checked: '2026-11-22',
  covers: 'temperature: models after Opus 4.6 refuse any but 1, all others take it',
}

const STOPS: ClaimSource = { ...SAMPLING, covers: 'stop_sequences, for every model' }

/** Each model has a page of its own: window, limits, thinking, effort, and a price for what it reads from its cache. */
function sources(page: string, others: Parameters<typeof claimSources>[1] = {}): ModelEntry['sources'] {
  return claimSources(seen(`models/${page}/overview`), {
    images: seen('build-with-claude/vision', 'every model that takes pictures, all since Claude 3'),
    documents: seen('build-with-claude/pdf-support', 'every active model'),
    tools: seen('agents-and-tools/tool-use/overview', 'every current model'),
    forced_tools: seen('agents-and-tools/tool-use/overview', 'every current model but those whose page says otherwise'),
    parallel_tool_calls: seen('agents-and-tools/tool-use/parallel-tool-use', 'every model with tools since Claude 4'),
    structured_output: seen(
      'build-with-claude/structured-outputs',
      'Opus 4.1 and newer, Sonnet 4.5 and newer, Haiku 4.5 and newer',
    ),
    sampling: SAMPLING,
    stop_sequences: STOPS,
    hosted_tools: seen(
      'agents-and-tools/tool-use/web-search-tool',
      'every active model; from 4.6 on with versions that filter what they find by code',
    ),
    ...others,
  })
}

/** The page of what changed says which tools may be forced and what becomes of thinking. */
function changedIn(page: string): ModelEntry['sources'] {
  const changes = seen(`models/${page}/whats-new-${page}`)
  return sources(page, { forced_tools: changes, thinking: changes })
}

const LARGE = { max_context_tokens: 1_000_000, max_output_tokens: 128_000 }
const SMALL = { max_context_tokens: 200_000, max_output_tokens: 64_000 }

/**
 * The versions that a model takes (wire-rule 188). Claude 4.5 has those that search and fetch and no more. Later ones of web
 * search and fetch than these are for agents, and bring nothing that a chat would ask for.
 */
const BASIC_TOOLS: ModelOptions = {
  hosted_tool_types: {
    web_search: 'web_search_20250305',
    web_fetch: 'web_fetch_20250910',
    code_execution: 'code_execution_20250825',
  },
}
const FILTERING_TOOLS: ModelOptions = {
  hosted_tool_types: {
    web_search: 'web_search_20260209',
    web_fetch: 'web_fetch_20260209',
    code_execution: 'code_execution_20260120',
  },
}

const EFFORTS = ['low', 'medium', 'high', 'max']
/** After 4.6 there is one more between high and max (wire-rule 162). */
const MORE_EFFORTS = ['low', 'medium', 'high', 'xhigh', 'max']
const BUDGET: ModelOptions = {
  ...BASIC_TOOLS,
  thinking: 'budget',
  effort: false,
  sampling: true,
  reasoning_efforts: ['none', 'minimal', 'low', 'medium', 'high'],
}
/** From 4.6 on: no answer can be begun for the model (wire-rule 132). */
const ADAPTIVE: ModelOptions = {
  ...FILTERING_TOOLS,
  thinking: 'adaptive',
  effort: true,
  prefill: false,
  sampling: true,
  reasoning_efforts: ['none', ...EFFORTS],
}
/** After 4.6 no sampling (wire-rule 131). */
const UNSAMPLED: ModelOptions = { ...ADAPTIVE, sampling: false, reasoning_efforts: ['none', ...MORE_EFFORTS] }
/** From Claude 5 on: thinks where nothing is said, without showing it (wire-rule 158). */
const UNASKED: ModelOptions = { ...UNSAMPLED, thinks_unasked: true }
/** Neither can thinking be switched off nor a tool be forced (wire-rules 129, 160); thoughts are bound (wire-rule 153). */
const ALWAYS: ModelOptions = {
  ...UNASKED,
  thinking_always: true,
  forced_tool_choice: false,
  binds_thinking: true,
  reasoning_efforts: MORE_EFFORTS,
}

/** The newest of a family carries the family's short name; the order is the order of the picker. */
const ROWS: readonly ModelRow[] = [
  {
    name: 'claude-opus-5-5',
    label: 'Claude Opus 5.5',
    tier: 'flagship',
    limits: LARGE,
    options: ALWAYS,
    aliases: ['opus', 'opus-5-5'],
    sources: changedIn('opus-5-5'),
  },
  {
    name: 'claude-sonnet-5-5',
    label: 'Claude Sonnet 5.5',
    tier: 'balanced',
    limits: LARGE,
    // Its least is less than a low effort, and is not none: it thinks between the calls of tools (wire-rule 161).
    options: { ...ALWAYS, thinking_least: 'between_tools', reasoning_efforts: ['minimal', ...MORE_EFFORTS] },
    aliases: ['sonnet', 'claude', 'sonnet-5-5'],
    sources: changedIn('sonnet-5-5'),
  },
  {
    name: 'claude-haiku-5-5',
    label: 'Claude Haiku 5.5',
    tier: 'fast',
    limits: LARGE,
    options: { ...UNASKED, binds_thinking: true },
    aliases: ['haiku', 'haiku-5-5'],
    sources: changedIn('haiku-5-5'),
  },
  {
    name: 'claude-fable-5-1',
    label: 'Claude Fable 5.1',
    tier: 'flagship',
    limits: LARGE,
    options: ALWAYS,
    aliases: ['fable', 'fable-5-1'],
    sources: sources('fable-5-1', {
      forced_tools: seen('models/opus-5-5/whats-new-opus-5-5', 'Claude Fable 5.1 as well: no forced tools'),
      thinking: seen('models/opus-5-5/whats-new-opus-5-5', 'Claude Fable 5.1 as well: thinking is always on'),
    }),
  },
  {
    name: 'claude-opus-5',
    label: 'Claude Opus 5',
    tier: 'flagship',
    limits: LARGE,
    options: UNASKED,
    aliases: ['opus-5'],
    sources: changedIn('opus-5'),
  },
  {
    name: 'claude-opus-4-7',
    label: 'Claude Opus 4.7',
    tier: 'flagship',
    limits: LARGE,
    options: UNSAMPLED,
    aliases: ['opus-4-7'],
    sources: sources('opus-4-7'),
  },
  {
    name: 'claude-opus-4-6',
    label: 'Claude Opus 4.6',
    tier: 'flagship',
    limits: LARGE,
    options: ADAPTIVE,
    aliases: ['opus-4-6'],
    sources: sources('opus-4-6'),
  },
  {
    name: 'claude-opus-4-5',
    label: 'Claude Opus 4.5',
    tier: 'flagship',
    limits: SMALL,
    options: { ...BUDGET, effort: true, reasoning_efforts: ['none', 'low', 'medium', 'high'] },
    aliases: ['opus-4-5'],
    snapshots: ['claude-opus-4-5-20251101'],
    sources: sources('opus-4-5'),
  },
  {
    name: 'claude-sonnet-5',
    label: 'Claude Sonnet 5',
    tier: 'balanced',
    limits: LARGE,
    options: UNASKED,
    aliases: ['sonnet-5'],
    sources: sources('sonnet-5'),
  },
  {
    name: 'claude-sonnet-4-6',
    label: 'Claude Sonnet 4.6',
    tier: 'balanced',
    limits: { ...LARGE, max_output_tokens: 64_000 },
    options: ADAPTIVE,
    aliases: ['sonnet-4-6'],
    sources: sources('sonnet-4-6'),
  },
  {
    name: 'claude-sonnet-4-5',
    label: 'Claude Sonnet 4.5',
    tier: 'balanced',
    limits: SMALL,
    options: BUDGET,
    aliases: ['sonnet-4-5'],
    snapshots: ['claude-sonnet-4-5-20250929'],
    sources: sources('sonnet-4-5'),
  },
  {
    name: 'claude-haiku-4-5',
    label: 'Claude Haiku 4.5',
    tier: 'fast',
    limits: SMALL,
    options: BUDGET,
    aliases: ['haiku-4-5'],
    snapshots: ['claude-haiku-4-5-20251001'],
    sources: sources('haiku-4-5'),
  },
]

export const ANTHROPIC_MODELS = entriesOf('anthropic', ROWS, ({ limits }) => ({
  capabilities: {
    ...MESSAGES_CAPABILITIES,
    ...limits,
    image_limits: imageLimits(limits.max_context_tokens),
    documents: documentLimits(limits.max_context_tokens),
    hosted_tools: ['web_search', 'web_fetch', 'code_execution'],
  },
}))
