import type { CanonicalRequest } from '../adapters/adapter.ts'
import type { Budgets } from '../budgets/budgets.ts'
import { type ContentBlock, textOf } from '../canonical/block.ts'
import { newId } from '../canonical/id.ts'
import type { ToolDefinition } from '../canonical/tool.ts'
import type { AvailableModel, ModelDirectory } from '../models/model-directory.ts'
import { assertAllowed, type Policy } from '../policy/policy.ts'
import { callerOf, type Principal } from '../principal.ts'
import type { LlmCall } from '../store/turn-record.ts'
import { holdFor } from './call-budget.ts'
import { type Attempt, type InvocationSink, type Invoked, invoke } from './invoke.ts'
import { looseMessage } from './loose-message.ts'

export interface SingleQuestion {
  principal: Principal
  /** Null in both where it belongs to none. */
  session_id: string | null
  turn_id: string | null
  model: AvailableModel
  content: ContentBlock[]
  files?: CanonicalRequest['files']
  /** One that it must call, where the model can be made to. */
  tool?: ToolDefinition
  max_output_tokens: number
  signal: AbortSignal
  /** The request as it may go out. */
  sendable: (request: CanonicalRequest) => Promise<CanonicalRequest>
}

export interface SingleQuestionDeps {
  budgets: Pick<Budgets, 'hold'>
  models: Pick<ModelDirectory, 'answered' | 'bill' | 'availability'>
  policy: Policy
  timestamp: () => string
  /** Stores the attempts of the call as they are. */
  store: (attempts: Attempt[]) => Promise<void>
}

/**
 * Asks a model one thing that is no turn of a chat: with its budget held, by the least effort, and without tools but the one that is asked for. The last
 * attempt is left to whoever asks to store. Throws a `BudgetSpentError`.
 */
export async function askOnce(question: SingleQuestion, deps: SingleQuestionDeps): Promise<Invoked> {
  const sink: InvocationSink = {
    begun: (attempt) => deps.store([attempt]),
    retried: (failed, _delay, next) => {
      void deps.store([failed, next]).catch(() => {})
    },
    projected: () => {},
    event: () => undefined,
    content: () => [],
  }
  const { principal, session_id, model } = question
  const request = requestOf(question, deps)
  const { request_id, messages, tools, files } = request
  await holdFor(deps, principal, {
    hold_id: request_id,
    model,
    input_tokens: model.adapter?.estimateInputTokens(messages, tools, null, { model: model.id, files }) ?? 0,
    settings: request,
    at: deps.timestamp(),
  })
  const prepare = async (whole: CanonicalRequest) => {
    const request = await question.sendable(whole)
    const { messages, tools, system_prompt } = request
    const asked = { principal, session_id: session_id ?? '', turn_id: question.turn_id ?? '', model: model.id }
    await assertAllowed(deps.policy, { at: 'request', ...asked, messages, tools, system_prompt })
    return request
  }
  return invoke({ model, request, models: deps.models, timestamp: deps.timestamp, prepare }, sink)
}

/** Its words where it ended by itself: what was broken off, cut or refused is no answer to keep, and `fault` says which it was. */
export function wholeAnswer({
  complete,
  error,
}: Pick<Invoked, 'complete' | 'error'>): { text: string; fault: null } | { text: null; fault: string } {
  if (error) return { text: null, fault: error.message }
  const { stop_reason, final_content } = complete
  if (stop_reason !== 'end_turn' && stop_reason !== 'stop_sequence') {
    return { text: null, fault: `its answer is not whole (${stop_reason})` }
  }
  const text = textOf(final_content).trim()
  return text === '' ? { text: null, fault: 'it said nothing' } : { text, fault: null }
}

/** Rows of calls that belong to no turn: what an answer took is not what they took. The sum of the chat has both. `null`: of no chat. */
export function callsBeside(session_id: string | null, principal: Principal, attempts: readonly Attempt[]): LlmCall[] {
  const whose = { session_id, turn_id: null, message_id: null, ...callerOf(principal), routing_mode: null }
  return attempts.map((attempt) => ({ ...attempt, ...whose }))
}

function requestOf(
  { session_id: of, model, content, files, tool, max_output_tokens, signal }: SingleQuestion,
  { timestamp }: SingleQuestionDeps,
) {
  const [least] = model.efforts
  const session_id = of ?? ''
  return {
    request_id: newId(),
    session_id,
    messages: [looseMessage(session_id, content, timestamp())],
    tools: tool ? [tool] : [],
    ...(tool && { tool_choice: 'required' as const }),
    system_prompt: null,
    model: model.id,
    max_output_tokens: Math.min(max_output_tokens, model.capabilities.max_output_tokens),
    ...(least !== undefined && { reasoning_effort: least }),
    ...(files && { files }),
    signal,
  } satisfies Omit<CanonicalRequest, 'onAttempt'>
}
