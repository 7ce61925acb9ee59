import { blankSession } from '../canonical/blank-session.ts'
import { newId } from '../canonical/id.ts'
import { formatTimestamp } from '../canonical/timestamp.ts'
import type { EventPayload } from '../events/catalog.ts'
import type { Principal } from '../principal.ts'
import type { RoutingRules } from '../routing/routing-rules.ts'
import { factsOf } from '../routing/rules/facts-of.ts'
import type { ExplainedRule, RuleSet } from '../routing/rules/rule-set.ts'
import { ruleOf } from './call-budget.ts'
import { readDocuments } from './documents.ts'
import { routeTurn } from './route.ts'
import type { TurnDeps } from './turn.ts'
import { toolsFor } from './turn-settings.ts'

export interface MessageToTry {
  text: string
  /** In this chat of theirs, at the end of its active path; left out it begins one. */
  session_id?: string | undefined
}

export interface TriedMessage extends EventPayload<'route.decided'> {
  rule: string | null
  /** Each rule up to the first that holds. */
  rules: ExplainedRule[]
}

export type MessageDryRunDeps = Pick<
  TurnDeps,
  'store' | 'models' | 'tools' | 'budgets' | 'attachments' | 'documents' | 'log' | 'clock'
> & { rules: Pick<RoutingRules, 'lookUp'> }

/**
 * What a message would be answered by under these rules, said now: decided as a real one, and nothing is stored. Null where
 * this person has no such chat. Throws `UnknownModelError` for an `@name` that no model has.
 */
export async function dryRunMessage(
  deps: MessageDryRunDeps,
  principal: Principal,
  set: RuleSet,
  { text, session_id }: MessageToTry,
): Promise<TriedMessage | null> {
  const { store, models, budgets, rules, clock } = deps
  const session =
    session_id === undefined
      ? blankSession({ id: newId(), owner_id: principal.id, now: formatTimestamp(clock()) })
      : await store.sessionOf(principal, session_id)
  if (!session) return null
  const head = session_id === undefined ? null : await store.head(session_id)
  const history = head === null ? [] : await store.path(session.id, head)
  const content = [{ type: 'text' as const, text }]
  const [tools, documents, spent, looked] = await Promise.all([
    toolsFor(session.settings, { session, principal }, deps),
    readDocuments(history, deps),
    budgets.route(principal),
    rules.lookUp(set, principal),
  ])
  const { payload, decision, turn } = routeTurn(models, {
    session,
    history,
    content,
    model: undefined,
    tools: tools.definitions,
    documents,
    rule: spent && ruleOf(spent),
    rules: { set, looked },
  })
  const rule = decision.ok ? (decision.record.rule_name ?? null) : null
  return { ...payload, rule, rules: set.explain(factsOf(turn, looked)) }
}
