import type { ErrorClass } from '../canonical/error.ts'
import type { ExchangeRecord } from '../canonical/exchange-record.ts'
import type { RoutingDecisionRecord, RoutingMode } from '../canonical/message.ts'
import type { SessionSettings } from '../canonical/session-settings.ts'
import type { StopReason } from '../canonical/stop-reason.ts'
import type { TokenUsage } from '../canonical/usage.ts'
import type { CostState } from '../pricing/call-cost.ts'

export type TurnState = 'running' | 'waiting' | 'completed' | 'failed' | 'cancelled'

/** A question on its way to an answer, with what another process needs to go on with it. */
export interface TurnRecord {
  id: string
  session_id: string
  state: TurnState
  /** The USER message. */
  question_id: string
  /** 0 on the active path. Those above began with it, and answer the same question beside it. */
  lane: number
  /** As it was asked for; it owns the whole turn (design §7). */
  model: string
  routing: RoutingDecisionRecord
  /** As it was when the turn started. */
  system_prompt: string | null
  /** Those of the session then, with what was asked for this turn alone. */
  settings: SessionSettings
  started_by: string
  started_at: string
  ended_at: string | null
}

/** Says which process runs a turn, and for how long from now on, by the clock of the store. */
export interface Lease {
  owner: string
  ms: number
}

/** Which open turns nobody runs: those whose lease has run out, whoever had it, but for `except`. */
export interface UnrunTurns {
  /** All others too: this process has the database for itself. */
  evenLeased: boolean
  session_id?: string
  /** Those that this process runs itself. */
  except: readonly string[]
}

/** A turn that nobody ran, and that this process runs now. */
export interface ClaimedTurn extends TurnRecord {
  /** The last stored message of its path. */
  leaf_id: string | null
  /** A model had been called, and the end of the call is not stored. */
  is_calling: boolean
}

/** What a process took of the turns that nobody ran. */
export interface Claim {
  turns: ClaimedTurn[]
  /** The sessions of those whose rows cannot be read: nobody can go on with them. */
  unreadable: string[]
}

/** How a commit changes the turn that it belongs to. */
export type TurnWrite =
  | { type: 'start'; turn: TurnRecord; lease: Lease }
  /** Another model owns it from now on: the first failed before its first word. */
  | { type: 'reroute'; id: string; model: string; routing: RoutingDecisionRecord }
  | { type: 'end'; id: string; state: 'completed' | 'failed' | 'cancelled'; ended_at: string }

/** `interrupted`: the process that made it ended first. */
export type CallOutcome = 'running' | 'completed' | 'cancelled' | 'failed' | 'interrupted'

/** One attempt to call a model. Nothing of it is what a person wrote: it outlives its session. */
export interface LlmCall {
  id: string
  /** `null` in all three for a call that is no part of a chat. */
  session_id: string | null
  turn_id: string | null
  /** The answer that it was to be. */
  message_id: string | null
  request_id: string
  attempt: number
  started_by: string
  /** The team that they asked for, where there was one; usage is counted by who is in a team now. */
  team_id: string | null
  started_at: string
  model_asked: string
  model_served: string | null
  provider: string
  routing_mode: RoutingMode | null
  outcome: CallOutcome
  /** `null` where nobody knows: the call never got anywhere, or its end was not seen. */
  usage: TokenUsage | null
  cost_usd: string | null
  pricing_version: string | null
  /** `null` while it runs, and where nothing can be due. */
  cost_state: CostState | null
  /** What the same tokens would have cost more without a cache; `null` where that is not known. */
  cache_saved_usd: string | null
  /** What was written to a cache cost that much more than as ordinary input. */
  cache_write_premium_usd: string | null
  /** The host was a server of the user's own; `null` where that is not known. */
  by_own_server: boolean | null
  latency_ms: number | null
  time_to_first_token_ms: number | null
  /** The tools that its answer called, each once: ours by their names, those that the provider ran by what they do. */
  tools: readonly string[]
  stop_reason: StopReason | null
  error_class: ErrorClass | null
  provider_status: number | null
  /** What went over the wire; `null` where nothing did, or where an older version made the call. */
  exchange: ExchangeRecord | null
}

/** What must hold for a commit to be carried out, looked at in the same transaction. */
export type Expectation =
  /** No turn runs in the session. */
  | { type: 'idle' }
  /** The turn is open, and this process has its lease: run out or not, nobody else took it. */
  | { type: 'leased'; turn_id: string; owner: string }

/** What a write expected does not hold (any more); nothing of it was stored. */
export class UnmetExpectationError extends Error {
  override readonly name = 'UnmetExpectationError'
  constructor(expected: Expectation, options?: ErrorOptions) {
    super(
      expected.type === 'idle'
        ? 'a turn runs in the session'
        : `turn ${expected.turn_id} is over, or run by another process`,
      options,
    )
  }
}

/** Told by name: it may come from another thread. */
export function isUnmetExpectation(thrown: unknown): thrown is UnmetExpectationError {
  return thrown instanceof Error && thrown.name === 'UnmetExpectationError'
}
