import type { CacheLifetime } from '../canonical/cache-lifetime.ts'
import type { AdapterCapabilities } from '../canonical/capabilities.ts'
import type { ErrorClass } from '../canonical/error.ts'
import type { JsonObject, JsonValue } from '../canonical/json.ts'
import type { Message } from '../canonical/message.ts'
import type { ProjectionRecord } from '../canonical/projection.ts'
import type { MessageComplete, StreamEvent } from '../canonical/stream-event.ts'
import type { TokenUsage } from '../canonical/usage.ts'
import type { WireLibraries } from '../canonical/wire-library.ts'
import type { CanonicalRequest } from './adapter.ts'
import type { ReadExtras } from './history/extra.ts'

/**
 * One wire format as three pure, synchronous parts: to the wire, from the wire, and a state machine for streams. No
 * fetch, clock, randomness or logging inside; what they need of those comes in as an argument. `runtime.ts` puts the
 * transport, the retries, the clock and the cancel around them, the same for every format.
 */
export interface Protocol {
  /** Names the wire format in `provider_raw` and in thinking's producer check, for instance `anthropic.messages`. */
  readonly format: string
  /** The endpoint below `base_url` and the root, for instance `/messages`. */
  readonly path: string
  /** What all endpoints of the host have in common; `/v1` where it is not said. */
  readonly root?: string
  /** By which its maker's own code makes the same requests. */
  readonly libraries: WireLibraries
  /** Where a host lists its models, below the root; `/models` where it is not said. */
  readonly models_path?: string
  /** How a stream is cut into pieces: server-sent events where it is not said, or one JSON value per line. */
  readonly framing?: 'sse' | 'ndjson'
  /** What the host can be asked about a model before the first request to it. */
  readonly inspection?: Inspection
  headers(credentials: { api_key: string | null; options: Record<string, unknown> }): Record<string, string>
  /** What a request says in its headers about itself; nothing where it is not said. */
  requestHeaders?(request: CanonicalRequest): Record<string, string>
  toWire(request: CanonicalRequest, target: Target): JsonObject
  /** The history without what `toWire` leaves out of it for good; all of it where it is not said. */
  withoutLeftOut?(messages: readonly Message[], target: HistoryTarget): Message[]
  /** What goes back of an answer of the target's own: the estimate counts it. Its content, thoughts and all, where it is not said. */
  carried?(message: Message, raw: JsonObject | null, request: { hasTools: boolean }): Carried
  /** For how long `toWire` asks the host to keep what is said, see `ProviderAdapter`. */
  asksToKeep?(target: Pick<Target, 'wire_name' | 'capabilities' | 'options'>): CacheLifetime | null | undefined
  /** The whole answer of a request that did not stream. Throws `WireError` where a 200 holds an error. */
  fromWire(body: JsonObject, context: AnswerContext): Answer
  machine(context: AnswerContext): StreamMachine
  /** What a host of this format may refuse, and be asked without. */
  readonly optional?: OptionalFields
  /** What `provider_raw` of this format holds beside the content, where it holds anything. */
  readonly extras?: ReadExtras
  /** Reads the provider's own error body; `undefined` fields fall back to the status (`errors.ts`). */
  classify(failure: WireFailure): Classification
  /**
   * What a request that was refused has to do differently to be taken: `toWire` is asked once more, with it as
   * `Target.mended`; its `options` stand in for those of the target, for the headers too. Null where nothing helps.
   */
  mend?(failure: WireFailure, sent: SentRequest): JsonObject | null
}

/** What a target gets back of an answer of its own, and counts. */
export interface Carried {
  /** Beside the canonical content. */
  beside: JsonValue[]
  /** Its thoughts are read as they stand in the content. */
  thoughts: boolean
}

/** What a protocol notes of a request beside its body. */
export interface SentRequest {
  /** Joins the answer's `provider_raw`. */
  kept: JsonObject
  /** The message that a block came from, by the place in the body under which the provider speaks of it. */
  places: ReadonlyMap<string, string>
  /** Named in it, where tools of the provider's left their files; empty for one that has no name. */
  containers?: readonly string[]
}

/** Fields of a request that carry nothing of what was said, each by where it stands: `a.b` is `b` of `a`, or of its entries. */
export interface OptionalFields {
  fields: readonly string[]
  /** Those of them that somebody asked for, so that leaving them out is recorded. */
  asked: readonly string[]
  /** Two names for one thing at the top: where one is refused, the other is taken. */
  either?: readonly [string, string]
  /** Left out only for a host that does not know them: one that does would do what they forbid. */
  if_unknown?: readonly string[]
  /** What hosts say of a field without its name. */
  said?: readonly (readonly [RegExp, string])[]
}

/** A question to the host about one model: the answer is data like the catalog's, only fresher. Pure like the rest. */
export interface Inspection {
  /** Below the root, like `Protocol.path`. */
  readonly path: string
  /** Null where the installation has said already what would be asked. */
  question(target: Pick<Target, 'wire_name' | 'options'>): JsonObject | null
  read(body: JsonObject): ModelFacts
}

/** What a host says of a model; it wins over the catalog, and the installation's own settings win over it. */
export interface ModelFacts {
  options: Record<string, unknown>
  capabilities: Partial<AdapterCapabilities>
}

/** Whom a request is for: everything `toWire` needs beside the request itself. */
export interface Target {
  /** `ProviderAdapter.name`. */
  provider: string
  format: string
  /** Canonical id of the model asked for. */
  model: string
  wire_name: string
  capabilities: AdapterCapabilities
  options: Record<string, unknown>
  /** By format, what can be read of that which another format kept with an answer. */
  extras?: ReadonlyMap<string, ReadExtras> | undefined
  /** Called for each block that does not go out as it is stored. */
  project: (record: Omit<ProjectionRecord, 'session_id' | 'adapter'>) => void
  /** What `Protocol.mend` made of a refusal of this request. */
  mended?: JsonObject | undefined
  note?: ((sent: SentRequest) => void) | undefined
}

/** Whom a history is for, without a request. */
export type HistoryTarget = Pick<Target, 'provider' | 'format' | 'model' | 'project' | 'mended'>

/** What reading an answer needs from outside. */
export interface AnswerContext {
  provider: string
  /** Canonical id of the model asked for; the served one is `served(wire name)`. */
  model: string
  /** Canonical id of the model a response names; the asked-for id where it names none or the same. */
  served: (wireName: string | null | undefined) => string
  newToolUseId: () => string
  /** Structured, for what is tolerated but odd: unknown events, stop reasons, blocks. */
  warn: (message: string, fields?: Record<string, unknown>) => void
  /** What was noted of the request that is answered. */
  sent?: (() => SentRequest) | undefined
  /** Called for what the provider itself left out of the request. */
  project?: Target['project'] | undefined
}

/** All of `message.complete` that does not need a clock. `usage` is null where the provider sent none: the runtime estimates it then. */
export type Answer = Omit<MessageComplete, 'type' | 'latency_ms' | 'time_to_first_token_ms' | 'usage'> & {
  usage: TokenUsage | null
  /** Provider ids of the calls in `final_content`, by canonical id. */
  provider_ids: ReadonlyMap<string, string | null>
}

export interface WireEvent {
  /** The SSE event name, where the format uses them. */
  event?: string | undefined
  data: string
}

export interface StreamMachine {
  /** Events for one piece of the wire. Throws `WireError` for an error inside the stream or a piece that cannot be read. */
  push(event: WireEvent): StreamEvent[]
  /** True once the wire said that the answer is over; a stream that ends before is cut off. */
  readonly finished: boolean
  /**
   * Closes what is open and gives the answer as far as it came. With `complete` the stop reason is the wire's own; with
   * `cancelled` and `error` it is that word.
   */
  end(reason: 'complete' | 'cancelled' | 'error'): { events: StreamEvent[]; answer: Answer }
}

/** A failure as the wire told it: an HTTP status with a body, or an error inside a 200. */
export interface WireFailure {
  status: number | null
  /** Parsed where it is JSON, else null. */
  body: JsonObject | null
  text: string
}

export interface Classification {
  error_class?: ErrorClass | undefined
  /** The provider's own words. */
  message?: string | undefined
  /** Overrides what the class says. */
  retryable?: boolean | undefined
}

export class WireError extends Error {
  readonly failure: WireFailure
  constructor(message: string, failure: WireFailure, options?: { cause?: unknown }) {
    super(message, options)
    this.name = 'WireError'
    this.failure = failure
  }
}
