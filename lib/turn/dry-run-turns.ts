import { setImmediate as rest } from 'node:timers/promises'
import { blankSession } from '../canonical/blank-session.ts'
import { newId } from '../canonical/id.ts'
import { formatTimestamp } from '../canonical/timestamp.ts'
import type { ToolDefinition } from '../canonical/tool.ts'
import type { ModelDirectory } from '../models/model-directory.ts'
import type { Principal } from '../principal.ts'
import type { RouteDecision } from '../routing/chain.ts'
import type { RoutingRules } from '../routing/routing-rules.ts'
import type { Predicate } from '../routing/rules/condition.ts'
import type { LookedUp } from '../routing/rules/facts-of.ts'
import type { RuleSet } from '../routing/rules/rule-set.ts'
import type { PastTurn, PastTurnStore } from '../store/past-turn-store.ts'
import type { BilledCall } from '../store/reprice-store.ts'
import { decideAgain, isUpToRules } from './past-decision.ts'
import type { TurnDeps } from './turn.ts'
import { addCosts, type CallsCost, costAsBilled, costElsewhere, NO_COST } from './turn-cost.ts'
import { toolsFor } from './turn-settings.ts'

/** Of so many turns the questions and the calls are in memory at once: a question may be a megabyte. */
const PAGE = 50

/** What of the past nobody noted: taken as it is now. */
const AS_NOW = [
  'workspace_path_matches',
  'cost_today_exceeds_usd',
  'team_budget_remaining_lt',
  'tool_side_effects_include',
] as const satisfies Predicate[]

/** A turn that another model would have answered. */
export interface RouteChange {
  /** Both null where the chat is somebody else's. */
  turn_id: string | null
  session_id: string | null
  started_at: string
  before: string
  /** Null where no model would have been left. */
  after: string | null
  /** The rule that would have chosen; null where none would. */
  rule: string | null
  reason: string
  cost_before: CallsCost
  cost_after: CallsCost
}

export interface TurnsDryRun {
  looked_at: number
  /** Those that a person's own choice decided, the rule of a spent budget, or of which the question is gone. */
  not_affected: number
  unchanged: number
  /** The newest first. */
  changes: RouteChange[]
  /** Of all that were looked at. */
  cost_before: CallsCost
  cost_after: CallsCost
  /** What these rules ask of the past that is known of now alone. */
  as_now: Predicate[]
}

export type TurnsDryRunDeps = Pick<TurnDeps, 'models' | 'tools' | 'teamsOf' | 'log' | 'clock'> & {
  pastTurns: PastTurnStore
  rules: Pick<RoutingRules, 'lookUp'>
}

/** What these rules would have chosen, and cost, for the latest turns of the installation. Throws what `signal` is aborted for. */
export async function dryRunTurns(
  deps: TurnsDryRunDeps,
  principal: Principal,
  { set, turns, signal }: { set: RuleSet; turns: number; signal: AbortSignal },
): Promise<TurnsDryRun> {
  const { pastTurns } = deps
  const latest = await pastTurns.latest(turns)
  const open = latest.filter(isUpToRules)
  const [conversations, definitions] = await Promise.all([pastTurns.conversations(open), offeredTools(deps, principal)])
  const past: Past = { conversations, questions: new Map(), definitions }
  const decide = decisionsBy(deps, set, past)
  const sums: TurnsDryRun = {
    looked_at: 0,
    not_affected: 0,
    unchanged: 0,
    changes: [],
    cost_before: NO_COST,
    cost_after: NO_COST,
    as_now: AS_NOW.filter((predicate) => set.asksFor(predicate)),
  }
  for (let from = 0; from < latest.length; from += PAGE) {
    const page = latest.slice(from, from + PAGE)
    const asked = page.filter(isUpToRules).map(({ question_id }) => question_id)
    const [questions, calls] = await Promise.all([
      pastTurns.questions(asked),
      pastTurns.calls(page.map(({ id }) => id)),
    ])
    past.questions = questions
    for (const turn of page) {
      // Streams of this process go on in between.
      await rest()
      signal.throwIfAborted()
      const own = calls.get(turn.id) ?? []
      addTo(sums, turn, { decision: await decide(turn), own, models: deps.models, principal })
    }
  }
  return sums
}

/** What is known of all of the turns; the questions are those of a page. */
interface Past {
  conversations: Awaited<ReturnType<PastTurnStore['conversations']>>
  questions: Awaited<ReturnType<PastTurnStore['questions']>>
  definitions: readonly ToolDefinition[]
}

/** Null for a turn that these rules cannot affect. */
function decisionsBy(
  deps: TurnsDryRunDeps,
  set: RuleSet,
  past: Past,
): (turn: PastTurn) => Promise<RouteDecision | null> {
  const lookUp = lookedUpOnce(deps, set)
  return async (turn) => {
    const [question, conversation] = [past.questions.get(turn.question_id), past.conversations.get(turn.question_id)]
    if (!question || !conversation) return null
    const tools = turn.wants_tools ? past.definitions : []
    const looked = await lookUp(turn)
    return decideAgain(turn, { question, conversation, tools }, { models: deps.models, set, looked })
  }
}

function addTo(
  sums: TurnsDryRun,
  { id, session_id, owner_id, started_at, routing }: PastTurn,
  {
    decision,
    own,
    models,
    principal,
  }: { decision: RouteDecision | null; own: readonly BilledCall[]; models: ModelDirectory; principal: Principal },
): void {
  const before = routing.chosen_model
  const after = decision?.ok ? decision.model : null
  const isChange = decision !== null && after !== before
  const cost_before = costAsBilled(own)
  const elsewhere = () => (after === null ? NO_COST : costElsewhere(own, after, models))
  const cost_after = isChange ? elsewhere() : cost_before
  sums.looked_at += 1
  sums.cost_before = addCosts(sums.cost_before, cost_before)
  sums.cost_after = addCosts(sums.cost_after, cost_after)
  if (decision === null) sums.not_affected += 1
  else if (!isChange) sums.unchanged += 1
  else {
    const { rule_name: rule = null, reason } = decision.ok ? decision.record : { reason: decision.reason }
    const ids = owner_id === principal.id ? { turn_id: id, session_id } : { turn_id: null, session_id: null }
    sums.changes.push({ ...ids, started_at, before, after, rule, reason, cost_before, cost_after })
  }
}

/** Those of a chat of nobody's in particular: what was offered then is not kept. */
async function offeredTools(deps: TurnsDryRunDeps, principal: Principal) {
  const session = blankSession({ id: newId(), owner_id: principal.id, now: formatTimestamp(deps.clock()) })
  return (await toolsFor({}, { session, principal }, deps)).definitions
}

/** What rules ask of a person, asked once of each. */
function lookedUpOnce(
  { rules, teamsOf }: TurnsDryRunDeps,
  set: RuleSet,
): (turn: Pick<PastTurn, 'started_by'>) => Promise<LookedUp> {
  const known = new Map<string, Promise<LookedUp>>()
  return ({ started_by: id }) => {
    let asked = known.get(id)
    if (!asked) {
      asked = teamsOf(id).then((teams) => rules.lookUp(set, { id, role: 'member', teams: teams ?? [] }))
      known.set(id, asked)
    }
    return asked
  }
}
