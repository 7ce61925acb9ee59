import { AuthError } from '../canonical/error.ts'
import type { CanonicalRequest } from './adapter.ts'
import type { CallOptions } from './call.ts'
import { projector } from './projection.ts'
import type { AnswerContext, Target } from './protocol.ts'
import { servedModel } from './served-model.ts'
import type { AdapterSettings } from './settings.ts'

/** Per request, of what is tolerated in an answer. */
const MAX_WARNINGS = 20

/** One request with all that its call needs of the adapter. */
export function callOptions(request: CanonicalRequest, stream: boolean, settings: AdapterSettings): CallOptions {
  const { protocol, url, name, secrets, timeoutMs, idleTimeoutMs, maxRetries, timing, now } = settings
  const target: Target = {
    provider: name,
    format: protocol.format,
    model: request.model,
    wire_name: settings.wireName(request.model),
    capabilities: settings.capabilities(request.model),
    options: settings.modelOptions(request.model),
    project: projector(request, name, settings.log),
  }
  const context = answerContext(request, target, settings)
  return {
    request,
    wire: {
      fetch: settings.fetch,
      url,
      headers: headers(request.request_id, stream, settings),
      timeoutMs,
      idleTimeoutMs,
    },
    toWire: () => protocol.toWire({ ...request, stream }, target),
    readers: {
      fromWire: (body) => protocol.fromWire(body, context),
      machine: () => protocol.machine(context),
    },
    classify: (failure) => protocol.classify(failure),
    provider: name,
    secrets,
    maxRetries,
    timing,
    now,
  }
}

function answerContext(
  { request_id, session_id, model }: CanonicalRequest,
  { wire_name }: Target,
  { name, newToolUseId, log }: AdapterSettings,
): AnswerContext {
  const warned = new Set<string>()
  return {
    provider: name,
    model,
    served: servedModel(model, wire_name),
    newToolUseId,
    warn: (message, fields) => {
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
  return {
    'content-type': 'application/json',
    accept: stream ? 'text/event-stream' : 'application/json',
    ...lowerCaseKeys(protocol.headers({ api_key: apiKey, options })),
    ...lowerCaseKeys(extraHeaders),
  }
}

function lowerCaseKeys(fields: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name.toLowerCase(), value]))
}
