import { BudgetSpentError } from '../budgets/budget-error.ts'
import type { InsteadOf, Message } from '../canonical/message.ts'
import { UnknownModelError } from '../models/unknown-model.ts'
import { ruleOf } from './call-budget.ts'
import { assertDocumentsFit } from './documents.ts'
import { assertPicturesFit } from './fit-pictures.ts'
import type { Step } from './journal.ts'
import type { CallResult } from './model-call.ts'
import type { KnownFiles } from './model-request.ts'
import { type Route, routeTurn } from './route.ts'
import { shortened } from './stand-ins.ts'
import type { Turn, TurnDeps } from './turn.ts'
import { InvalidContentError } from './turn-error.ts'
import { answersOf } from './turn-state.ts'
import { needsImages } from './ways-on.ts'

export interface Rerouted {
  turn: Turn
  /** What is left of the call that failed, and that another model has the turn now: stored before that is called. */
  write: Step['write']
}

/**
 * The turn with the next model of the chain, where its chat allows that and the call to the first one failed for the moment
 * before anything of its answer was there (design §8: never silently). Null where the failure stands: in a turn that has
 * answered already, since a model owns its whole turn with all tools, and where no other model can take it.
 */
export async function rerouted(
  deps: TurnDeps,
  turn: Turn,
  path: readonly Message[],
  { error, message, write }: CallResult,
  { documents }: KnownFiles,
): Promise<Rerouted | null> {
  const question = path.at(-1)
  const isOpen = turn.settings.fallback === true && !turn.signal.aborted && answersOf(path, turn.turn_id).length === 0
  if (!isOpen || !error?.retryable || message.content.length > 0 || question?.role !== 'user') return null
  const failed = [...(turn.routing.instead_of ?? []), { model: turn.model.id, error_class: error.error_class }]
  const route = await routeAgain(deps, turn, path, failed, documents)
  if (!route || failed.some(({ model }) => model === route.model.id)) return null
  try {
    await assertPicturesFit(question.content, route.model, deps)
    assertDocumentsFit(path.slice(0, -1), question.content, route.model, documents)
  } catch (cause) {
    if (cause instanceof InvalidContentError) return null
    throw cause
  }
  const { model } = route
  const routing = route.decision.record
  const { turn_id: id, journal } = turn
  const { llm_calls, wire_answers, projections, events } = write
  const decided = journal.event('route.decided', { ...route.payload, instead_of: failed })
  return {
    turn: { ...turn, model, routing },
    write: {
      llm_calls,
      wire_answers,
      projections,
      events: [...events, decided],
      turn: { type: 'reroute', id, model: model.id, routing },
    },
  }
}

/** By the rules that hold now, with what was asked for then. Null where nobody is left. */
async function routeAgain(
  deps: TurnDeps,
  { session_id, principal, routing, system_prompt, settings, tools }: Turn,
  path: readonly Message[],
  failed: readonly InsteadOf[],
  documents: KnownFiles['documents'],
): Promise<(Route & { ok: true }) | null> {
  const { store, models, rules, budgets } = deps
  const session = await store.session(session_id)
  const question = path.at(-1)
  if (!session || !question) return null
  const { messages } = await shortened(path.slice(0, -1), { session_id, settings }, deps)
  const spent = await budgets.route(principal)
  // What the message itself asked for stands in its text, or stood in the request alone.
  const asked = failed.length === 1 && routing.mode === 'override' && !question.metadata.override
  try {
    const route = routeTurn(models, {
      session: { ...session, system_prompt },
      history: messages,
      content: question.content,
      model: asked ? routing.chosen_model : undefined,
      tools: tools.definitions,
      rules: await rules.forTurn(principal),
      rule: spent && ruleOf(spent),
      documents,
      failed,
      demands: settings,
      images_required: await needsImages(deps, session_id, settings, messages, [question]),
    })
    return route.ok ? route : null
  } catch (cause) {
    if (cause instanceof UnknownModelError || cause instanceof BudgetSpentError) return null
    throw cause
  }
}
