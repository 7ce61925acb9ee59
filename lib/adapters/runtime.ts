import { AdapterError, AuthError, CancelledError, InvalidRequestError } from '../canonical/error.ts'
import { newToolUseId, parseModelId } from '../canonical/id.ts'
import type { Message } from '../canonical/message.ts'
import type { MessageComplete, StreamEvent } from '../canonical/stream-event.ts'
import type { ToolDefinition } from '../canonical/tool.ts'
import type { TokenUsage } from '../canonical/usage.ts'
import type { Logger } from '../log.ts'
import { createLogger } from '../log.ts'
import type { AdapterConfig, CanonicalRequest, CanonicalResponse, ProviderAdapter } from './adapter.ts'
import { Call } from './call.ts'
import { endpointUrl } from './endpoint.ts'
import { estimateInputTokens, estimateOutputTokens } from './estimate.ts'
import { projector } from './projection.ts'
import type { Answer, AnswerContext, Protocol, Target } from './protocol.ts'
import type { Provider } from './provider.ts'
import type { Timing } from './retry.ts'
import { REAL_TIMING } from './retry.ts'
import { defaultWireName, servedModel } from './served-model.ts'

/** What a provider says about itself where the configuration says nothing. */
export interface ProviderDefaults extends Omit<Provider, 'protocol'> {
  capabilities: NonNullable<AdapterConfig['capabilities']>
  /** What the catalog tells the protocol of a model; `config.options` wins. */
  options?: (model: string) => object
}

/**
 * An adapter: a wire format (three pure parts) with transport, retries, clock and cancel around it, the same for every
 * format. The rules of order, end and errors are those of contract §1.
 */
export function createRuntime(
  protocol: Protocol,
  config: Omit<AdapterConfig, 'type'>,
  defaults: ProviderDefaults,
  timing: Timing = REAL_TIMING,
): ProviderAdapter {
  return new AdapterRuntime(protocol, config, defaults, timing)
}

/** Per request, of what is tolerated in an answer. */
const MAX_WARNINGS = 20

const NO_USAGE: TokenUsage = {
  input_tokens: 0,
  output_tokens: 0,
  cached_input_tokens: 0,
  cache_creation_input_tokens: 0,
}

interface RunningCall {
  call: Call
  request: CanonicalRequest
  started: number
  firstToken: number | null
}

class AdapterRuntime implements ProviderAdapter {
  readonly name: string
  readonly #protocol: Protocol
  readonly #config: Omit<AdapterConfig, 'type'>
  readonly #defaults: ProviderDefaults
  readonly #url: string
  readonly #apiKey: string | null
  readonly #log: Logger
  readonly #now: () => number
  readonly #timing: Timing
  readonly #running = new Map<string, Call>()
  #isClosed = false

  constructor(protocol: Protocol, config: Omit<AdapterConfig, 'type'>, defaults: ProviderDefaults, timing: Timing) {
    this.name = config.name ?? defaults.name
    this.#protocol = protocol
    this.#config = config
    this.#defaults = defaults
    this.#url = endpointUrl(config.base_url ?? defaults.base_url, protocol.path)
    this.#apiKey = config.api_key?.trim() || null
    this.#log = config.log ?? createLogger()
    this.#now = config.now ?? Date.now
    this.#timing = timing
  }

  capabilities(model: string) {
    return (this.#config.capabilities ?? this.#defaults.capabilities)(model)
  }

  estimateInputTokens(messages: Message[], tools: ToolDefinition[], systemPrompt: string | null): number {
    return estimateInputTokens(messages, tools, systemPrompt, this.#defaults.tool_overhead)
  }

  stream(request: CanonicalRequest): AsyncGenerator<StreamEvent, void, undefined> {
    const opened: { call?: Call } = {}
    const events = this.#events(request, opened)
    // A generator ends only at its next event; who leaves while one is awaited must not wait for it.
    const leave = events.return.bind(events)
    events.return = (value) => {
      opened.call?.cancel()
      return leave(value)
    }
    return events
  }

  async *#events(request: CanonicalRequest, opened: { call?: Call }): AsyncGenerator<StreamEvent, void, undefined> {
    const running = this.#begin(request, true)
    const { call } = running
    opened.call = call
    const start: StreamEvent = { type: 'message.start', model: request.model }
    let hasStarted = false
    try {
      await call.open()
      hasStarted = true
      yield start
      do {
        for (const event of call.events()) {
          running.firstToken ??= this.#now()
          yield event
        }
      } while (await call.read())
      yield* this.#end(running, call.cancelled ? 'cancelled' : 'complete')
    } catch (thrown) {
      const error = call.toError(thrown)
      const isCancelled = error instanceof CancelledError
      if (!hasStarted && isCancelled) yield start
      if (hasStarted || isCancelled) yield* this.#end(running, isCancelled ? 'cancelled' : 'error')
      if (!isCancelled) throw error
    } finally {
      this.#finish(running)
    }
  }

  async complete(request: CanonicalRequest): Promise<CanonicalResponse> {
    const running = this.#begin(request, false)
    try {
      await running.call.openWhole()
      const { complete } = this.#close(running, 'complete')
      const { type: _type, final_content: content, ...response } = complete
      return { request_id: request.request_id, content, ...response }
    } catch (thrown) {
      throw running.call.toError(thrown)
    } finally {
      this.#finish(running)
    }
  }

  async cancel(requestId: string): Promise<boolean> {
    const call = this.#running.get(requestId)
    call?.cancel()
    return call !== undefined
  }

  async close(): Promise<void> {
    this.#isClosed = true
    for (const call of this.#running.values()) call.cancel()
  }

  #begin(request: CanonicalRequest, wantsStream: boolean): RunningCall {
    const { request_id } = request
    if (this.#isClosed) throw new AdapterError('other', `the adapter ${this.name} is closed`, { request_id })
    if (this.#running.has(request_id)) {
      throw new InvalidRequestError(`a request with the id ${request_id} is running already`, { request_id })
    }
    if (!parseModelId(request.model)) {
      throw new InvalidRequestError(`not a model id of the form provider:name: ${request.model}`, { request_id })
    }
    const capabilities = this.capabilities(request.model)
    const stream = wantsStream && capabilities.supports_streaming
    if (request.tools.length > 0 && !capabilities.supports_tools) {
      throw new InvalidRequestError(`${request.model} has no tools`, { request_id })
    }

    const { timeout_seconds = 600, idle_timeout_seconds = 120, max_retries = 2 } = this.#config
    const wire_name = (this.#config.wire_name ?? defaultWireName)(request.model)
    const target: Target = {
      provider: this.name,
      format: this.#protocol.format,
      model: request.model,
      wire_name,
      capabilities,
      options: { ...this.#defaults.options?.(request.model), ...this.#config.options },
      project: projector(request, this.name, this.#log),
    }
    const context = this.#answerContext(request, wire_name)
    const call = new Call({
      request,
      wire: {
        fetch: this.#config.fetch,
        url: this.#url,
        headers: this.#headers(request_id, stream),
        timeoutMs: timeout_seconds * 1000,
        idleTimeoutMs: idle_timeout_seconds * 1000,
      },
      toWire: () => this.#protocol.toWire({ ...request, stream }, target),
      readers: {
        fromWire: (body) => this.#protocol.fromWire(body, context),
        machine: () => this.#protocol.machine(context),
      },
      classify: (failure) => this.#protocol.classify(failure),
      provider: this.name,
      secrets: [this.#apiKey ?? '', ...Object.values(this.#config.extra_headers ?? {})],
      maxRetries: max_retries,
      timing: this.#timing,
      now: this.#now,
    })
    this.#running.set(request_id, call)
    return { call, request, started: this.#now(), firstToken: null }
  }

  #finish({ call, request }: RunningCall): void {
    call.release()
    this.#running.delete(request.request_id)
  }

  *#end(running: RunningCall, reason: 'complete' | 'cancelled' | 'error'): Generator<StreamEvent, void, undefined> {
    const { events, complete } = this.#close(running, reason)
    for (const event of events) {
      running.firstToken ??= this.#now()
      yield event
    }
    const { started, firstToken, call } = running
    yield {
      ...complete,
      // A cancel during the last events: whoever was told that it is cancelled must see that it was.
      stop_reason: call.cancelled ? 'cancelled' : complete.stop_reason,
      time_to_first_token_ms: firstToken === null ? null : firstToken - started,
    }
  }

  #close({ call, request, started }: RunningCall, reason: 'complete' | 'cancelled' | 'error') {
    const { events, answer } = call.close(reason) ?? { events: [], answer: this.#emptyAnswer(request, reason) }
    const { provider_ids: _ids, usage, provider_raw, ...rest } = answer
    const complete: MessageComplete = {
      type: 'message.complete',
      ...rest,
      usage: usage ?? (call.wasSent ? this.#estimateUsage(request, answer) : NO_USAGE),
      latency_ms: this.#now() - started,
      time_to_first_token_ms: null,
    }
    if (provider_raw) complete.provider_raw = provider_raw
    return { events, complete }
  }

  #emptyAnswer(request: CanonicalRequest, reason: 'complete' | 'cancelled' | 'error'): Answer {
    return {
      stop_reason: reason === 'complete' ? 'end_turn' : reason,
      final_content: [],
      usage: null,
      model: request.model,
      provider: this.name,
      provider_ids: new Map(),
    }
  }

  #estimateUsage(
    { request_id, session_id, messages, tools, system_prompt }: CanonicalRequest,
    answer: Answer,
  ): TokenUsage {
    this.#log.warn('the provider sent no usage: it is estimated', { session_id, request_id, adapter: this.name })
    return {
      ...NO_USAGE,
      input_tokens: this.estimateInputTokens(messages, tools, system_prompt),
      output_tokens: estimateOutputTokens(answer.final_content),
      estimated: true,
    }
  }

  #answerContext({ request_id, session_id, model }: CanonicalRequest, wireName: string): AnswerContext {
    const warned = new Set<string>()
    return {
      provider: this.name,
      model,
      served: servedModel(model, wireName),
      newToolUseId: this.#config.newToolUseId ?? newToolUseId,
      warn: (message, fields) => {
        // What is odd about one event of a stream is often odd about all of them.
        const oddity = JSON.stringify([message, fields])
        if (warned.has(oddity) || warned.size >= MAX_WARNINGS) return
        warned.add(oddity)
        this.#log.warn(message, { session_id, request_id, adapter: this.name, ...fields })
      },
    }
  }

  #headers(request_id: string, stream: boolean): Record<string, string> {
    const { extra_headers = {}, options = {} } = this.#config
    if (this.#apiKey !== null && !/^[\x21-\x7e]+$/.test(this.#apiKey)) {
      throw new AuthError(`the API key of ${this.name} holds characters that no key has`, { request_id })
    }
    return {
      'content-type': 'application/json',
      accept: stream ? 'text/event-stream' : 'application/json',
      ...lowerCaseKeys(this.#protocol.headers({ api_key: this.#apiKey, options })),
      ...lowerCaseKeys(extra_headers),
    }
  }
}

function lowerCaseKeys(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
}
