import type { JsonObject } from '#lib/canonical/json.ts'
import { isJsonObject } from '#lib/canonical/json.ts'
import { chatFaults } from './chat-validator.ts'

type Fault = (path: string, problem: string) => void

/** Of each tool that OpenAI runs in the Responses API the fields that its definition may have. */
const TOOLS: Readonly<Record<string, readonly string[]>> = {
  web_search: ['filters', 'search_context_size', 'user_location', 'external_web_access'],
  file_search: ['vector_store_ids', 'max_num_results', 'ranking_options', 'filters'],
  code_interpreter: ['container'],
  image_generation: ['partial_images', 'size', 'quality', 'model', 'background', 'output_format'],
}

const INCLUDED = [
  'reasoning.encrypted_content',
  'web_search_call.action.sources',
  'web_search_call.results',
  'code_interpreter_call.outputs',
  'file_search_call.results',
  'message.input_image.image_url',
]

/** What is refused of the tools that OpenAI runs itself, and of what they did in the history (wire-rules 195, 197). */
export function responsesHostedToolFaults(body: JsonObject, fault: Fault): void {
  for (const [index, tool] of listOf(body.tools).entries()) {
    const at = `tools[${index}]`
    const fields = TOOLS[String(tool.type)]
    if (tool.type === 'function' || tool.type === 'custom') continue
    if (!fields) fault(at, `Invalid value: '${tool.type}'`)
    for (const field of Object.keys(tool)) {
      if (field !== 'type' && !fields?.includes(field)) fault(`${at}.${field}`, 'Unknown parameter')
    }
    const { container, vector_store_ids: stores } = tool
    const isContainer = typeof container === 'string' || (isJsonObject(container) && container.type === 'auto')
    if (tool.type === 'code_interpreter' && !isContainer) fault(`${at}.container`, 'Missing required parameter')
    if (tool.type === 'file_search' && !(Array.isArray(stores) && stores.length > 0))
      fault(`${at}.vector_store_ids`, 'is empty')
  }
  const isMinimal = isJsonObject(body.reasoning) && body.reasoning.effort === 'minimal'
  const refused = listOf(body.tools).find(({ type }) => Object.hasOwn(TOOLS, String(type)))
  if (isMinimal && refused) fault('tools', `${refused.type} cannot be used with reasoning.effort 'minimal'`)
  for (const each of Array.isArray(body.include) ? body.include : []) {
    if (!INCLUDED.includes(String(each))) fault('include', `Invalid value: '${each}'`)
  }
  for (const [index, { type, container_id }] of listOf(body.input).entries()) {
    if (type === 'code_interpreter_call' && typeof container_id !== 'string')
      fault(`input[${index}].container_id`, 'Missing')
  }
}

/** What OpenRouter runs itself, by the fields of its parameters (wire-rule 201). */
const OPENROUTER: Readonly<Record<string, readonly string[]>> = {
  'openrouter:web_search': [
    'engine',
    'max_results',
    'max_total_results',
    'max_uses',
    'allowed_domains',
    'excluded_domains',
    'user_location',
  ],
  'openrouter:web_fetch': ['engine', 'max_uses', 'max_content_tokens', 'allowed_domains', 'blocked_domains'],
}

/** OpenRouter refuses what Chat Completions does, its own tools apart; of those it has some, and no `:online` any more. */
export function openrouterFaults(body: JsonObject): string[] {
  const faults: string[] = []
  const tools = listOf(body.tools)
  const own = tools.filter(({ type }) => String(type).startsWith('openrouter:'))
  for (const { type, parameters } of own) {
    const fields = OPENROUTER[String(type)]
    if (!fields) faults.push(`tools: no server tool ${type}`)
    for (const field of Object.keys(isJsonObject(parameters) ? parameters : {})) {
      if (!fields?.includes(field)) faults.push(`tools: ${type} has no ${field}`)
    }
  }
  if (String(body.model).endsWith(':online')) faults.push('model: :online is deprecated')
  const { tools: _all, ...rest } = body
  const left = tools.filter((tool) => !own.includes(tool))
  return [...faults, ...chatFaults({ ...rest, ...(left.length > 0 && { tools: left }) })]
}

function listOf(value: unknown): JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : []
}
