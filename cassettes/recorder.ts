import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { AdapterConfig, AdapterType, CanonicalRequest } from '#lib/adapters/adapter.ts'
import { send } from '#lib/adapters/exchange/transport.ts'
import { createAdapter, wireOf } from '#lib/adapters/registry.ts'
import { AdapterError } from '#lib/canonical/error.ts'
import { silentLogger } from '#lib/log.ts'
import type { Scenario } from './scenario.ts'
import { createScrubber, secretsLeftIn } from './scrub.ts'

export interface RecordOptions {
  type: AdapterType
  /** The provider's own, for its dialect. */
  name: string
  api_key: string | null
  base_url: string | null
  options?: Readonly<Record<string, unknown>> | undefined
  /** Canonical id. */
  model: string
  scenario: Scenario
  /** The folder of all cassettes. */
  folder: string
}

export type RecordResult = { outcome: 'written'; path: string } | { outcome: 'skipped'; reason: string }

/** What was recorded holds something that must not be written, and it was not. */
export class SecretLeftError extends Error {
  override readonly name = 'SecretLeftError'
}

/** Response headers that say nothing about whose account it was. */
const KEPT_HEADERS = ['content-type', 'retry-after']

/** Asks a provider one thing, and keeps the exchange as a cassette without anything that is not for everybody. */
export async function recordExchange(options: RecordOptions): Promise<RecordResult> {
  const { type, name, api_key, base_url, scenario, folder } = options
  const config: AdapterConfig = {
    type,
    api_key,
    max_retries: 0,
    log: silentLogger,
    name,
    ...(base_url && { base_url }),
    ...(options.options && { options: options.options }),
  }
  const { protocol } = wireOf(config)
  const wire = new WireTap(protocol.path)
  const adapter = createAdapter({ ...config, fetch: wire.fetch })
  const { needs } = scenario
  if (needs && !adapter.capabilities(options.model)[needs]) {
    return { outcome: 'skipped', reason: `${options.model} has no ${needs.replace('supports_', '')}` }
  }
  const { error } = await drain(adapter, requestFor(options))
  const { tapped } = wire
  if (!tapped) throw new TypeError(`${adapter.name} was never reached: look at the address and the network`)
  const { error: expected = [] } = scenario
  // A wrong key or a busy hour must not take the place of what was recorded before.
  if (error && !expected.includes(error.error_class)) throw error
  if (!error && expected.length > 0) return { outcome: 'skipped', reason: `${adapter.name} sees no fault in it` }

  const secrets = api_key ? [api_key] : []
  const scrub = createScrubber(secrets)
  const cassette = {
    name: `${adapter.name}-${scenario.name}`,
    provider: adapter.name,
    api: protocol.format,
    streaming: /event-stream|ndjson/.test(tapped.headers['content-type'] ?? ''),
    label: 'recorded',
    request: { method: 'POST', path: tapped.path, headers: {}, body: JSON.parse(scrub(tapped.request)) },
    response: { status: tapped.status, headers: tapped.headers, body: scrub(tapped.body) },
  }
  const text = scrub(`${JSON.stringify(cassette, null, 1)}\n`)
  // What no line of the file holds may still come together when the pieces of a stream are joined.
  const { said } = await drain(createAdapter({ ...config, fetch: answering(cassette.response) }), requestFor(options))
  const left = secretsLeftIn(`${text}\n${said}`, secrets)
  if (left.length > 0) throw new SecretLeftError(`${cassette.name} still holds ${left.join(', ')}: it is not written`)

  const path = join(folder, cassette.api, `${cassette.name}.json`)
  await mkdir(join(folder, cassette.api), { recursive: true })
  await writeFile(path, text)
  return { outcome: 'written', path }
}

function requestFor({ model, scenario }: RecordOptions): CanonicalRequest {
  const provider = model.slice(0, model.indexOf(':'))
  return {
    request_id: `record-${scenario.name}`,
    session_id: 'record',
    model: scenario.model === 'unknown' ? `${provider}:no-such-model` : model,
    messages: [
      {
        id: 'record',
        session_id: 'record',
        role: 'user',
        content: scenario.says,
        metadata: {},
        created_at: '1970-01-01T00:00:00.000000Z',
        schema_version: 1,
      },
    ],
    tools: [],
    system_prompt: null,
    max_output_tokens: 512,
    ...scenario.request,
  }
}

/** All that the adapter makes of an answer, joined: its text, and the words of its error. */
async function drain(
  adapter: ReturnType<typeof createAdapter>,
  request: CanonicalRequest,
): Promise<{ said: string; error: AdapterError | null }> {
  const said: unknown[] = []
  let error: AdapterError | null = null
  try {
    for await (const event of adapter.stream(request)) if (event.type === 'message.complete') said.push(event)
  } catch (thrown) {
    if (!(thrown instanceof AdapterError)) throw thrown
    error = thrown
    said.push(error.provider_message)
  } finally {
    await adapter.close()
  }
  return { said: said.map((each) => JSON.stringify(each)).join('\n'), error }
}

interface Tapped {
  path: string
  request: string
  status: number
  headers: Record<string, string>
  body: string
}

/** Stands where `fetch` stands, and keeps the exchange of the endpoint that is recorded. */
class WireTap {
  tapped: Tapped | null = null
  readonly #path: string

  constructor(path: string) {
    this.#path = path
  }

  readonly fetch: typeof fetch = async (input, init) => {
    const url = new URL(String(input))
    const signal = init?.signal ?? new AbortController().signal
    const exchange = await send({
      url: url.href,
      headers: Object.fromEntries(new Headers(init?.headers)),
      body: init?.body === null || init?.body === undefined ? null : String(init.body),
      signal,
      timeoutMs: 120_000,
      idleTimeoutMs: 120_000,
    })
    const body = await exchange.text(Number.POSITIVE_INFINITY)
    exchange.release()
    const { status } = exchange
    const headers = Object.fromEntries([...exchange.headers].filter(([header]) => KEPT_HEADERS.includes(header)))
    if (url.pathname.endsWith(this.#path)) {
      this.tapped = { path: url.pathname, request: String(init?.body), status, headers, body }
    }
    return new Response(body, { status, headers })
  }
}

function answering({ status, headers, body }: { status: number; headers: Record<string, string>; body: string }) {
  return async () => new Response(body, { status, headers })
}
