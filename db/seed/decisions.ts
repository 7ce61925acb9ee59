import { monotonicIds } from '#lib/canonical/id.ts'
import { type ChainLink, type PersistedEvent, RoutingPolicy } from '#lib/events/catalog.ts'
import type { SampleChat } from './traffic.ts'

/** What routing decided for each turn of a chat; now and then the model that was asked for could not do it. */
export function decisionsOf({ id: session_id, model, calls }: SampleChat): PersistedEvent[] {
  const nextId = monotonicIds(() => Date.parse(calls[0]?.started_at ?? ''))
  const first = new Map(calls.map((call) => [call.turn_id, call] as const).toReversed())
  return [...first.values()].toReversed().map(({ turn_id, started_at }, turn): PersistedEvent => {
    const chain = CHAINS[(calls.length + turn) % CHAINS.length]?.(model) ?? []
    const isChosen = chain.some(({ verdict }) => verdict === 'chose')
    const chosen = isChosen ? { chosen_model: model, mode: 'manual' as const } : { chosen_model: null, mode: null }
    const payload = { ...chosen, reason: REASON, estimated_input_tokens: 0, chain }
    const about = { session_id, turn_id, parent_event_id: null, actor: 'system', sensitivity: 'pseudonymous' } as const
    return { ...about, id: nextId(), timestamp: started_at, type: 'route.decided', payload }
  })
}

const REASON = 'sample traffic'

type Verdict = Omit<ChainLink, 'policy' | 'reason'>

/** As the chain of the product has them; what is not said is not applicable. */
function chainOf(said: Partial<Record<ChainLink['policy'], Verdict>>): ChainLink[] {
  return RoutingPolicy.options.map((policy) => ({
    policy,
    reason: REASON,
    ...(said[policy] ?? { verdict: 'not_applicable' }),
  }))
}

const chose = (model: string): Verdict => ({ verdict: 'chose', model })
const deferred: Verdict = { verdict: 'deferred', model: 'anthropic:claude-sonnet-5-5' }

const manual = (model: string) => chainOf({ manual_sticky: chose(model), global_default: deferred })
const byDefault = (model: string) => chainOf({ global_default: chose(model) })

const CHAINS: readonly ((model: string) => ChainLink[])[] = [
  manual,
  byDefault,
  manual,
  byDefault,
  (model) => chainOf({ per_message_override: chose(model), manual_sticky: deferred, global_default: deferred }),
  byDefault,
  manual,
  (model) =>
    chainOf({
      per_message_override: { verdict: 'rejected', model, rejection: 'exceeds_context_window' },
      global_default: deferred,
    }),
  byDefault,
  manual,
  (model) =>
    chainOf({
      manual_sticky: { verdict: 'rejected', model, rejection: 'no_vision_support' },
      global_default: deferred,
    }),
]
