import type { WireEndpoint } from '../adapters/adapter.ts'
import type { ContentBlock } from '../canonical/block.ts'
import type { JsonObject } from '../canonical/json.ts'
import type { InsteadOf, RoutingDecisionRecord } from '../canonical/message.ts'
import type { SessionSettings } from '../canonical/session-settings.ts'
import type { EventPayload } from '../events/catalog.ts'
import type { ExplainedCost } from '../session/call-costs.ts'
import type { RequestPart } from '../turn/request-parts.ts'
import type { CacheReport } from './cache-report.ts'
import type { Passage } from './passage.ts'
import type { Sameness } from './sameness.ts'

/** Why so little is known of an answer: it was said in another product, or in the chat that this one is a copy of. */
export type Unknown = 'imported' | 'copied'

type Chain = EventPayload<'route.decided'>['chain']

/** A decision of the same turn whose model failed before its first word. */
export interface EarlierRoute extends InsteadOf {
  mode: EventPayload<'route.decided'>['mode']
  chain: Chain | null
}

/** What is known of how an answer came about. What an older version did not keep is `null`. */
export interface Receipt {
  message_id: string
  turn_id: string | null
  /** ISO 8601. */
  created_at: string
  model_asked: string | null
  model_served: string | null
  unknown: Unknown | null
  /** `chain` is null where the decision itself is not kept; `earlier`: models that the turn asked before, and how they failed. */
  route: (RoutingDecisionRecord & { chain: Chain | null; earlier: EarlierRoute[] }) | null
  /** What the request of this message was made of, in its order; null where it cannot be made anew. */
  parts: RequestPart[] | null
  projections: Passage[]
  settings: GivenSettings | null
  cost: {
    /** Of all calls of the answer; null where it is unpriced or nobody knows. */
    cost_usd: string | null
    /** Above zero, the cost is a lower bound. */
    unpriced_calls: number
    /** Every attempt, and the call that named the chat. */
    calls: ExplainedCost[]
  }
  /** Null where no call of this message is kept. */
  cache: CacheReport | null
  wire: ReceivedWire
}

/** What the answer was given beside the conversation. */
export interface GivenSettings {
  system_prompt: string | null
  /** As they were wished for. */
  wished: SessionSettings
  /** As they were sent; null leaves it to the model. */
  sent: NonNullable<EventPayload<'llm.call_started'>['settings']> | null
  /** Names. */
  tools: readonly string[] | null
  estimated_input_tokens: number | null
}

/** The request of the message itself: an answer that calls tools is several messages, each with a request of its own. */
export interface ReceivedWire {
  /** Null where it cannot be made anew: the model is gone, or too little is known. */
  request: JsonObject | null
  sameness: Sameness
  bytes: number | null
  endpoint: (WireEndpoint & { key_variable: string }) | null
  response_headers: Readonly<Record<string, string>> | null
  answer: {
    content: readonly ContentBlock[]
    /** What the adapter kept of it beside the content, in the provider's own form. */
    kept: JsonObject | null
  }
}
