import type { JsonObject } from '../json.ts'
import { isJsonObject } from '../json.ts'
import type { Refusal } from '../wire-format.ts'
import { invalid } from './refusal.ts'

/** What is known of one model of OpenAI's: its efforts, and which of them counts where nothing is said. */
interface Known {
  readonly efforts: readonly string[]
  /** `null` for a model that does not reason. */
  readonly unasked: string | null
  /** Chat Completions takes function tools: always, only without reasoning, or never. */
  readonly chatTools: 'always' | 'without reasoning' | 'never'
}

const TO_HIGH = ['low', 'medium', 'high']
const PLAIN: Known = { efforts: [], unasked: null, chatTools: 'always' }
const GPT_5: Known = { efforts: ['minimal', ...TO_HIGH], unasked: 'medium', chatTools: 'always' }
const O_SERIES: Known = { efforts: TO_HIGH, unasked: 'medium', chatTools: 'always' }
const GPT_6: Known = {
  efforts: ['none', ...TO_HIGH, 'xhigh', 'max'],
  unasked: 'medium',
  chatTools: 'without reasoning',
}

/** Written from the wire-rules (166 to 169) alone, without a look at the catalog that it judges. */
const MODELS: Readonly<Record<string, Known>> = {
  'gpt-6.1-sol': { ...GPT_6, efforts: [...TO_HIGH, 'xhigh', 'max'], chatTools: 'never' },
  'gpt-6-sol': GPT_6,
  'gpt-6-luna': GPT_6,
  'gpt-5.5': { ...GPT_6, efforts: ['none', ...TO_HIGH, 'xhigh'] },
  'gpt-5.4': { ...GPT_6, efforts: ['none', ...TO_HIGH, 'xhigh'], unasked: 'none' },
  'gpt-5.2': { efforts: ['none', ...TO_HIGH, 'xhigh'], unasked: 'none', chatTools: 'always' },
  'gpt-5.1': { efforts: ['none', ...TO_HIGH], unasked: 'none', chatTools: 'always' },
  'gpt-5': GPT_5,
  'gpt-5-mini': GPT_5,
  'gpt-5-nano': GPT_5,
  'gpt-4.1': PLAIN,
  'gpt-4.1-mini': PLAIN,
  'gpt-4.1-nano': PLAIN,
  'gpt-4o': PLAIN,
  'gpt-4o-mini': PLAIN,
  o3: O_SERIES,
  'o4-mini': O_SERIES,
}

/** Null for a model of which nothing is known: any name is served here, as by hosts that speak these formats. */
export function knownModel(name: unknown): Known | null {
  const undated = String(name).replace(/-\d{4}-\d{2}-\d{2}$/, '')
  return (Object.hasOwn(MODELS, undated) ? MODELS[undated] : undefined) ?? null
}

/** What OpenAI's own service refuses for the model that a request names. */
export function* modelComplaints(api: 'chat' | 'responses', body: JsonObject): Generator<Refusal> {
  const known = knownModel(body.model)
  if (!known) return
  const { efforts, unasked, chatTools } = known
  const param = api === 'chat' ? 'reasoning_effort' : 'reasoning.effort'
  const asked = (api === 'chat' ? body.reasoning_effort : isJsonObject(body.reasoning) && body.reasoning.effort) || null
  const effort = asked ?? unasked
  const isReasoning = effort !== null && effort !== 'none'
  if (asked !== null && unasked === null) yield unsupported(param)
  else if (asked !== null && !efforts.includes(String(asked)))
    yield invalid(
      `Unsupported value: '${param}' does not support '${asked}' with this model. Supported values are: ${efforts.map((each) => `'${each}'`).join(', ')}.`,
      param,
      'unsupported_value',
    )
  const refused = [
    ...(isReasoning ? ['temperature', 'top_p', 'logprobs'] : []),
    ...(unasked === null ? [] : ['stop', 'max_tokens']),
  ]
  for (const field of refused) if (body[field] != null) yield unsupported(field)
  if (api === 'chat' && Array.isArray(body.tools)) {
    if (chatTools === 'never' || (chatTools === 'without reasoning' && isReasoning))
      yield invalid(
        `Function tools with reasoning_effort are not supported for ${String(body.model)} in /v1/chat/completions. Please use /v1/responses instead.`,
        'reasoning_effort',
      )
  }
  if (Array.isArray(body.include) && body.include.includes('reasoning.encrypted_content') && unasked === null)
    yield invalid('Encrypted content is not supported with this model.', 'include')
  if (api === 'responses' && effort === 'minimal' && Array.isArray(body.tools) && body.tools.some(isWebSearch))
    yield invalid("The following tools cannot be used with reasoning.effort 'minimal': web_search.", 'tools')
}

function unsupported(param: string): Refusal {
  const instead = param === 'max_tokens' ? " Use 'max_completion_tokens' instead." : ''
  return invalid(
    `Unsupported parameter: '${param}' is not supported with this model.${instead}`,
    param,
    'unsupported_parameter',
  )
}

function isWebSearch(tool: unknown): boolean {
  return isJsonObject(tool) && tool.type === 'web_search'
}
