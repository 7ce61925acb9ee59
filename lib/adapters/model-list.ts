import { isJsonObject, type JsonObject } from '../canonical/json.ts'
import type { ServedModel } from './adapter.ts'
import { endpointUrl } from './endpoint.ts'
import { parseObject } from './parse-object.ts'
import { send } from './transport.ts'

export interface ModelListOptions {
  fetch?: typeof fetch
  base_url: string
  headers: Record<string, string>
  timeoutMs?: number
}

const LIMIT_BYTES = 4_000_000

/** What a server lists under `/v1/models`, in its order. Throws when it cannot be asked or does not answer with a list. */
export async function listModels(options: ModelListOptions): Promise<ServedModel[]> {
  const { base_url, headers, timeoutMs = 3_000 } = options
  const exchange = await send({
    fetch: options.fetch,
    url: endpointUrl(base_url, '/models'),
    headers,
    body: null,
    signal: AbortSignal.timeout(timeoutMs),
    timeoutMs,
    idleTimeoutMs: timeoutMs,
  })
  try {
    const body = parseObject(await exchange.text(LIMIT_BYTES))
    const rows = body?.data ?? body?.models
    if (exchange.status !== 200 || !Array.isArray(rows)) throw new Error(`no list of models, status ${exchange.status}`)
    return rows.flatMap((row) => (isJsonObject(row) ? readRow(row) : []))
  } finally {
    exchange.release()
  }
}

/** vLLM and SGLang; Groq; Mistral; Together, Fireworks and others. */
const WINDOW_FIELDS = ['max_model_len', 'context_window', 'max_context_length', 'context_length'] as const

function readRow(row: JsonObject): ServedModel[] {
  const { id: name } = row
  if (typeof name !== 'string' || name === '') return []
  const window = WINDOW_FIELDS.map((field) => row[field]).find(isWindow)
  return [window === undefined ? { name } : { name, max_context_tokens: window }]
}

function isWindow(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) > 0
}
