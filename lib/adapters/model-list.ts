import { isJsonObject } from '../canonical/json.ts'
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

/** The names that a server lists under `/v1/models`, in its order. Throws when it cannot be asked or does not answer with a list. */
export async function listModels(options: ModelListOptions): Promise<string[]> {
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
    return rows.flatMap((row) => (isJsonObject(row) && typeof row.id === 'string' && row.id !== '' ? [row.id] : []))
  } finally {
    exchange.release()
  }
}
