import type { CanonicalRequest } from '../adapters/adapter.ts'
import { BudgetSpentError } from '../budgets/budget-error.ts'
import { BillingError } from '../canonical/error.ts'
import { newId } from '../canonical/id.ts'
import type { Message } from '../canonical/message.ts'
import { assertAllowed } from '../policy/policy.ts'
import { holdFor } from './call-budget.ts'
import { type CallResult, callModel } from './model-call.ts'
import { type KnownFiles, modelRequest, sendable } from './model-request.ts'
import { assertNotRefusedBefore } from './refused-before.ts'
import type { Turn, TurnDeps } from './turn.ts'

/** Calls the turn's model with what was said so far. `answer_id`: that of a call which failed with nothing of its answer. */
export async function askModel(
  deps: TurnDeps,
  turn: Turn,
  path: readonly Message[],
  known: KnownFiles,
  answer_id?: string,
): Promise<CallResult> {
  const { session_id, model, system_prompt, settings } = turn
  const tool_calls = await deps.store.toolCalls(session_id)
  const said = { session_id, path, tool_calls, tools: turn.tools.definitions, system_prompt, settings }
  const { request, estimated_input_tokens, setting_changes, stood_in } = await modelRequest(deps, model, said, known)
  const last = path.at(-1)
  const message_id = answer_id ?? newId(last?.id ?? null)
  return callModel({
    session_id,
    turn_id: turn.turn_id,
    principal: turn.principal,
    message_id,
    parent_id: last?.id ?? '',
    model,
    routing: turn.routing,
    estimated_input_tokens,
    setting_changes: [...setting_changes, ...stood_in],
    request: { ...request, signal: turn.signal, rest: () => deps.live.rest(session_id) },
    prepare: (request) => allowedRequest(request, deps, turn, estimated_input_tokens),
    journal: turn.journal,
    store: deps.store,
    live: deps.live,
    models: deps.models,
    log: deps.log,
    checkpoints: deps.checkpoints,
  })
}

/** The request as it goes out, where it may. Throws an `AdapterError` for what must not be sent. */
async function allowedRequest(
  request: CanonicalRequest,
  deps: TurnDeps,
  turn: Turn,
  input_tokens: number,
): Promise<CanonicalRequest> {
  await assertBudget(deps, turn, request.request_id, input_tokens)
  const { principal, session_id, turn_id, journal } = turn
  const { outbound_scan } = await journal.patiently(() => deps.store.personSettings(principal))
  const sent = await sendable(request, turn.model, outbound_scan, deps)
  await journal.patiently(() => assertNotRefusedBefore(sent, turn, deps.store))
  const { model, messages, tools, system_prompt } = sent
  const moment = { at: 'request', principal, session_id, turn_id, model, messages, tools, system_prompt } as const
  const asked = assertAllowed(deps.policy, moment)
  if (asked) await asked
  return sent
}

/** Tools may have spent it meanwhile, or other chats. Throws a `BillingError`. */
async function assertBudget(deps: TurnDeps, turn: Turn, request_id: string, input_tokens: number): Promise<void> {
  const { principal, turn_id: hold_id, model, settings, journal } = turn
  try {
    const at = journal.timestamp()
    await journal.patiently(() => holdFor(deps, principal, { hold_id, model, input_tokens, settings, at }))
  } catch (error) {
    if (!(error instanceof BudgetSpentError)) throw error
    throw new BillingError(error.message, { request_id, reason: 'budget_spent' })
  }
}
