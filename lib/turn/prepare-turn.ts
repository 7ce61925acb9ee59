import { contentHash } from '../canonical/hash.ts'
import { newId } from '../canonical/id.ts'
import { type Message, SCHEMA_VERSION } from '../canonical/message.ts'
import type { Session } from '../canonical/session.ts'
import {
  changedSettings,
  type PictureDecision,
  type SettingsChange,
  type TurnDemands,
} from '../canonical/session-settings.ts'
import type { PersistedEvent } from '../events/catalog.ts'
import type { AvailableModel } from '../models/model-directory.ts'
import { assertAllowed } from '../policy/policy.ts'
import { attributionOf, type Principal } from '../principal.ts'
import { uploadsOf } from '../store/attachment-store.ts'
import type { PlacedMessage, Store } from '../store/store.ts'
import type { Lease, TurnRecord, TurnWrite } from '../store/turn-record.ts'
import { holdFor, type Rule, ruleOf, wayOn } from './call-budget.ts'
import { describePictures, descriptionPlan, undescribed } from './describe-pictures.ts'
import { assertDocumentsFit, checkDocuments, type Readings, readDocuments } from './documents.ts'
import { assertPicturesFit } from './fit-pictures.ts'
import type { Journal } from './journal.ts'
import { isSilent, titleOf } from './question.ts'
import { type Route, type RouteRequest, routeTurn } from './route.ts'
import { shortened } from './stand-ins.ts'
import type { TurnDeps, UnrunTurn } from './turn.ts'
import { checkContent, type SaidBlock } from './turn-content.ts'
import { InvalidContentError, NoModelError } from './turn-error.ts'
import { withoutOverrides } from './turn-request.ts'
import { assertDemands, toolsFor } from './turn-settings.ts'
import { needsImages, waysOn } from './ways-on.ts'

export interface TurnInput extends TurnDemands {
  /** Text, pictures and documents, of the shape of `TurnContent`. */
  content: SaidBlock[]
  /** For this turn only. */
  model?: string | undefined
  /** For this turn only, over those of the session. */
  settings?: SettingsChange | undefined
  /** What a model that takes no pictures gets of those in the chat, and of those that come with the question. */
  resolution?: PictureDecision | undefined
  /** What its provider refused before is sent once more, unless that named something that was said. */
  resend_refused?: boolean | undefined
  /** The message to answer instead of the end of the active path: makes a branch. `null` starts anew at the root. */
  parent_id?: string | null | undefined
}

/** A turn that may start, of which nothing is stored yet. */
export interface PreparedTurn {
  turn: UnrunTurn
  /** The path up to and including the USER message. */
  path: Message[]
  /** It starts a branch: what was the active path is not any more. */
  leavesPath: boolean
  /** What it starts with. */
  first: FirstStep
}

/** The question, what is decided about it, and that its turn runs. */
export interface FirstStep {
  question: PlacedMessage
  start: TurnWrite & { type: 'start' }
  events: PersistedEvent[]
  default_title: string | null
}

interface About {
  turn_id: string
  lane: number
  /** A message that was made for this session already, and is not stored yet. */
  after: string | null
  journal: Journal
  lease: Lease
  principal: Principal
}

/** Throws what `TurnRunner.start` throws for a turn that cannot start; then nothing is stored. */
export async function prepareTurn(
  deps: TurnDeps,
  stored: Session,
  input: TurnInput,
  about: About,
): Promise<PreparedTurn> {
  const { turn_id, journal, principal } = about
  const session = settled(stored)
  const { history: path, parent_id, head, lastId } = await placeOf(deps.store, session.id, input.parent_id)
  const { resolution } = input
  const decided = changedSettings(session.settings, input.settings ?? {})
  const { output_schema, tool_choice, resend_refused } = input
  const settings = {
    ...changedSettings(decided, resolution ? { pictures: resolution } : {}),
    ...(output_schema && { output_schema }),
    ...(tool_choice && { tool_choice }),
    ...(resend_refused && { resend_refused }),
  }
  const { messages: history } = await shortened(path, { session_id: session.id, settings }, deps)
  const content = await checkDocuments(input.content, deps)
  const storeContent = await checkContent(content, uploadsOf(deps.attachments, principal))
  const readings = await readDocuments([...history, { content }], deps)
  const started_at = journal.timestamp()
  const tools = await toolsFor(settings, { session, principal }, deps)
  assertDemands(settings, tools.definitions)
  const askedWith = ({ override }: Route): Message => ({
    id: newId(about.after ?? lastId),
    session_id: session.id,
    role: 'user',
    content,
    metadata: { status: 'complete', turn_id, ...attributionOf(principal), ...(override && { override }) },
    created_at: started_at,
    schema_version: SCHEMA_VERSION,
  })
  const rules = await deps.rules.forTurn(principal)
  const isToDescribe = resolution === 'describe'
  const images_required = !isToDescribe && (await needsImages(deps, session.id, settings, history, [{ content }]))
  const routed = async (rule: Rule | null) => {
    const { model } = input
    const { definitions } = tools
    const route = await routeOf(deps, {
      session,
      history,
      content,
      model,
      tools: definitions,
      documents: readings,
      rules,
      rule,
      images_required,
      demands: settings,
    })
    const asked = askedWith(route)
    return { asked, allowed: await assertMayStart(deps, { session, asked, history, readings }, route, about) }
  }
  const { asked, allowed } = await withinBudget(deps, principal, routed, async ({ model, payload }) => {
    const input_tokens = payload.estimated_input_tokens
    await holdFor(deps, principal, { hold_id: turn_id, model, input_tokens, settings, at: started_at })
  })
  if (isToDescribe) await describeFor(deps, principal, session, [...history, asked], allowed)
  const { mode } = allowed.decision.record
  if (resolution && (mode === 'manual' || (mode === 'default' && session.active_model === null))) {
    // The next question goes to the same model, and what was decided for this one holds for it, too.
    await deps.store.commit({
      session_id: session.id,
      patch: { settings: { pictures: resolution, decided_at: started_at }, keeps_time: true },
    })
  }
  const message: Message = { ...asked, content: await storeContent() }
  const record: TurnRecord = {
    id: turn_id,
    session_id: session.id,
    state: 'running',
    question_id: message.id,
    lane: about.lane,
    model: allowed.model.id,
    routing: allowed.decision.record,
    system_prompt: session.system_prompt,
    settings,
    started_by: principal.id,
    started_at,
    ended_at: null,
  }
  return {
    turn: {
      principal,
      session_id: session.id,
      turn_id,
      model: allowed.model,
      routing: record.routing,
      system_prompt: session.system_prompt,
      settings,
      tools,
      journal,
    },
    path: [...path, message],
    leavesPath: parent_id !== head,
    first: firstStep({ message, parent_id }, titleOf(content), record, allowed, { ...about, problem: rules.problem }),
  }
}

type Allowed = Route & { ok: true }

/**
 * Routes a message by the rule of a budget that is spent; and one that a budget has no room for once more, by its rule. A
 * model that was asked for is refused, not replaced. Throws what `route` and `hold` throw.
 */
async function withinBudget<T extends { allowed: Allowed }>(
  { budgets }: TurnDeps,
  principal: Principal,
  route: (rule: Rule | null) => Promise<T>,
  hold: (allowed: Allowed) => Promise<void>,
): Promise<T> {
  const spent = await budgets.route(principal)
  const rule = spent && ruleOf(spent)
  const routed = await route(rule)
  try {
    await hold(routed.allowed)
    return routed
  } catch (error) {
    const { mode } = routed.allowed.decision.record
    const other = mode === 'default' ? wayOn(error) : null
    if (!other) throw error
    const again = await route(other)
    await hold(again.allowed)
    return again
  }
}

/** With a change of model that came in the last moment of the turn before. */
function settled(stored: Session): Session {
  const active_model = stored.pending_model === undefined ? stored.active_model : stored.pending_model
  return { ...stored, active_model, pending_model: undefined }
}

async function placeOf(store: Store, sessionId: string, wanted: string | null | undefined) {
  const [head, lastId] = await Promise.all([store.head(sessionId), store.lastMessageId(sessionId)])
  const parent_id = wanted === undefined ? head : wanted
  const history = parent_id === null ? [] : await store.path(sessionId, parent_id)
  if (parent_id !== null && history.at(-1)?.id !== parent_id) {
    throw new InvalidContentError([{ path: 'parent_id', problem: `no message ${parent_id} in this session` }])
  }
  return { history, parent_id, head, lastId }
}

async function routeOf({ models }: TurnDeps, request: RouteRequest): Promise<Route> {
  // A server that was away may be back, and nobody has looked.
  if (models.defaultModel === '') await models.refresh()
  return routeTurn(models, request)
}

interface Place {
  session: Session
  asked: Message
  history: readonly Message[]
  readings: Readings
}

/** For a model that takes no pictures. Throws a `DescriptionFailedError`, or a `BudgetSpentError`. */
async function describeFor(
  deps: TurnDeps,
  principal: Principal,
  session: Session,
  messages: readonly Message[],
  { model }: Allowed,
): Promise<void> {
  if (model.capabilities.supports_images) return
  const missing = await undescribed(deps, session.id, messages)
  const plan = missing.pictures.size === 0 ? null : descriptionPlan(deps, missing, modelOf(deps, session))
  if (plan) await describePictures(deps, principal, session.id, plan)
}

function modelOf({ models }: TurnDeps, { active_model }: Session): AvailableModel | undefined {
  return models.find(active_model ?? models.defaultModel)
}

async function assertMayStart(
  deps: TurnDeps,
  { session, asked, history, readings }: Place,
  route: Route,
  { turn_id, journal, principal }: About,
): Promise<Allowed> {
  if (isSilent(withoutOverrides([asked]))) {
    throw new InvalidContentError([{ path: 'content', problem: 'names a model and says nothing to it' }])
  }
  if (!route.ok) {
    const decided = journal.event('route.decided', route.payload)
    // Nothing of it is stored, but that it was refused is counted.
    await deps.store.countDecision(decided)
    deps.live.publish(asked.session_id, { type: 'event', event: decided })
    const { reason, chain } = route.decision
    const options = await waysOn(deps, { session, history, question: asked, present: modelOf(deps, session) }, chain)
    throw new NoModelError(reason, chain, options)
  }
  await assertPicturesFit(asked.content, route.model, deps)
  assertDocumentsFit(history, asked.content, route.model, readings)
  const { session_id } = asked
  const decision = assertAllowed(deps.policy, { at: 'message', principal, session_id, turn_id, message: asked })
  if (decision) await decision
  return route
}

function firstStep(
  question: PlacedMessage,
  default_title: string | null,
  turn: TurnRecord,
  route: Route,
  { journal, lease, lane, problem }: About & { problem: string | null },
): FirstStep {
  const { message } = question
  const asked = { message_id: message.id, content_hash: contentHash(message), ...(lane > 0 && { lane }) }
  const started = journal.event('turn.started', asked, { actor: 'user' })
  const invalid = problem === null ? [] : [journal.event('routing.policy_invalid', { problem })]
  const decided = journal.event('route.decided', route.payload)
  return { question, start: { type: 'start', turn, lease }, events: [started, ...invalid, decided], default_title }
}
