import type { AdapterError, ErrorClass } from '../canonical/error.ts'
import { parseModelId } from '../canonical/id.ts'

/** That a model is not to be counted on for now. Moments are milliseconds. */
export interface Unavailability {
  /** Whether it is all of its provider, or this model alone. */
  of: 'provider' | 'model'
  error_class: ErrorClass
  since: number
  /** When it is counted on again, unless it fails once more. */
  until: number
  /** The provider itself said when to come back: before, nothing is sent to it. */
  is_asked: boolean
}

/** What a call changed: `model` is null where it is about all of a provider. */
export interface AvailabilityChange {
  type: 'unavailable' | 'recovered'
  provider: string
  model: string | null
  /** For `unavailable`. */
  reason: string
}

/** How a call ended that somebody was asked by, its retries with it. */
export type CallEnd = Pick<AdapterError, 'error_class' | 'retry_after_seconds'> | null

/** One of before a start. `at`: when it was made, in milliseconds. */
export interface PastCall {
  model: string
  at: number
  end: CallEnd
}

const SECOND = 1_000
const MINUTE = 60 * SECOND

const FAILURES = 5
const FAILURES_WITHIN = 2 * MINUTE
const NETWORK_FAILURES = 2
const NETWORK_FAILURES_WITHIN = 30 * SECOND
const MODELS_OF_PROVIDER = 3
/** After so long without a call nobody knows. */
export const FORGOTTEN_AFTER = 5 * MINUTE
/** Whoever asks for more has another thing in mind than a pause. */
export const LONGEST_WAIT = 24 * 60 * MINUTE

/** Failures that say something about the request, or about this installation, and nothing about who was asked. */
const OF_THE_REQUEST: ReadonlySet<ErrorClass> = new Set([
  'context_overflow',
  'invalid_request',
  'content_filter',
  'cancelled',
])

interface Failing {
  /** Of those in a row that count, the newest last. */
  failures: number[]
  last: number
  error_class: ErrorClass
  /** When it began to be unavailable; null while it only failed. */
  since: number | null
  /** Until when the provider asked to wait. */
  asked_until: number | null
}

/**
 * Which models and providers can be counted on, by how their calls end (design §8). A model is unavailable after five
 * failures in a row within two minutes; a provider after one refused key, two network failures within thirty seconds, or
 * with three of its models. A success clears both, and so do five minutes without a failure.
 */
export class Availability {
  readonly #now: () => number
  readonly #models = new Map<string, Failing>()
  readonly #providers = new Map<string, Failing>()
  /** When calls of a provider found nobody. */
  readonly #network = new Map<string, number[]>()

  /** `now`: milliseconds. */
  constructor(now: () => number) {
    this.#now = now
  }

  /** Null while it can be counted on. */
  of(model: string): Unavailability | null {
    const provider = this.#of('provider', this.#providers.get(providerOf(model)))
    const own = this.#of('model', this.#models.get(model))
    // Of two the one that lasts: an earlier end would be no end.
    if (!provider || !own) return provider ?? own
    return own.until > provider.until ? own : provider
  }

  /** Is told how a call of a model ended; `at` is for calls of before. Returns what that changed. */
  ended(model: string, end: CallEnd, at = this.#now()): AvailabilityChange[] {
    const provider = providerOf(model)
    if (end === null) return this.#succeeded(provider, model)
    if (OF_THE_REQUEST.has(end.error_class)) return []
    const changes: AvailabilityChange[] = []
    const own = failed(this.#models, model, end, at)
    own.failures = own.failures.filter((time) => time > at - FAILURES_WITHIN)
    if (own.since === null && (own.failures.length >= FAILURES || own.asked_until !== null)) {
      own.since = at
      const reason =
        own.asked_until === null
          ? `${FAILURES} calls in a row failed, the last by ${end.error_class}`
          : `it asked to wait (${end.error_class})`
      changes.push({ type: 'unavailable', provider, model, reason })
    }
    const reason = this.#reasonOfProvider(provider, end, at)
    if (reason !== null) {
      const all = failed(this.#providers, provider, { ...end, retry_after_seconds: null }, at)
      if (all.since === null) {
        all.since = at
        changes.push({ type: 'unavailable', provider, model: null, reason })
      }
    }
    return changes
  }

  /** What calls of before a start say, in their order. */
  replay(calls: readonly PastCall[]): void {
    for (const { model, end, at } of calls) this.ended(model, end, at)
  }

  /** Of a provider that is set up anew, what was is no sign of anything. */
  forget(provider: string): void {
    this.#providers.delete(provider)
    this.#network.delete(provider)
    for (const model of this.#models.keys()) if (providerOf(model) === provider) this.#models.delete(model)
  }

  #reasonOfProvider(provider: string, { error_class }: NonNullable<CallEnd>, at: number): string | null {
    if (error_class === 'auth') return 'it refuses the key'
    if (error_class === 'network') {
      const times = [...(this.#network.get(provider) ?? []), at].filter((time) => time > at - NETWORK_FAILURES_WITHIN)
      this.#network.set(provider, times)
      if (times.length >= NETWORK_FAILURES) return 'it cannot be reached'
    }
    const down = [...this.#models].filter(
      ([model, failing]) => providerOf(model) === provider && this.#of('model', failing, at) !== null,
    )
    return down.length >= MODELS_OF_PROVIDER ? `${down.length} of its models are unavailable` : null
  }

  #succeeded(provider: string, model: string): AvailabilityChange[] {
    this.#network.delete(provider)
    const changes: AvailabilityChange[] = []
    for (const [states, key] of [
      [this.#models, model],
      [this.#providers, provider],
    ] as const) {
      const failing = states.get(key)
      states.delete(key)
      if (failing && failing.since !== null) {
        changes.push({ type: 'recovered', provider, model: states === this.#models ? model : null, reason: '' })
      }
    }
    return changes
  }

  #of(of: Unavailability['of'], failing: Failing | undefined, now = this.#now()): Unavailability | null {
    if (!failing || failing.since === null) return null
    const { since, error_class, asked_until } = failing
    const until = endOf(failing)
    return now < until ? { of, error_class, since, until, is_asked: asked_until !== null } : null
  }
}

/** When it is counted on again, unless it fails once more. */
const endOf = ({ asked_until, last }: Failing) => asked_until ?? last + FORGOTTEN_AFTER

/**
 * One that was forgotten begins anew, and so does one that did as it was asked and waited. What was asked for holds, whatever
 * calls say that were on their way already.
 */
function failed(states: Map<string, Failing>, key: string, end: NonNullable<CallEnd>, at: number): Failing {
  const { error_class, retry_after_seconds: wait } = end
  const before = states.get(key)
  const isForgotten = before === undefined || at - before.last >= FORGOTTEN_AFTER
  const isOut = before !== undefined && before.since !== null && at < endOf(before)
  const asked = wait === null || wait <= 0 ? null : at + Math.min(wait * SECOND, LONGEST_WAIT)
  const still = isOut ? before.asked_until : null
  const failing: Failing = {
    failures: [...(isForgotten ? [] : before.failures), at],
    last: at,
    error_class,
    since: isOut ? before.since : null,
    asked_until: asked === null || still === null ? (asked ?? still) : Math.max(asked, still),
  }
  states.set(key, failing)
  return failing
}

function providerOf(model: string): string {
  return parseModelId(model)?.provider ?? model
}
