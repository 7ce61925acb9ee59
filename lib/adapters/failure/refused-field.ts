import { isJsonObject, type JsonObject, type JsonValue } from '../../canonical/json.ts'
import type { WireFailure } from '../protocol.ts'

/**
 * Which optional fields of a request a host refuses by name, in its own error. Each way was seen:
 *
 * - OpenAI: Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.
 * - OpenAI: Unknown parameter: 'prompt_cache_key'. / Unsupported value: 'temperature' does not support 0.3 with this model.
 * - Azure: Unrecognized request argument supplied: parallel_tool_calls
 * - Mistral: {"detail": [{"type": "extra_forbidden", "loc": ["body", "stream_options", "include_usage"], "msg": "Extra inputs …"}]}
 * - vLLM: [{'type': 'extra_forbidden', 'loc': ('body', 'max_completion_tokens'), 'msg': 'Extra inputs are not permitted'}]
 * - Fireworks: Extra inputs are not permitted, field: 'parallel_tool_calls', value: False
 * - Google: Invalid JSON payload received. Unknown name "parallel_tool_calls": Cannot find field.
 * - serde: unknown field `stream_options`, expected one of `model`, `messages` · Go: json: unknown field "stream_options"
 * - Bedrock: extraneous key [parallel_tool_calls] is not permitted
 * - JSON Schema: Additional properties are not allowed ('stream_options' was unexpected)
 * - Anthropic: thinking: Extra inputs are not permitted · messages.0.content.1.cache_control: Extra inputs are not permitted
 * - Anthropic: This model does not support the effort parameter. · `temperature` is deprecated for this model.
 * - Groq: 'messages.1' : property 'reasoning_content' is unsupported
 * - xAI: Argument not supported on this model: stop · Model grok-4 does not support parameter reasoningEffort.
 */
const REFUSAL =
  /un(known|expected|recogni[sz]ed|supported)|not (supported|permitted|allowed|accepted|recogni[sz]ed)|(does not|doesn't) support|extra(neous|_forbidden)|cannot find field|not a valid (field|parameter|property|argument)|is deprecated for/i

/** From here on a host says what it takes instead. */
const ALTERNATIVES =
  /\bexpected (one of|`)|\b(use|try|did you mean) ['"`][\w.]+['"`]|\bsupported (fields|parameters|values)\b/i

/** A place inside of what was said: `messages.1.content.0`, `input[2]`, `'messages', 1`. */
const IN_LIST = /\b(messages|input|system|tools)(\.|\[|['"], )\d/

const LISTS: readonly string[] = ['messages', 'input', 'system', 'tools']

/** An optional field of a request by where it stands, such as `reasoning.effort`, and the names that a host may call it by. */
export interface Candidate {
  path: string
  names: readonly string[]
}

/** Those of them that the host refuses; of what stands in another the inner one, where the host names it. */
export function refusedFields({ body, text }: WireFailure, candidates: readonly Candidate[]): string[] {
  const said = body === null ? [text] : stringsIn(body)
  const refusing = said.filter((words) => REFUSAL.test(words)).map((words) => words.split(ALTERNATIVES)[0] ?? '')
  if (refusing.length === 0) return []
  const named = body === null ? [] : [paramOf(body), ...placesIn(body)].map(segmentsOf)
  const isNamed = ({ path, names }: Candidate) => {
    const isTop = !path.includes('.')
    const places = named.filter(([first = '']) => !isTop || !LISTS.includes(first))
    const phrases = refusing.filter((words) => !isTop || !IN_LIST.test(words))
    return names.some(
      (name) => places.some((all) => all.includes(name)) || phrases.some((words) => mentions(words, name)),
    )
  }
  const refused = candidates.filter(isNamed).map(({ path }) => path)
  return refused.filter((path) => !refused.some((other) => other.startsWith(`${path}.`)))
}

/** `body.messages.1.name`, `input[2].phase` */
function segmentsOf(path: string): string[] {
  return path.split(/[.[\]]+/).filter((segment, at) => segment !== '' && !(at === 0 && segment === 'body'))
}

/** A plain word such as `thinking` counts only where it stands as a name; one of several words is a name wherever it stands. */
function mentions(words: string, field: string): boolean {
  const either = `${field}|${camelCase(field)}`
  if (field.includes('_')) return new RegExp(`\\b(${either})\\b`, 'i').test(words)
  const asName = `(['"\`\\[.]|(argument|parameter|field)s?\\b[^:.]{0,40}:? )(${either})\\b`
  const pattern = `${asName}|^(${either})[.:]|\\b(${either}) (argument|parameter|field)\\b`
  return new RegExp(pattern, 'i').test(words)
}

function camelCase(field: string): string {
  return field.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
}

/** All words of an error, but for what it repeats of the request. */
function stringsIn(value: JsonValue): string[] {
  if (typeof value === 'string') return [value]
  if (Array.isArray(value)) return value.flatMap(stringsIn)
  if (!isJsonObject(value)) return []
  return Object.entries(value).flatMap(([field, each]) => (field === 'input' ? [] : stringsIn(each)))
}

function paramOf(body: JsonObject): string {
  const error = isJsonObject(body.error) ? body.error : body
  return typeof error.param === 'string' ? error.param : ''
}

/** FastAPI: what stands in `loc`, as a path. */
function placesIn(value: JsonValue): string[] {
  if (Array.isArray(value)) return value.flatMap(placesIn)
  if (!isJsonObject(value)) return []
  return Object.entries(value).flatMap(([field, each]) =>
    field === 'loc' && Array.isArray(each) ? [each.join('.')] : field === 'input' ? [] : placesIn(each),
  )
}
