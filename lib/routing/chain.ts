import type { InsteadOf, RoutingDecisionRecord, RoutingMode } from '../canonical/message.ts'
import type { ChainLink, RejectionReason, RoutingPolicy } from '../events/catalog.ts'
import { routingRecordOf } from '../events/routing-record.ts'
import type { TurnNeeds } from './need.ts'
import type { Candidate } from './validate.ts'
import { rejectionsOf } from './validate.ts'

export interface RouteInput {
  /** The model this message asks for, and how it was written: `@alias`, or null for a field of the request. */
  override: { model: string; alias: string | null } | null
  /** The session's own model. */
  active_model: string | null
  rule?: RuleChoice | null | undefined
  /** What the folder of the chat begins with. */
  workspace_default?: { model: string; reason: string } | null | undefined
  default_model: string | null
  /** Models that were asked in this turn already and failed for the moment: others may stand in for these, whoever asked for them. */
  failed?: readonly InsteadOf[] | undefined
  /** Why there is no default, where more is known than that none was set. */
  no_default_because?: string | undefined
  needs: TurnNeeds
  /** Undefined for an id that the product no longer knows. */
  candidate: (id: string) => Candidate | undefined
}

/** What a rule that holds now chooses, and why. */
export interface RuleChoice {
  model: string
  reason: string
  /** As its author named it; left out for the rule of a budget. */
  name?: string | undefined
}

export type RouteDecision =
  | { ok: true; model: string; record: RoutingDecisionRecord; chain: ChainLink[] }
  | { ok: false; chain: ChainLink[]; reason: string }

/** canonical-message-format §4.3 */
export const MODE_OF = {
  per_message_override: 'override',
  manual_sticky: 'manual',
  rule: 'rule',
  pattern: 'pattern',
  delegate_request: 'delegate',
  workspace_default: 'default',
  global_default: 'default',
} as const satisfies Record<RoutingPolicy, RoutingMode>

type Proposal =
  | { policy: RoutingPolicy; model: null; reason: string }
  | {
      policy: RoutingPolicy
      model: string
      reason: string
      /** The user named this very model, so that no other may stand in for it. */
      asked: boolean
    }

/**
 * Picks the model of a turn (design §8): the first candidate of the chain that can do what the turn needs. A model that
 * the user asked for, in the message or for the session, is used or refused, never replaced. One that only did not answer
 * lately gives way to another, but is tried where a person asked for it or none is left. The chain always has all its links,
 * `deferred` being a candidate that was not tried.
 */
export function decideRoute(input: RouteInput): RouteDecision {
  const chain: ChainLink[] = []
  let chosen: { policy: RoutingPolicy; model: string; reason: string } | null = null
  let refusal: string | null = null
  /** A candidate that only did not answer lately. */
  let last: { at: number; policy: RoutingPolicy; model: string; reason: string } | null = null

  for (const proposal of proposals(input)) {
    const { policy, model, reason } = proposal
    if (model === null) {
      chain.push({ policy, verdict: 'not_applicable', reason })
    } else if (chosen !== null || refusal !== null) {
      const because =
        chosen !== null ? 'an earlier policy chose' : 'no other model stands in for one that was asked for'
      chain.push({ policy, verdict: 'deferred', model, reason: `${reason}; not tried: ${because}` })
    } else {
      const { link, silence } = judge(policy, model, reason, input)
      const tried = { policy, model, reason: `${reason}, and tried though ${silence}` }
      if (silence !== null && proposal.asked) chosen = tried
      else if (link.verdict === 'chose') chosen = { policy, model, reason }
      else if (proposal.asked && !failureOf(model, input)) refusal = `${model}, ${link.reason}`
      else if (silence !== null) last ??= { at: chain.length, ...tried }
      chain.push(chosen ? { ...chosen, verdict: 'chose' } : link)
    }
  }

  if (chosen === null && refusal === null && last !== null) {
    const { at, ...tried } = last
    chosen = { ...tried, reason: `${tried.reason}: no other model is left` }
    chain[at] = { ...chosen, verdict: 'chose' }
  }
  if (chosen === null) return { ok: false, chain, reason: refusal ?? explainNothing(chain, input) }
  const { policy, model, reason } = chosen
  const rule_name = policy === 'rule' ? input.rule?.name : undefined
  const record = routingRecordOf({ model, mode: MODE_OF[policy], reason, rule_name }, chain)
  const instead_of = input.failed && input.failed.length > 0 ? { instead_of: [...input.failed] } : {}
  return { ok: true, model, record: { ...record, ...instead_of }, chain }
}

function proposals(input: RouteInput): Proposal[] {
  const { override, active_model, rule, workspace_default, default_model, no_default_because } = input
  return [
    override === null
      ? { policy: 'per_message_override', model: null, reason: 'the message asks for no model' }
      : {
          policy: 'per_message_override',
          model: override.model,
          reason:
            override.alias === null ? 'asked for with this message' : `asked for in this message as @${override.alias}`,
          asked: true,
        },
    active_model === null
      ? { policy: 'manual_sticky', model: null, reason: 'no model is set for this session' }
      : { policy: 'manual_sticky', model: active_model, reason: 'set for this session', asked: true },
    rule
      ? { policy: 'rule', model: rule.model, reason: rule.reason, asked: false }
      : { policy: 'rule', model: null, reason: 'no rule holds' },
    { policy: 'pattern', model: null, reason: 'there are no learned patterns' },
    { policy: 'delegate_request', model: null, reason: 'nothing was delegated' },
    workspace_default
      ? { policy: 'workspace_default', ...workspace_default, asked: false }
      : { policy: 'workspace_default', model: null, reason: 'its folder has no model of its own' },
    default_model === null
      ? { policy: 'global_default', model: null, reason: because('there is no default model', no_default_because) }
      : { policy: 'global_default', model: default_model, reason: 'the default model', asked: false },
  ]
}

/** `silence`: why a model was not counted on that could still be tried; null where something else speaks against it, or nothing. */
function judge(
  policy: RoutingPolicy,
  model: string,
  reason: string,
  input: RouteInput,
): { link: ChainLink; silence: string | null } {
  const rejected = (rejection: RejectionReason, why: string): ChainLink => {
    return { policy, verdict: 'rejected', model, rejection, reason: `${reason}, but ${why}` }
  }
  const { candidate, needs } = input
  const failure = failureOf(model, input)
  if (failure)
    return { link: rejected('provider_unavailable', `it failed in this turn (${failure.error_class})`), silence: null }
  const found = candidate(model)
  if (!found) return { link: rejected('not_configured', 'it is not known here'), silence: null }
  const rejections = rejectionsOf(found, needs)
  const [first, ...others] = rejections
  if (!first) return { link: { policy, verdict: 'chose', model, reason }, silence: null }
  const mayTry = others.length === 0 && first.rejection === 'provider_unavailable' && !found.unavailable?.is_asked
  const why = rejections.map((each) => each.reason).join('; ')
  return { link: rejected(first.rejection, why), silence: mayTry ? first.reason : null }
}

function failureOf(asked: string, { failed }: RouteInput): InsteadOf | undefined {
  return failed?.find(({ model }) => model === asked)
}

function explainNothing(chain: readonly ChainLink[], { no_default_because }: RouteInput): string {
  const tried = chain.filter((link) => link.verdict === 'rejected')
  return tried.length === 0
    ? because('no model is asked for, set or configured as default', no_default_because)
    : tried.map((link) => `${link.model}, ${link.reason}`).join('. ')
}

function because(fact: string, reason: string | undefined): string {
  return reason ? `${fact}: ${reason}` : fact
}
