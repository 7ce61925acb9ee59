import { AdapterError, CancelledError, InvalidRequestError } from '../../canonical/error.ts'
import { parseModelId } from '../../canonical/id.ts'
import type { Message } from '../../canonical/message.ts'
import type { MessageComplete, StreamEvent } from '../../canonical/stream-event.ts'
import type { ToolDefinition } from '../../canonical/tool.ts'
import type { TokenUsage } from '../../canonical/usage.ts'
import { silentLogger } from '../../log.ts'
import type {
  AdapterConfig,
  CanonicalRequest,
  CanonicalResponse,
  EstimateHints,
  ProviderAdapter,
  WireEndpoint,
} from '../adapter.ts'
import { estimateInputTokens, estimateOutputTokens } from '../history/estimate.ts'
import { PLACEHOLDER } from '../history/picture-tokens.ts'
import { isProducer, ownRaw } from '../history/producer.ts'
import { dropPartial } from '../history/repair/partial.ts'
import { gateThinking } from '../history/repair/thinking.ts'
import type { Answer, Carried, HistoryTarget, Protocol } from '../protocol.ts'
import { Call } from './call.ts'
import { callOptions, endpointOf, inspect } from './call-options.ts'
import { InTurn } from './in-turn.ts'
import type { Timing } from './retry.ts'
import { REAL_TIMING } from './retry.ts'
import type { AdapterSettings, ProviderDefaults } from './settings.ts'
import { resolveSettings } from './settings.ts'

const CONTENT: Carried = { beside: [], thoughts: true }

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
  return new AdapterRuntime(resolveSettings(protocol, config, defaults, timing))
}

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
  readonly format: string
  readonly #settings: AdapterSettings
  readonly #running = new Map<string, Call>()
  #isClosed = false

  constructor(settings: AdapterSettings) {
    this.name = settings.name
    this.format = settings.protocol.format
    this.#settings = settings
  }

  capabilities(model: string) {
    return this.#settings.capabilities(model)
  }

  efforts(model: string) {
    return this.#settings.efforts(model)
  }

  takesTemperature(model: string) {
    return this.#settings.takesTemperature(model)
  }

  refuses(model: string) {
    return this.#settings.refuses(model)
  }

  asksToKeep(model: string) {
    const { protocol, wireName, modelOptions } = this.#settings
    const target = { wire_name: wireName(model), capabilities: this.capabilities(model), options: modelOptions(model) }
    return protocol.asksToKeep?.(target)
  }

  async inspect(models: readonly string[]): Promise<void> {
    if (!this.#isClosed) await inspect(models, this.#settings)
  }

  inspected(model: string) {
    const { inspector, wireName } = this.#settings
    const name = wireName(model)
    const at = inspector.askedAt(name)
    const facts = inspector.known(name)
    return facts && at !== undefined ? { capabilities: facts.capabilities, at } : null
  }

  estimateInputTokens(
    messages: Message[],
    tools: ToolDefinition[],
    systemPrompt: string | null,
    { files, documents, model }: EstimateHints = {},
  ): number {
    const { toolOverhead, pictureCost } = this.#settings
    const target = model === undefined ? undefined : this.capabilities(model)
    const cost = target?.supports_images === false ? PLACEHOLDER : pictureCost
    const pictures = { cost, files, documents: { readings: documents, limits: target?.documents } }
    const request = { hasTools: tools.length > 0 }
    const carried = (message: Message) => this.#carried(message, request, model)
    const sent = model === undefined ? messages : this.#sent(messages, model)
    return estimateInputTokens(sent, tools, systemPrompt, toolOverhead(model), pictures, carried)
  }

  /** What of a history the model gets, without a word about the rest: that is said when it is sent. */
  #sent(messages: Message[], model: string): Message[] {
    const { name: provider, protocol } = this.#settings
    const target: HistoryTarget = { provider, format: protocol.format, model, project: () => {} }
    const kept = protocol.withoutLeftOut?.(messages, target) ?? messages
    return gateThinking(dropPartial(kept, { target }), { target })
  }

  /** For who names no model, as its own maker would get it back. */
  #carried(message: Message, request: { hasTools: boolean }, model = message.metadata.model ?? ''): Carried | null {
    if (message.role !== 'assistant' || message.metadata.provider == null) return CONTENT
    const { name: provider, protocol } = this.#settings
    const target = { provider, format: protocol.format, model }
    if (!isProducer(message, target)) return null
    return protocol.carried?.(message, ownRaw(message, target), request) ?? CONTENT
  }

  wireBody(request: CanonicalRequest): string {
    return this.#made(request).body
  }

  rehearse(request: CanonicalRequest): void {
    this.#made(request)
  }

  /** What is not sent leaves nothing behind. */
  #made(request: CanonicalRequest) {
    const quiet = { ...this.#settings, log: silentLogger }
    return callOptions(request, this.#streams(request), quiet).attempt(null)
  }

  wireEndpoint(request: CanonicalRequest, key: string): WireEndpoint {
    return endpointOf(request, this.#streams(request), this.#settings, key)
  }

  #streams(request: CanonicalRequest): boolean {
    return request.stream === true && this.capabilities(request.model).supports_streaming
  }

  stream(request: CanonicalRequest): AsyncGenerator<StreamEvent, void, undefined> {
    const opened: { call?: Call } = {}
    // A generator ends only at its next event; who leaves while one is awaited must not wait for it.
    return new InTurn(this.#rounds(request, opened), () => opened.call?.cancel())
  }

  async *#rounds(
    request: CanonicalRequest,
    opened: { call?: Call },
  ): AsyncGenerator<Iterable<StreamEvent>, void, undefined> {
    const running = this.#begin(request, true)
    const { call } = running
    opened.call = call
    const start: StreamEvent = { type: 'message.start', model: request.model }
    let hasStarted = false
    try {
      await call.open()
      hasStarted = true
      yield [start]
      if (call.hasEvents) running.firstToken = this.#settings.now()
      do yield call
      while (await call.read())
      yield this.#end(running, call.cancelled ? 'cancelled' : 'complete')
    } catch (thrown) {
      const error = call.toError(thrown)
      const isCancelled = error instanceof CancelledError
      if (!hasStarted && isCancelled) yield [start]
      if (hasStarted || isCancelled) yield this.#end(running, isCancelled ? 'cancelled' : 'error')
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
    // Where the host alone says so, the caller may not have heard it yet: then they are left out, and that is recorded.
    const isDeclared = !this.#settings.declared.capabilities(request.model).supports_tools
    if (request.tools.length > 0 && !capabilities.supports_tools && isDeclared) {
      throw new InvalidRequestError(`${request.model} has no tools`, { request_id })
    }

    const call = new Call(callOptions(request, stream, this.#settings))
    this.#running.set(request_id, call)
    return { call, request, started: this.#settings.now(), firstToken: null }
  }

  #finish({ call, request }: RunningCall): void {
    call.release()
    this.#running.delete(request.request_id)
  }

  *#end(running: RunningCall, reason: 'complete' | 'cancelled' | 'error'): Generator<StreamEvent, void, undefined> {
    const { events, complete } = this.#close(running, reason)
    for (const event of events) {
      running.firstToken ??= this.#settings.now()
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
      usage: usage ? (call.finished ? usage : cutOff(usage, answer)) : this.#missingUsage(call, request, answer),
      latency_ms: this.#settings.now() - started,
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

  #missingUsage(
    { wasSent }: Call,
    { request_id, session_id, messages, tools, system_prompt, files, documents, model }: CanonicalRequest,
    answer: Answer,
  ): TokenUsage {
    if (!wasSent) return NO_USAGE
    this.#settings.log.warn('the provider sent no usage: it is estimated', {
      session_id,
      request_id,
      adapter: this.name,
    })
    return {
      ...NO_USAGE,
      input_tokens: this.estimateInputTokens(messages, tools, system_prompt, { files, documents, model }),
      output_tokens: estimateOutputTokens(answer.final_content),
      estimated: true,
    }
  }
}

/** The wire's count of an answer that was cut off stands where it stood then, often at its first token: what arrived is counted. */
function cutOff(usage: TokenUsage, answer: Answer): TokenUsage {
  const arrived = estimateOutputTokens(answer.final_content)
  return { ...usage, output_tokens: Math.max(usage.output_tokens, arrived), estimated: true }
}
