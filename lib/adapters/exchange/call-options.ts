import { AuthError, InvalidRequestError } from '../../canonical/error.ts'
import type { JsonObject } from '../../canonical/json.ts'
import { redact, redactSecrets, redactValue } from '../../redact.ts'
import { shortened } from '../../shortened.ts'
import type { CanonicalRequest, WireEndpoint } from '../adapter.ts'
import { cleanReaders } from '../answer/clean-answer.ts'
import { objectIn } from '../answer/parse-object.ts'
import { servedModel } from '../answer/served-model.ts'
import { projector, recorder } from '../history/projection.ts'
import type { AnswerContext, SentRequest, Target } from '../protocol.ts'
import type { CallOptions } from './call.ts'
import { MAX_NAME, MAX_WORDS } from './limit.ts'
import { sentBody } from './sent-body.ts'
import type { AdapterSettings } from './settings.ts'

/** Per request, of what is tolerated in an answer. */
const MAX_WARNINGS = 20

const STREAM_TYPES = { sse: 'text/event-stream', ndjson: 'application/x-ndjson' }

/** One request with all that its call needs of the adapter. */
export function callOptions(asked: CanonicalRequest, stream: boolean, settings: AdapterSettings): CallOptions {
  const request = withInstalledTools(asked, settings)
  const { protocol, url, name, secrets, timeoutMs, maxRetries, timing, now, refused } = settings
  const wireName = settings.wireName(request.model)
  let body: JsonObject = {}
  let sent: SentRequest = { kept: {}, places: new Map() }
  const context = { ...answerContext(request, settings), sent: () => sent }
  const told = new Set<string>()
  let repaired: JsonObject | null = null
  const options = (mended: JsonObject | null) => ({
    ...settings.modelOptions(request.model),
    ...objectIn(mended?.options ?? null),
  })
  const wireHeaders = headers(request, stream, settings, options(null))
  return {
    request,
    wire: { fetch: settings.fetch, url, timeoutMs, idleTimeoutMs: patience(request, settings), rest: request.rest },
    prepare: settings.inspector.preparation(question(request.model, settings), wireHeaders),
    attempt: (mended) => {
      const { project, ...target } = targetOf(request, settings)
      const before = new Set(told)
      // A repaired request says most of it again.
      const projectNew: Target['project'] = (record) => {
        const words = JSON.stringify(record)
        if (before.has(words)) return
        told.add(words)
        project(record)
      }
      const whole = protocol.toWire(
        { ...request, stream },
        {
          ...target,
          options: options(mended),
          ...(mended && { mended }),
          note: (noted) => {
            sent = noted
          },
          project: projectNew,
        },
      )
      body = refused.without(whole, wireName, projectNew)
      const made = body
      // Megabytes where pictures go along, and not every request that is made is sent.
      let text: string | undefined
      const written = () => (text ??= JSON.stringify(made))
      return {
        get body() {
          return written()
        },
        sent: () => sentBody(made, written()),
        headers: mended ? headers(request, stream, settings, options(mended)) : wireHeaders,
      }
    },
    mend: (failure) => {
      // Once: what is refused again has another fault. What was done differently stays so where a field is left out next.
      const repair = repaired === null ? protocol.mend?.(failure, sent) : null
      if (repair) repaired = repair
      return repair || refused.learn(failure, body, wireName) ? (repaired ?? {}) : null
    },
    readers: cleanReaders(
      {
        framing: protocol.framing ?? 'sse',
        fromWire: (body) => protocol.fromWire(body, context),
        machine: () => protocol.machine(context),
      },
      secrets,
    ),
    classify: (failure) => protocol.classify(failure),
    provider: name,
    secrets,
    maxRetries,
    timing,
    now,
  }
}

/** Where a request goes, for whoever looks at it: without keys, whatever the address and the headers hold of them. */
export function endpointOf(
  asked: CanonicalRequest,
  stream: boolean,
  settings: AdapterSettings,
  key: string,
): WireEndpoint {
  const { url, protocol, apiKey, extraHeaders, secrets } = settings
  const request = withInstalledTools(asked, settings)
  const shown = { ...settings, apiKey: apiKey === null ? null : key, extraHeaders: {} }
  const named = headers(request, stream, shown, settings.modelOptions(request.model))
  return {
    url: redact(url, secrets),
    format: protocol.format,
    libraries: protocol.libraries,
    headers: Object.fromEntries(Object.entries(named).map(([name, value]) => [name, redactSecrets(value, secrets)])),
    left_out: Object.keys(lowerCaseKeys(extraHeaders)),
  }
}

/** What the installation offers is for those models that have it: of others nobody asked for it. */
function withInstalledTools(request: CanonicalRequest, settings: AdapterSettings): CanonicalRequest {
  if (request.hosted_tools !== undefined || settings.hostedTools === null) return request
  const { hosted_tools: known = [] } = settings.capabilities(request.model)
  return { ...request, hosted_tools: settings.hostedTools.filter(({ tool }) => known.includes(tool)) }
}

/** Asks the host about models before any request to them. */
export async function inspect(models: readonly string[], settings: AdapterSettings): Promise<void> {
  const questions = models.map((model) => question(model, settings))
  await settings.inspector.inspect(questions, headers(null, false, settings, settings.options))
}

/** With the options that were declared: what the host itself has said must not keep it from being asked again. */
function question(model: string, { wireName, declared }: AdapterSettings): Pick<Target, 'wire_name' | 'options'> {
  return { wire_name: wireName(model), options: declared.options(model) }
}

function targetOf(request: CanonicalRequest, settings: AdapterSettings): Target {
  const { model } = request
  const project = projector(request, settings.name, settings.log)
  return {
    provider: settings.name,
    format: settings.protocol.format,
    model,
    wire_name: settings.wireName(model),
    capabilities: settings.capabilities(model),
    options: settings.modelOptions(model),
    extras: settings.extras,
    project: (record) => project({ ...record, ...cleanRecord(record, settings.secrets) }),
  }
}

/** Hosts name the blocks that only they know, and a reason may quote them. */
function cleanRecord({ block_type, reason }: { block_type: string; reason: string }, secrets: readonly string[]) {
  return {
    block_type: shortened(redact(block_type, secrets), MAX_NAME),
    reason: shortened(redact(reason, secrets), MAX_WORDS),
  }
}

function answerContext(
  request: CanonicalRequest,
  { name, newToolUseId, log, wireName, secrets }: AdapterSettings,
): AnswerContext {
  const { request_id, session_id, model } = request
  const warned = new Set<string>()
  const record = recorder(request, name, log)
  return {
    provider: name,
    model,
    served: servedModel(model, wireName(model)),
    newToolUseId,
    project: (told) => record({ ...told, ...cleanRecord(told, secrets) }),
    warn: (message, said) => {
      const fields = redactValue(said ?? {}, secrets, MAX_NAME) as object
      // What is odd about one event of a stream is often odd about all of them.
      const oddity = JSON.stringify([message, fields])
      if (warned.has(oddity) || warned.size >= MAX_WARNINGS) return
      warned.add(oddity)
      log.warn(message, { session_id, request_id, adapter: name, ...fields })
    },
  }
}

/** `request`: null for a question about a model. */
function headers(
  request: CanonicalRequest | null,
  stream: boolean,
  { name, apiKey, extraHeaders, protocol }: AdapterSettings,
  options: Target['options'],
): Record<string, string> {
  const request_id = request?.request_id ?? ''
  if (apiKey !== null && !/^[\x21-\x7e]+$/.test(apiKey)) {
    throw new AuthError(`the API key of ${name} holds characters that no key has`, { request_id })
  }
  const fields = {
    'content-type': 'application/json',
    accept: stream ? STREAM_TYPES[protocol.framing ?? 'sse'] : 'application/json',
    ...lowerCaseKeys(protocol.headers({ api_key: apiKey, options })),
    ...(request && lowerCaseKeys(protocol.requestHeaders?.(request) ?? {})),
    ...lowerCaseKeys(extraHeaders),
  }
  const bad = Object.entries(fields).find((field) => !isHeader(field))
  if (bad) {
    // Its value may be a secret.
    const words = `the header ${JSON.stringify(bad[0])} for ${name} holds characters that no header can carry`
    throw new InvalidRequestError(words, { request_id })
  }
  return fields
}

function isHeader(field: [string, string]): boolean {
  try {
    return new Headers([field]) !== null
  } catch {
    return false
  }
}

function lowerCaseKeys(fields: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name.toLowerCase(), value]))
}

/** How long a host may be silent in an answer. A call that comes in one piece is silence as long as it is written. */
function patience({ model, tools }: CanonicalRequest, settings: AdapterSettings): number {
  const { timeoutMs, idleTimeoutMs } = settings
  const { supports_streaming_tool_calls } = settings.capabilities(model)
  return tools.length === 0 || supports_streaming_tool_calls ? idleTimeoutMs : Math.max(timeoutMs, idleTimeoutMs)
}
