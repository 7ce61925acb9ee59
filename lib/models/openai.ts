import type { AdapterCapabilities, DocumentLimits } from '../canonical/capabilities.ts'
import type { HostedToolName } from '../canonical/hosted-tool.ts'
import type { ClaimSource, ModelEntry, ModelOptions, ModelRow } from './model-entry.ts'
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

/**
 * Of these the Responses API reads what is written in them, and of a PDF the pages as well (wire-rule 144). Tables are not
 * among them: of those the model is shown 1,000 rows, and all of them where they go as text.
 */
export const RESPONSES_DOCUMENTS: DocumentLimits = {
  media_types: [
    'application/pdf',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  ],
  in_results: true,
  by_address: true,
  // Cautious: no number of files or pages is documented.
  max_count: 100,
  max_pages: 1_000,
  // 50 MB in a request (wire-rule 145).
  max_total_base64_bytes: 48_000_000,
}

/** Chat Completions takes PDF alone, in what the user says and by its bytes (wire-rule 143). */
export const CHAT_DOCUMENTS: DocumentLimits = {
  ...RESPONSES_DOCUMENTS,
  media_types: ['application/pdf'],
  in_results: false,
  by_address: false,
}

const seen = (source: string, covers?: string): ClaimSource => ({
  source,
  checked: '2026-11-22',
  ...(covers !== undefined && { covers }),
})

/** Each model has a page of its own: window, limits, pictures, tools, endpoints, efforts, and a price for what it reads from its cache. */
function sources(name: string, others: Parameters<typeof claimSources>[1]): ModelEntry['sources'] {
  return claimSources(seen(`https://developers.openai.com/api/docs/models/${name}`), {
    parallel_tool_calls: seen(
      'https://github.com/openai/openai-openapi',
      'parallel_tool_calls, for every model that takes function tools',
    ),
    documents: seen('https://developers.openai.com/api/docs/guides/file-inputs', 'every model that takes pictures'),
    stop_sequences: {
      source: 'https://docs.nvidia.com/nemo/guardrails/guardrails-python-sdk/nemoguardrails/llm/openai_reasoning',
      checked: '2026-11-25',
      covers: 'by a probe of the API: the o-series and GPT-5 and newer refuse them, others take them',
    },
    hosted_tools: seen(
      'https://developers.openai.com/api/docs/guides/tools',
      'the tools of the Responses API; pictures only for models of which such a call was recorded or reported',
    ),
    ...others,
  })
}

const reasoningModel = (name: string) =>
  sources(name, {
    sampling: seen(
      'https://github.com/vercel/ai/issues/10932',
      'all reasoning models, the o-series and GPT-5 and newer: sampling only while the effort is none',
    ),
  })

const plainModel = (name: string) =>
  sources(name, {
    sampling: seen(
      'https://github.com/openai/openai-openapi',
      'temperature, for every model but reasoning models; this one does not reason',
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
    stop_sequences: false,
    max_tokens_field: 'max_completion_tokens',
    system_role: 'developer',
    reasoning_efforts: efforts,
  }
}

/** From GPT-5.4 on, Chat Completions refuses function tools beside any effort but none (wire-rule 166). */
function reasoningAlone(...efforts: string[]): ModelOptions {
  return { ...reasoning(...efforts), tools_beside_reasoning: false }
}

const FROM_MINIMAL = reasoning('minimal', 'low', 'medium', 'high')
const FROM_LOW = reasoning('low', 'medium', 'high')
const UP_TO_MAX = reasoningAlone('none', 'low', 'medium', 'high', 'xhigh', 'max')

/** What OpenAI runs in the Responses API (wire-rule 195). The nano models do not search. */
const HOSTED_TOOLS: readonly HostedToolName[] = ['web_search', 'code_execution', 'file_search']
const OTHERWISE: Readonly<Record<string, readonly HostedToolName[]>> = {
  'gpt-6-sol': [...HOSTED_TOOLS, 'image_generation'],
  'gpt-5': [...HOSTED_TOOLS, 'image_generation'],
  'gpt-5-nano': ['code_execution', 'image_generation'],
  'gpt-4.1-mini': [...HOSTED_TOOLS, 'image_generation'],
  'gpt-4.1-nano': [],
}

const ROWS: readonly ModelRow[] = [
  {
    name: 'gpt-6.1-sol',
    label: 'GPT-6.1 Sol',
    tier: 'flagship',
    limits: GPT_6,
    options: reasoningAlone('low', 'medium', 'high', 'xhigh', 'max'),
    aliases: ['gpt', 'sol', 'gpt-6.1'],
    sources: reasoningModel('gpt-6.1-sol'),
  },
  {
    name: 'gpt-6-sol',
    label: 'GPT-6 Sol',
    tier: 'balanced',
    limits: GPT_6,
    options: UP_TO_MAX,
    aliases: ['gpt-6'],
    sources: reasoningModel('gpt-6-sol'),
  },
  {
    name: 'gpt-6-luna',
    label: 'GPT-6 Luna',
    tier: 'fast',
    limits: GPT_6,
    options: UP_TO_MAX,
    aliases: ['luna'],
    sources: reasoningModel('gpt-6-luna'),
  },
  {
    name: 'gpt-5.5',
    label: 'GPT-5.5',
    tier: 'flagship',
    limits: GPT_6,
    options: reasoningAlone('none', 'low', 'medium', 'high', 'xhigh'),
    aliases: ['gpt-5.5'],
    sources: reasoningModel('gpt-5.5'),
  },
  {
    name: 'gpt-5.4',
    label: 'GPT-5.4',
    tier: 'flagship',
    limits: GPT_6,
    options: reasoningAlone('none', 'low', 'medium', 'high', 'xhigh'),
    aliases: ['gpt-5.4'],
    sources: reasoningModel('gpt-5.4'),
  },
  {
    name: 'gpt-5.2',
    label: 'GPT-5.2',
    tier: 'flagship',
    limits: GPT_5,
    options: reasoning('none', 'low', 'medium', 'high', 'xhigh'),
    aliases: ['gpt-5.2'],
    sources: reasoningModel('gpt-5.2'),
  },
  {
    name: 'gpt-5.1',
    label: 'GPT-5.1',
    tier: 'flagship',
    limits: GPT_5,
    options: reasoning('none', 'low', 'medium', 'high'),
    aliases: ['gpt-5.1'],
    sources: reasoningModel('gpt-5.1'),
  },
  {
    name: 'gpt-5',
    label: 'GPT-5',
    tier: 'flagship',
    limits: GPT_5,
    options: FROM_MINIMAL,
    aliases: ['gpt-5', 'gpt5'],
    snapshots: ['gpt-5-2025-08-07'],
    sources: reasoningModel('gpt-5'),
  },
  {
    name: 'gpt-5-mini',
    label: 'GPT-5 mini',
    tier: 'balanced',
    limits: GPT_5,
    options: FROM_MINIMAL,
    aliases: ['gpt-5-mini', 'mini'],
    snapshots: ['gpt-5-mini-2025-08-07'],
    sources: reasoningModel('gpt-5-mini'),
  },
  {
    name: 'gpt-5-nano',
    label: 'GPT-5 nano',
    tier: 'fast',
    limits: GPT_5,
    options: FROM_MINIMAL,
    aliases: ['gpt-5-nano', 'nano'],
    snapshots: ['gpt-5-nano-2025-08-07'],
    sources: reasoningModel('gpt-5-nano'),
  },
  {
    name: 'gpt-4.1',
    label: 'GPT-4.1',
    tier: 'balanced',
    limits: GPT_41,
    options: PLAIN,
    aliases: ['gpt-4.1'],
    snapshots: ['gpt-4.1-2025-04-14'],
    sources: plainModel('gpt-4.1'),
  },
  {
    name: 'gpt-4.1-mini',
    label: 'GPT-4.1 mini',
    tier: 'fast',
    limits: GPT_41,
    options: PLAIN,
    aliases: ['gpt-4.1-mini'],
    snapshots: ['gpt-4.1-mini-2025-04-14'],
    sources: plainModel('gpt-4.1-mini'),
  },
  {
    name: 'gpt-4.1-nano',
    label: 'GPT-4.1 nano',
    tier: 'fast',
    limits: GPT_41,
    options: PLAIN,
    aliases: ['gpt-4.1-nano'],
    snapshots: ['gpt-4.1-nano-2025-04-14'],
    sources: plainModel('gpt-4.1-nano'),
  },
  {
    name: 'gpt-4o',
    label: 'GPT-4o',
    tier: 'balanced',
    limits: GPT_4O,
    options: PLAIN,
    aliases: ['gpt-4o', '4o'],
    snapshots: ['gpt-4o-2024-08-06', 'gpt-4o-2024-11-20'],
    sources: plainModel('gpt-4o'),
  },
  {
    name: 'gpt-4o-mini',
    label: 'GPT-4o mini',
    tier: 'fast',
    limits: GPT_4O,
    options: PLAIN,
    aliases: ['gpt-4o-mini', '4o-mini'],
    snapshots: ['gpt-4o-mini-2024-07-18'],
    sources: plainModel('gpt-4o-mini'),
  },
  {
    name: 'o3',
    label: 'o3',
    tier: 'balanced',
    limits: O_SERIES,
    options: FROM_LOW,
    aliases: ['o3'],
    snapshots: ['o3-2025-04-16'],
    sources: reasoningModel('o3'),
  },
  {
    name: 'o4-mini',
    label: 'o4-mini',
    tier: 'fast',
    limits: O_SERIES,
    options: FROM_LOW,
    aliases: ['o4-mini'],
    snapshots: ['o4-mini-2025-04-16'],
    sources: reasoningModel('o4-mini'),
  },
]

/**
 * All of them answer in the Responses API of OpenAI's own service, which is what is spoken to there. A compatible host
 * gets Chat Completions, which neither shows nor takes reasoning; a model that cannot do without it has no tools there.
 */
export const OPENAI_MODELS = entriesOf(
  'openai',
  ROWS,
  ({ name, limits, options, adapter_type = 'openai-responses' }) => {
    const { reasoning_efforts: efforts = [], tools_beside_reasoning } = options
    const hasTools = tools_beside_reasoning !== false || efforts.includes('none')
    return {
      adapter_type,
      capabilities: {
        ...CHAT_COMPLETIONS_CAPABILITIES,
        ...limits,
        supports_thinking: efforts.length > 0,
        documents: RESPONSES_DOCUMENTS,
        hosted_tools: [...(OTHERWISE[name] ?? HOSTED_TOOLS)],
      },
      // Another host that speaks as OpenAI did takes no documents; OpenAI itself says so in its record.
      through: {
        openai: { supports_thinking: false, supports_tools: hasTools, documents: undefined, hosted_tools: undefined },
      },
    }
  },
)
