import type { CacheLifetime } from '../canonical/cache-lifetime.ts'
import type { AdapterCapabilities } from '../canonical/capabilities.ts'
import type { ErrorClass, ErrorReason } from '../canonical/error.ts'
import type { ExchangeRecord } from '../canonical/exchange-record.ts'
import type { HostedToolChoice } from '../canonical/hosted-tool-choice.ts'
import type { JsonObject } from '../canonical/json.ts'
import type { Message } from '../canonical/message.ts'
import type { ModelRefusal } from '../canonical/model-refusal.ts'
import type { ProjectionRecord } from '../canonical/projection.ts'
import type { ReasoningEffort } from '../canonical/reasoning-effort.ts'
import type { ReceivedAnswer } from '../canonical/received-answer.ts'
import type { MessageComplete, StreamEvent } from '../canonical/stream-event.ts'
import type { ToolDefinition } from '../canonical/tool.ts'
import type { WireLibraries } from '../canonical/wire-library.ts'
import type { Logger } from '../log.ts'
import type { DocumentReading } from '../media/document-reading.ts'

/** The contract that makes providers substitutable (provider-adapter-contract §3; rules of order, end, ids and errors: README of this folder). */
export interface ProviderAdapter {
  readonly name: string
  /** The wire format that it speaks: with its name all that others may compare it by, for it may be built anew at any time. */
  readonly format: string
  /** Honest, per model; where the host has said more of it than the catalog knows, what the host said. */
  capabilities(model: string): AdapterCapabilities
  /** How much it can be asked to reason, least first; nothing where it cannot be asked, or nobody knows. */
  efforts?(model: string): readonly ReasoningEffort[]
  /** Whether it takes a temperature; one that cannot say does. */
  takesTemperature?(model: string): boolean
  /** What it refuses beside that; one that cannot say refuses nothing. */
  refuses?(model: string): readonly ModelRefusal[]
  /** Asks the host what it can say of these models, where it can be asked. Settles soon; a host that says nothing is no fault. */
  inspect?(models: readonly string[]): Promise<void>
  /** What the host said when it was asked, and when that was, in milliseconds; null where it has said nothing. */
  inspected?(model: string): InspectedModel | null
  /**
   * For how long it asks the host to keep what it is sent, which the host bills as writing to its cache; null where it could ask
   * and does not, and undefined where nobody has to.
   */
  asksToKeep?(model: string): CacheLifetime | null | undefined
  /** Throws an `AdapterError`; a cancelled call throws `CancelledError`. */
  complete(request: CanonicalRequest): Promise<CanonicalResponse>
  /** Ends normally after a cancel; after an error it yields `message.complete` (if anything was shown) and throws. */
  stream(request: CanonicalRequest): AsyncIterable<StreamEvent>
  /** No network; within ±10 % is good enough for routing, and closer the more is said. */
  estimateInputTokens(
    messages: Message[],
    tools: ToolDefinition[],
    systemPrompt: string | null,
    known?: EstimateHints,
  ): number
  /** The body of a request as it would be sent now, as JSON; nothing is sent, or logged. Throws as `complete` does before it sends. */
  wireBody?(request: CanonicalRequest): string
  /** Makes it as `wireBody` does, without writing it down: `onProjection` is told what does not go as it is stored. */
  rehearse?(request: CanonicalRequest): void
  /** Where and with which headers it would be sent, `key` in the place of the key; nothing else of it is secret. Throws as `wireBody`. */
  wireEndpoint?(request: CanonicalRequest, key: string): WireEndpoint
  /** True when a running request was cancelled. Idempotent. */
  cancel(requestId: string): Promise<boolean>
  close(): Promise<void>
}

export interface InspectedModel {
  capabilities: Partial<AdapterCapabilities>
  at: number
}

export interface WireEndpoint {
  url: string
  /** `ProviderAdapter.format`. */
  format: string
  libraries: WireLibraries
  headers: Record<string, string>
  /** Names of headers of the installation: their values may be secret. */
  left_out: string[]
}

/** What an estimate may know of a request beside what is counted. */
export interface EstimateHints {
  model?: string | undefined
  /** Pictures in them are counted by their size. */
  files?: CanonicalRequest['files'] | undefined
  /** And documents by what stands in them. */
  documents?: CanonicalRequest['documents'] | undefined
}

export type AdapterType = 'anthropic' | 'openai' | 'openai-responses' | 'ollama' | 'openrouter'

/** `type`, `base_url` and `fetch` are enough to build one. */
export interface AdapterConfig {
  type: AdapterType
  /** Provider key written to `metadata.provider`. */
  name?: string
  api_key?: string | null
  /** With or without a trailing `/v1`. */
  base_url?: string
  /** Bounds the time to the response headers. Default 600. */
  timeout_seconds?: number | undefined
  /** Bounds the gap between bytes. Default 120. Where calls come whole, silence may be one that is being written: it has `timeout_seconds`. */
  idle_timeout_seconds?: number | undefined
  /** Attempts after the first. Default 2. */
  max_retries?: number | undefined
  extra_headers?: Record<string, string> | undefined
  /** Only the adapter reads it. */
  options?: Record<string, unknown>
  fetch?: typeof fetch
  /** Default: the id after its first colon. */
  wire_name?: (model: string) => string
  capabilities?: (model: string) => AdapterCapabilities
  /** What the installation says of a model: it wins over the catalog and over what the host says. */
  known_capabilities?: (model: string) => Partial<AdapterCapabilities> | undefined
  newToolUseId?: () => string
  /** Milliseconds since the epoch. */
  now?: () => number
  log?: Logger
}

export type ToolChoice = 'auto' | 'none' | 'required' | { name: string }

/** canonical tool id -> the id its provider gave it. */
export type ToolIdMap = ReadonlyMap<string, { provider: string; provider_id: string }>

export interface CanonicalRequest {
  request_id: string
  session_id: string
  /** The active path. */
  messages: Message[]
  tools: ToolDefinition[]
  /**
   * What the provider may run itself. What the model cannot have of it is left out and recorded. Not said, it is what the
   * installation says; and where that says nothing either, at Anthropic what the history cannot do without.
   */
  hosted_tools?: readonly HostedToolChoice[]
  /** Goes first; leading SYSTEM messages follow it. */
  system_prompt: string | null
  /** Canonical id, `provider:name`. */
  model: string
  max_output_tokens: number
  stop_sequences?: string[]
  temperature?: number | null
  output_schema?: JsonObject | null
  schema_name?: string
  tool_choice?: ToolChoice
  reasoning_effort?: ReasoningEffort
  stream?: boolean
  /** Same effect as `cancel(request_id)`. */
  signal?: AbortSignal
  /** For how many ms from now nobody misses what comes of the answer: pieces of it may come together then. Asked when one comes. */
  rest?: () => number
  tool_ids?: ToolIdMap
  /** `file_ref` data -> bytes, resolved beforehand: translators do no I/O. */
  files?: ReadonlyMap<string, Uint8Array>
  /** Data of a document's source -> what was read of it, resolved beforehand as well. */
  documents?: ReadonlyMap<string, DocumentReading>
  onProjection?: (record: ProjectionRecord) => void
  /** Called before each retry with the attempt that failed, counted from 1. */
  onAttempt?: (attempt: FailedAttempt) => void
  /** Called twice in each attempt: when its body goes out, and when somebody answers. */
  onExchange?: (exchange: ExchangeRecord) => void
  /** Called once in each attempt that somebody answered, when that is over or was given up; before `onAttempt`. */
  onReceived?: (received: ReceivedAnswer) => void
}

export interface FailedAttempt {
  attempt: number
  error_class: ErrorClass
  /** HTTP status; null where the provider did not answer, or failed inside a 200. */
  provider_status: number | null
  reason?: ErrorReason
  delay_ms: number
}

export interface CanonicalResponse extends Omit<MessageComplete, 'type' | 'final_content'> {
  request_id: string
  content: MessageComplete['final_content']
}

/** What a server of the user's own says of a model that it lists. */
export interface ServedModel {
  name: string
  /** Its context window: vLLM and SGLang refuse a request whose answer might not fit. */
  max_context_tokens?: number
  /** That it reasons; left out where the list says nothing of it. */
  supports_thinking?: true
  /** What it takes beside text, where the list says so. */
  takes?: readonly ('pictures' | 'files')[]
}
