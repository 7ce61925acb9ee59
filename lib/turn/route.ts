import type { EstimateHints } from '../adapters/adapter.ts'
import { type ContentBlock, textOf } from '../canonical/block.ts'
import { conversationFacts } from '../canonical/conversation-facts.ts'
import { type InsteadOf, type Message, SCHEMA_VERSION } from '../canonical/message.ts'
import type { Session } from '../canonical/session.ts'
import type { TurnDemands } from '../canonical/session-settings.ts'
import type { ToolDefinition } from '../canonical/tool.ts'
import type { EventPayload } from '../events/catalog.ts'
import type { UnlistedProvider } from '../models/installed-provider.ts'
import type { AvailableModel, ModelDirectory } from '../models/model-directory.ts'
import { UnknownModelError } from '../models/unknown-model.ts'
import { decideRoute, type RouteDecision, type RouteInput, type RuleChoice } from '../routing/chain.ts'
import { needsOf } from '../routing/need.ts'
import { overrideIn } from '../routing/override.ts'
import { factsOf, type LookedUp, type TurnToRoute } from '../routing/rules/facts-of.ts'
import type { RuleSet } from '../routing/rules/rule-set.ts'
import { candidateOf } from '../routing/validate.ts'
import { withoutOverrides } from './turn-request.ts'

const PROBLEMS = {
  unreachable: 'cannot be reached',
  key_refused: 'refuses the key',
  no_list: 'does not list its models, so that one has to be named',
  no_models: 'has no models',
} as const satisfies Record<UnlistedProvider['problem'], string>

export interface RouteRequest {
  session: Pick<Session, 'id' | 'active_model' | 'system_prompt' | 'folder'>
  history: readonly Message[]
  content: ContentBlock[]
  /** The request's own wish; it wins over an `@alias` in the text. */
  model: string | undefined
  tools: readonly ToolDefinition[]
  /** That of a budget which is spent: it goes before those of the installation. */
  rule?: RuleChoice | null
  /** Those of the installation, and what they ask that is not in the conversation. */
  rules?: { set: RuleSet; looked: LookedUp }
  /** Whether its pictures have to be seen; every one has to be where that is not said. */
  images_required?: boolean | undefined
  /** Models that failed in this turn before their first word. */
  failed?: readonly InsteadOf[]
  /** What was read of the documents in all of it. */
  documents?: EstimateHints['documents']
  /** What the turn cannot do without, beside what its conversation needs. */
  demands?: TurnDemands
}

export type Route = {
  /** The text that opens the message and only chose the model, as typed. */
  override: string | null
  turn: TurnToRoute
  payload: EventPayload<'route.decided'>
} & (
  | { ok: true; model: AvailableModel; decision: RouteDecision & { ok: true } }
  | { ok: false; decision: RouteDecision & { ok: false } }
)

/** Chooses the model of a turn. Throws `UnknownModelError` for a name that no model has. */
export function routeTurn(models: ModelDirectory, request: RouteRequest): Route {
  const { session, history, content } = request
  const { defaultModel } = models
  const inText = overrideIn(content, { resolve: (name) => models.find(name)?.id, names: models.names })
  if (inText.type === 'unknown') {
    const { alias, near } = inText
    throw new UnknownModelError(`@${alias}`, near.length > 0 ? [...near] : models.nearMatches(alias))
  }
  const override = inText.type === 'model' ? inText.prefix : null
  const asked = request.model === undefined ? undefined : models.find(request.model)
  if (request.model !== undefined && !asked)
    throw new UnknownModelError(request.model, models.nearMatches(request.model))
  const wish = asked ? { model: asked.id, alias: null } : inText.type === 'model' ? inText : null

  const messages = withoutOverrides([...history, asUserMessage(session.id, content, override)])
  const likely = counting(models, wish?.model ?? session.active_model ?? request.rule?.model ?? defaultModel)
  const hints = { model: likely?.id, documents: request.documents }
  const estimated =
    likely?.adapter?.estimateInputTokens(messages, [...request.tools], session.system_prompt, hints) ?? 0
  const turn: TurnToRoute = {
    message: textOf(messages.at(-1)?.content ?? []),
    conversation: conversationFacts(messages),
    folder: session.folder,
    tools: request.tools,
    estimated_input_tokens: estimated,
  }
  const decision = decideTurn({
    turn,
    override: wish,
    active_model: session.active_model,
    system_prompt: session.system_prompt,
    rule: request.rule,
    rules: request.rules,
    images_required: request.images_required,
    default_model: defaultModel || null,
    failed: request.failed,
    demands: request.demands,
    no_default_because: models.unlisted.map(({ provider, problem }) => `${provider} ${PROBLEMS[problem]}`).join('; '),
    candidate: (id) => {
      const model = models.find(id)
      return model && { ...candidateOf(model, models.availability.of(model.id)), id }
    },
  })
  const payload = (chosen: string | null, mode: EventPayload<'route.decided'>['mode'], reason: string) => ({
    chosen_model: chosen,
    mode,
    reason,
    estimated_input_tokens: estimated,
    chain: decision.chain,
  })
  if (!decision.ok) return { ok: false, override, turn, decision, payload: payload(null, null, decision.reason) }
  const model = models.find(decision.model)
  if (!model) throw new UnknownModelError(decision.model, [])
  return {
    ok: true,
    override,
    turn,
    decision,
    model,
    payload: payload(decision.model, decision.record.mode, decision.record.reason),
  }
}

/**
 * Who estimates how long a turn is: the model that will probably answer; where it has no key, or there is none, any that can,
 * for rules ask about it before they have chosen one.
 */
function counting(models: ModelDirectory, likely: string): AvailableModel | undefined {
  const found = models.find(likely)
  if (found?.adapter) return found
  const other = models.list().find(({ configured }) => configured)
  return other && models.find(other.id)
}

interface TurnDecision extends Omit<RouteInput, 'rule' | 'workspace_default' | 'needs'> {
  turn: TurnToRoute
  system_prompt: string | null
  demands?: TurnDemands | undefined
  rule?: RouteRequest['rule'] | undefined
  rules?: RouteRequest['rules'] | undefined
  images_required?: boolean | undefined
}

/** Decides a turn that begins, and one of the past once more. */
export function decideTurn({
  turn,
  system_prompt,
  demands,
  rule,
  rules,
  images_required,
  ...input
}: TurnDecision): RouteDecision {
  const { conversation, estimated_input_tokens } = turn
  return decideRoute({
    ...input,
    ...byRules(turn, { rule, rules }),
    needs: needsOf({
      conversation,
      system_prompt,
      estimated_input_tokens,
      images_required,
      tools_required: demands?.tool_choice !== undefined,
      output_schema: demands?.output_schema ?? null,
    }),
  })
}

/** What the rules choose: that of a spent budget before those of the installation. */
function byRules(
  turn: TurnToRoute,
  { rule, rules }: Pick<TurnDecision, 'rule' | 'rules'>,
): Pick<RouteInput, 'rule' | 'workspace_default'> {
  if (!rules) return { rule }
  const facts = factsOf(turn, rules.looked)
  const found = rule ? null : rules.set.match(facts)
  const folder = rules.set.folderDefault(facts)
  return {
    rule: found ? { ...found, reason: `rule ${found.name}` } : rule,
    workspace_default: folder && { model: folder.model, reason: `the model of the folder ${folder.folder}` },
  }
}

/** The message in the making, for what looks at whole messages; only its role and content are real. */
function asUserMessage(session_id: string, content: ContentBlock[], override: string | null): Message {
  return {
    id: '',
    session_id,
    role: 'user',
    content,
    metadata: override === null ? {} : { override },
    created_at: '',
    schema_version: SCHEMA_VERSION,
  }
}
