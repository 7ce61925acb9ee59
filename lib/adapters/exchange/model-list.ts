import { type AdapterError, adapterError } from '../../canonical/error.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '../../canonical/json.ts'
import { redact } from '../../redact.ts'
import { shortened } from '../../shortened.ts'
import type { ServedModel } from '../adapter.ts'
import { objectIn, parseJson } from '../answer/parse-object.ts'
import { classify } from '../failure/openai-error.ts'
import type { Protocol } from '../protocol.ts'
import { endpointUrl } from './endpoint.ts'
import { MAX_LIST_BYTES, MAX_NAME, MAX_WORDS } from './limit.ts'
import { send } from './transport.ts'

export interface ModelListOptions {
  fetch?: typeof fetch
  base_url: string
  headers: Record<string, string>
  /** Whose list it is, where that is not the one most hosts have. */
  protocol?: Pick<Protocol, 'root' | 'models_path'>
  /** Stands before each name, and is no part of it. */
  prefix?: string | undefined
  timeoutMs?: number
  /** A name that holds one of these is none. */
  secrets?: readonly string[]
}

/** What a server lists, under `/v1/models` or where its format has it, in its order. Throws an `AdapterError` when it does not answer with a list, and what the transport throws when it cannot be asked. */
export async function listModels(options: ModelListOptions): Promise<ServedModel[]> {
  const { base_url, headers, protocol = {}, timeoutMs = 3_000 } = options
  const exchange = await send({
    fetch: options.fetch,
    url: endpointUrl(base_url, protocol.models_path ?? '/models', protocol.root),
    headers,
    body: null,
    signal: AbortSignal.timeout(timeoutMs),
    timeoutMs,
    idleTimeoutMs: timeoutMs,
  })
  try {
    const text = await exchange.text(MAX_LIST_BYTES)
    const rows = rowsIn(text)
    if (exchange.status !== 200 || rows === null) throw noList(exchange.status, text, options.secrets)
    return rows.flatMap((row) => (isJsonObject(row) && mayChat(row) ? readRow(row, options) : []))
  } finally {
    exchange.release()
  }
}

/** Most wrap their list in an object; that of Together is bare (wire-rule 237). */
function rowsIn(text: string): JsonValue[] | null {
  const body = parseJson(text)
  const rows = isJsonObject(body) ? (body.data ?? body.models) : body
  return Array.isArray(rows) ? rows : null
}

/** What Together calls the kinds of models that answer no message; other hosts say other things here, or nothing. */
const OTHER_KINDS: readonly unknown[] = [
  'image',
  'video',
  'audio',
  'transcribe',
  'embedding',
  'embeddings',
  'moderation',
  'rerank',
]

/** False where the host says that a model is of another kind, or is not to be had (wire-rule 237): Together; Groq; Mistral; Fireworks. */
function mayChat({ type, active, capabilities, supports_chat }: JsonObject): boolean {
  if (OTHER_KINDS.includes(type) || active === false || supports_chat === false) return false
  return !isJsonObject(capabilities) || capabilities.completion_chat !== false
}

/** vLLM and SGLang; Groq; Mistral; Together, Fireworks and others. */
const WINDOW_FIELDS = ['max_model_len', 'context_window', 'max_context_length', 'context_length'] as const

function readRow(row: JsonObject, { secrets = [], prefix = '' }: ModelListOptions): ServedModel[] {
  // Ollama has no ids; its older servers say the name in one field only.
  const said = row.id ?? row.model ?? row.name
  if (typeof said !== 'string') return []
  const name = said.startsWith(prefix) ? said.slice(prefix.length) : said
  if (name === '') return []
  // It is asked for by this very name: one that cannot be shown whole cannot be chosen.
  if (name.length > MAX_NAME || redact(name, secrets) !== name) return []
  const takes = takesOf(row)
  const window = WINDOW_FIELDS.map((field) => row[field]).find(isWindow)
  return [
    {
      name,
      ...(window === undefined ? {} : { max_context_tokens: window }),
      ...(reasons(row) ? { supports_thinking: true as const } : {}),
      ...(takes.length === 0 ? {} : { takes }),
    },
  ]
}

/** OpenRouter; Vercel; Moonshot. */
function reasons({ supported_parameters: parameters, tags, supports_reasoning: says }: JsonObject): boolean {
  const listed = [parameters, tags].some((words) => Array.isArray(words) && words.includes('reasoning'))
  return listed || says === true
}

/** OpenRouter and Hugging Face, Hyperbolic; Vercel; Moonshot; Fireworks; Mistral; Venice. */
function takesOf(row: JsonObject): NonNullable<ServedModel['takes']> {
  const { architecture, tags, capabilities, model_spec: spec } = row
  const words = [row.input_modalities, isJsonObject(architecture) ? architecture.input_modalities : null, tags]
  const listed = words.flatMap((each) => (Array.isArray(each) ? each : []))
  const seeing = isJsonObject(spec) && isJsonObject(spec.capabilities) ? spec.capabilities.supportsVision : undefined
  const says = [row.supports_image_in, row.supports_image_input, seeing]
  const sees = says.includes(true) || (isJsonObject(capabilities) && capabilities.vision === true)
  const pictures = sees || ['image', 'vision'].some((word) => listed.includes(word))
  const files = ['file', 'file-input'].some((word) => listed.includes(word))
  return [...(pictures ? (['pictures'] as const) : []), ...(files ? (['files'] as const) : [])]
}

function isWindow(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) > 0
}

/** Hosts that say with status 400 that a key is wrong. Gemini: API key not valid. Please pass a valid API key. */
const KEY_REFUSED = /(incorrect|invalid) api key|api key not valid/i

function noList(status: number, text: string, secrets: readonly string[] = []): AdapterError {
  const { message = '' } = classify({ status, body: objectIn(parseJson(text)) ?? null, text })
  const isRefusal = status === 401 || status === 403 || (status === 400 && KEY_REFUSED.test(text))
  const error_class = isRefusal ? 'auth' : status >= 500 || status === 429 ? 'server_error' : 'not_found'
  return adapterError(error_class, `no list of models, status ${status}`, {
    request_id: '',
    provider_status: status,
    provider_message: shortened(redact(message, secrets), MAX_WORDS),
  })
}
