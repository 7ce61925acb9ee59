import type { CanonicalRequest } from '../adapters/adapter.ts'
import type { AdapterError, ErrorClass } from '../canonical/error.ts'
import { newId } from '../canonical/id.ts'
import type { Message, RoutingDecisionRecord } from '../canonical/message.ts'
import { type EndOfTurn, isEndOfTurn } from '../events/catalog.ts'
import type { LiveStream } from '../live/live-stream.ts'
import type { Logger } from '../log.ts'
import type { PictureFitter } from '../media/picture-fitter.ts'
import type { AvailableModel, ModelDirectory } from '../models/model-directory.ts'
import { addSpending, NOTHING_SPENT } from '../models/spending.ts'
import { assertAllowed, type Policy } from '../policy/policy.ts'
import type { Principal } from '../principal.ts'
import type { AttachmentStore } from '../store/attachment-store.ts'
import type { SessionPatch, SessionWrite, Store } from '../store/store.ts'
import type { TurnState, TurnWrite } from '../store/turn-record.ts'
import type { ToolRegistry } from '../tools/registry.ts'
import type { ToolSource } from '../tools/source.ts'
import type { Workspaces } from '../tools/workspace.ts'
import { fitPictures } from './fit-pictures.ts'
import type { Journal } from './journal.ts'
import { type CallResult, callModel } from './model-call.ts'
import { runTools } from './tool-cycle.ts'
import { fileRefs, toolIdsFor, turnRequest, withoutOverrides } from './turn-request.ts'

export interface TurnDeps {
  store: Store
  live: LiveStream
  models: ModelDirectory
  tools: readonly ToolSource[]
  workspaces: Workspaces
  policy: Policy
  attachments: AttachmentStore
  pictures: PictureFitter
  log: Logger
  newEventId: () => string
  /** Microseconds. */
  clock: () => number
  checkpointMs?: number | undefined
}

export interface Turn {
  /** Whose turn it is. */
  principal: Principal
  session_id: string
  turn_id: string
  /** Chosen once, at the start; it owns the whole turn (design §7). */
  model: AvailableModel
  routing: RoutingDecisionRecord
  system_prompt: string | null
  /** What its sources gave at the start. */
  tools: ToolRegistry
  /** The path up to and including the USER message. */
  messages: Message[]
  journal: Journal
  signal: AbortSignal
  /** Called when the end of the turn is stored, before anybody sees it. */
  onStored: () => void
}

/** A model that asks for tools, or for another go, without end is stopped here. */
const MAX_MODEL_CALLS = 50

/** From a stored USER message to an answer that asks for no tool, a cancel, or an error. Throws only when the store does. */
export async function runTurn(deps: TurnDeps, turn: Turn): Promise<void> {
  const { journal } = turn
  const path = [...turn.messages]
  const files = new Map<string, Uint8Array>()
  let spentHere = NOTHING_SPENT
  for (let calls = 1; ; calls += 1) {
    const result = await call(deps, turn, path, files)
    path.push(result.message)
    spentHere = addSpending(spentHere, result.message)

    if (
      result.outcome === 'completed' &&
      result.pending.length === 0 &&
      result.message.metadata.stop_reason !== 'pause_turn'
    ) {
      const completed = journal.event('turn.completed', {
        message_id: result.message.id,
        model: result.message.metadata.model ?? turn.model.id,
        llm_calls: calls,
        ...spentHere,
      })
      return finish(turn, joined(result.write, { events: [completed] }), [result.message])
    }
    if (result.outcome === 'cancelled') {
      return finish(turn, joined(result.write, { events: [cancelled(turn, result.message.id)] }), [result.message])
    }
    if (result.outcome === 'failed') {
      const failed = failure(turn, result.error)
      return finish(turn, joined(result.write, { events: [failed] }), [result.message])
    }

    await journal.write(result.write, [result.message])
    const results = await runTools({
      turn_id: turn.turn_id,
      asked: result.message,
      calls: result.pending,
      tools: turn.tools,
      host: {
        principal: turn.principal,
        session_id: turn.session_id,
        turn_id: turn.turn_id,
        signal: turn.signal,
        workspaces: deps.workspaces,
        policy: deps.policy,
        onProgress: (tool_use_id, progress) =>
          deps.live.publish(turn.session_id, {
            type: 'tool_progress',
            turn_id: turn.turn_id,
            tool_use_id,
            ...progress,
          }),
      },
      store: deps.store,
      journal,
      log: deps.log,
      now: () => deps.clock() / 1000,
    })
    path.push(...results)
    if (turn.signal.aborted) return finish(turn, { events: [cancelled(turn, null)], patch: {} }, [])
    if (calls === MAX_MODEL_CALLS) {
      const failed = journal.event('turn.failed', {
        error_class: 'other',
        message: `The model was called ${MAX_MODEL_CALLS} times in one turn without coming to an end; it was stopped. Send a message to go on.`,
      })
      return finish(turn, { events: [failed], patch: {} }, [])
    }
  }
}

async function call(
  deps: TurnDeps,
  turn: Turn,
  path: readonly Message[],
  files: Map<string, Uint8Array>,
): Promise<CallResult> {
  const messages = withoutOverrides(path)
  const tools = [...turn.tools.definitions]
  const [toolCalls] = await Promise.all([deps.store.toolCalls(turn.session_id), readFiles(deps, messages, files)])
  const { id: model, adapter } = turn.model
  const estimated = adapter?.estimateInputTokens(messages, tools, turn.system_prompt, { files, model }) ?? 0
  const last = path.at(-1)
  const message_id = newId(last?.id ?? null)
  return callModel({
    session_id: turn.session_id,
    turn_id: turn.turn_id,
    started_by: turn.principal.id,
    message_id,
    parent_id: last?.id ?? '',
    model: turn.model,
    routing: turn.routing,
    estimated_input_tokens: estimated,
    request: {
      ...turnRequest({
        request_id: newId(),
        session_id: turn.session_id,
        model: turn.model,
        messages,
        tools,
        system_prompt: turn.system_prompt,
        estimated_input_tokens: estimated,
        tool_ids: toolIdsFor(turn.model, deps.models, path, toolCalls),
        files,
      }),
      signal: turn.signal,
    },
    prepare: (request) => allowedRequest(request, deps, turn),
    journal: turn.journal,
    store: deps.store,
    live: deps.live,
    models: deps.models,
    log: deps.log,
    checkpointMs: deps.checkpointMs,
  })
}

/** The request as it goes out, where it may. Throws an `AdapterError` for what must not be sent. */
async function allowedRequest(request: CanonicalRequest, deps: TurnDeps, turn: Turn): Promise<CanonicalRequest> {
  const fitted = await fitPictures(request, turn.model, deps)
  const { principal, session_id, turn_id } = turn
  const { model, messages, tools, system_prompt } = fitted
  const moment = { at: 'request', principal, session_id, turn_id, model, messages, tools, system_prompt } as const
  const asked = assertAllowed(deps.policy, moment)
  if (asked) await asked
  return fitted
}

/** Reads each upload once in a turn. One that cannot be read is left out, like one that is not there. */
async function readFiles({ attachments, log }: TurnDeps, messages: readonly Message[], files: Map<string, Uint8Array>) {
  for (const ref of fileRefs(messages)) {
    if (files.has(ref)) continue
    try {
      const file = await attachments.get(ref)
      if (file) files.set(ref, file.bytes)
    } catch (cause) {
      log.error('an upload cannot be read', { data: ref, cause })
    }
  }
}

/** The end of a turn is one step: its last message, its events and the idle session are stored together. */
function finish(turn: Turn, write: Step, shown: Message[]): Promise<void> {
  const patch: SessionPatch = { ...write.patch, state: 'idle', settle_model: true }
  const end = write.events?.find(isEndOfTurn)
  const state = end ? STATE_AFTER[end.type] : 'failed'
  const ended: TurnWrite = { type: 'end', id: turn.turn_id, state, ended_at: turn.journal.timestamp() }
  return turn.journal.write({ ...write, patch, turn: ended }, shown, turn.onStored)
}

const STATE_AFTER = {
  'turn.completed': 'completed',
  'turn.failed': 'failed',
  'turn.cancelled': 'cancelled',
} as const satisfies Record<EndOfTurn['type'], TurnState>

function cancelled(turn: Turn, message_id: string | null) {
  return turn.journal.event('turn.cancelled', { message_id }, { actor: 'user' })
}

function failure(turn: Turn, error: AdapterError | null) {
  const error_class: ErrorClass = error?.error_class ?? 'other'
  return turn.journal.event('turn.failed', { error_class, message: error?.message ?? 'The answer failed.' })
}

type Step = Omit<SessionWrite, 'session_id'>

function joined(first: Step, second: Step): Step {
  return {
    ...first,
    events: [...(first.events ?? []), ...(second.events ?? [])],
    patch: { ...first.patch, ...second.patch },
  }
}
