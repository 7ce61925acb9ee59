import type { JsonObject } from '#lib/canonical/json.ts'
import { isJsonObject } from '#lib/canonical/json.ts'

/** What is known of one model of OpenAI's: its efforts, and which of them counts where nothing is said. */
interface Known {
  efforts: readonly string[]
  /** `null` for a model that does not reason. */
  unasked: string | null
  /** Chat Completions takes function tools: always, only without reasoning, or never. */
  chatTools: 'always' | 'without reasoning' | 'never'
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

/**
 * What OpenAI's own service refuses for the model that a request names (wire-rules 166 to 169): written from the rules
 * alone, without a look at the catalog that it judges. The organisation is not verified, as a new one is not.
 */
export function openaiModelFaults(api: 'chat' | 'responses', body: JsonObject): string[] {
  const name = String(body.model).replace(/-\d{4}-\d{2}-\d{2}$/, '')
  const known = Object.hasOwn(MODELS, name) ? MODELS[name] : undefined
  if (!known) return [`model: \`${String(body.model)}\` does not exist or you do not have access to it`]
  const reasoning = isJsonObject(body.reasoning) ? body.reasoning : {}
  const asked = api === 'chat' ? body.reasoning_effort : reasoning.effort
  const effort = asked ?? known.unasked
  const isReasoning = effort !== null && effort !== 'none'
  const faults: string[] = []
  if (asked !== undefined && !known.efforts.includes(String(asked))) faults.push(`effort: unsupported value ${asked}`)
  if (isReasoning) {
    for (const field of ['temperature', 'top_p', 'logprobs'])
      if (body[field] !== undefined) faults.push(`${field}: unsupported parameter with this model`)
  }
  if (known.unasked !== null) {
    for (const field of ['stop', 'max_tokens'])
      if (body[field] !== undefined) faults.push(`${field}: unsupported parameter with this model`)
  }
  if (api === 'chat' && Array.isArray(body.tools)) {
    const { chatTools } = known
    if (chatTools === 'never' || (chatTools === 'without reasoning' && isReasoning))
      faults.push(`reasoning_effort: Function tools with reasoning_effort are not supported for ${name}`)
  }
  if (Array.isArray(body.include) && body.include.includes('reasoning.encrypted_content') && known.unasked === null)
    faults.push('include: Encrypted content is not supported with this model.')
  if (reasoning.summary !== undefined) faults.push('reasoning.summary: Your organization must be verified')
  return faults
}
