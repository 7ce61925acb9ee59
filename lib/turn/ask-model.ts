import type { CanonicalRequest } from '../adapters/adapter.ts'
import { BudgetSpentError } from '../budgets/budget-error.ts'
import { BillingError } from '../canonical/error.ts'
import { newId } from '../canonical/id.ts'
import type { Message } from '../canonical/message.ts'
import type { DocumentReading } from '../media/document-reading.ts'
import { assertAllowed } from '../policy/policy.ts'
import { holdFor } from './call-budget.ts'
import { readDocuments } from './documents.ts'
import { fitPictures } from './fit-pictures.ts'
import { type CallResult, callModel } from './model-call.ts'
import { scannedRequest } from './outbound-scan.ts'
import { readFiles } from './read-files.ts'
import type { Turn, TurnDeps } from './turn.ts'
import { toolIdsFor, turnRequest, withoutOverrides } from './turn-request.ts'
import { fitSettings } from './turn-settings.ts'

/** What was read of uploads, kept from one call of a turn to the next: their bytes, and what stands in them. */
export interface KnownFiles {
  files: Map<string, Uint8Array>
  documents: Map<string, DocumentReading>
}

/** Calls the turn's model with what was said so far. */
export async function askModel(
  deps: TurnDeps,
  turn: Turn,
  path: readonly Message[],
  { files, documents }: KnownFiles,
): Promise<CallResult> {
  const messages = withoutOverrides(path)
  const tools = [...turn.tools.definitions]
  const [toolCalls] = await Promise.all([deps.store.toolCalls(turn.session_id), readFiles(messages, deps, files)])
  await readDocuments(messages, deps, documents)
  const { id: model, adapter } = turn.model
  const estimated = adapter?.estimateInputTokens(messages, tools, turn.system_prompt, { files, documents, model }) ?? 0
  const { settings, changes } = fitSettings(turn.settings, turn.model)
  const last = path.at(-1)
  const message_id = newId(last?.id ?? null)
  return callModel({
    session_id: turn.session_id,
    turn_id: turn.turn_id,
    principal: turn.principal,
    message_id,
    parent_id: last?.id ?? '',
    model: turn.model,
    routing: turn.routing,
    estimated_input_tokens: estimated,
    setting_changes: changes,
    request: {
      ...turnRequest({
        request_id: newId(),
        session_id: turn.session_id,
        model: turn.model,
        messages,
        tools,
        system_prompt: turn.system_prompt,
        settings,
        estimated_input_tokens: estimated,
        tool_ids: toolIdsFor(path, toolCalls),
        files,
        documents,
      }),
      signal: turn.signal,
    },
    prepare: (request) => allowedRequest(request, deps, turn, estimated),
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
  const scanned = await scannedRequest(request, outbound_scan, turn.model.adapter?.name ?? '')
  const fitted = await fitPictures(scanned, turn.model, deps)
  const { model, messages, tools, system_prompt } = fitted
  const moment = { at: 'request', principal, session_id, turn_id, model, messages, tools, system_prompt } as const
  const asked = assertAllowed(deps.policy, moment)
  if (asked) await asked
  return fitted
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
