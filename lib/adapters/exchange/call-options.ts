import { AuthError, InvalidRequestError } from '../../canonical/error.ts'
import { redact, redactValue } from '../../redact.ts'
import { shortened } from '../../shortened.ts'
import type { CanonicalRequest } from '../adapter.ts'
import { cleanReaders } from '../answer/clean-answer.ts'
import { servedModel } from '../answer/served-model.ts'
import { projector } from '../history/projection.ts'
import type { AnswerContext, Target } from '../protocol.ts'
import type { CallOptions } from './call.ts'
import { MAX_NAME, MAX_WORDS } from './limit.ts'
import type { AdapterSettings } from './settings.ts'

/** Per request, of what is tolerated in an answer. */
const MAX_WARNINGS = 20

const STREAM_TYPES = { sse: 'text/event-stream', ndjson: 'application/x-ndjson' }

/** One request with all that its call needs of the adapter. */
export function callOptions(request: CanonicalRequest, stream: boolean, settings: AdapterSettings): CallOptions {
  const { protocol, url, name, secrets, timeoutMs, idleTimeoutMs, maxRetries, timing, now } = settings
  const context = answerContext(request, settings)
  const wireHeaders = headers(request.request_id, stream, settings)
  return {
    request,
    wire: { fetch: settings.fetch, url, headers: wireHeaders, timeoutMs, idleTimeoutMs },
    prepare: settings.inspector.preparation(question(request.model, settings), wireHeaders),
    toWire: () => protocol.toWire({ ...request, stream }, targetOf(request, settings)),
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

/** Asks the host about models before any request to them. */
export async function inspect(models: readonly string[], settings: AdapterSettings): Promise<void> {
  const questions = models.map((model) => question(model, settings))
  await settings.inspector.inspect(questions, headers('', false, settings))
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
  { request_id, session_id, model }: CanonicalRequest,
  { name, newToolUseId, log, wireName, secrets }: AdapterSettings,
): AnswerContext {
  const warned = new Set<string>()
  return {
    provider: name,
    model,
    served: servedModel(model, wireName(model)),
    newToolUseId,
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

function headers(request_id: string, stream: boolean, settings: AdapterSettings): Record<string, string> {
  const { name, apiKey, options, extraHeaders, protocol } = settings
  if (apiKey !== null && !/^[\x21-\x7e]+$/.test(apiKey)) {
    throw new AuthError(`the API key of ${name} holds characters that no key has`, { request_id })
  }
  const fields = {
    'content-type': 'application/json',
    accept: stream ? STREAM_TYPES[protocol.framing ?? 'sse'] : 'application/json',
    ...lowerCaseKeys(protocol.headers({ api_key: apiKey, options })),
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
