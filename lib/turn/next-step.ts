import { assertNever } from '../assert-never.ts'
import type { ToolUseBlock } from '../canonical/block.ts'
import { type Message, statusOf } from '../canonical/message.ts'
import type { SideEffects } from '../canonical/tool.ts'
import type { EventPayload } from '../events/catalog.ts'
import { answersOf, type OpenCall, type TurnState } from './turn-state.ts'

/** How a turn ends. */
export type TurnEnd =
  | { type: 'completed'; answer: Message }
  /** `null`: while tools ran. */
  | { type: 'cancelled'; answer: Message | null }
  | ({ type: 'failed' } & EventPayload<'turn.failed'>)

export type NextStep =
  | { type: 'call_model' }
  /** `asked` made the calls. */
  | { type: 'run_tools'; asked: Message; calls: ToolUseBlock[] }
  | { type: 'end'; end: TurnEnd }
  /** What had begun cannot be done again: the turn is ended as it is. */
  | { type: 'give_up' }

/** A model that asks for tools, or for another go, without end is stopped here. */
const MAX_MODEL_CALLS = 50

const EXHAUSTED = `The model was called ${MAX_MODEL_CALLS} times in one turn without coming to an end; it was stopped. Send a message to go on.`

/**
 * What comes next in a turn, from what is stored of it alone: for the process that runs it, and for one that goes on with
 * what another left behind.
 *
 * 2026-11-22, of a process that is gone. A model call that had begun is not made again: it may be paid for, and what was
 * shown of its answer must not change, so the turn ends with it; so does one that had not come to its first call. A tool that had begun may have acted: it is run again only
 * where its definition says that it changes nothing, else the turn ends. Between two steps, with all results stored and
 * nothing begun, the turn goes on as if nothing had happened.
 */
export function nextStep({ path, calls, isCalling }: TurnState, turnId: string): NextStep {
  if (isCalling || calls.some(mustNotRun)) return { type: 'give_up' }
  if (calls.some(({ status }) => status === 'cancelled')) return end({ type: 'cancelled', answer: null })
  const answers = answersOf(path, turnId)
  const last = answers.at(-1)
  if (last && calls.length > 0) return { type: 'run_tools', asked: last, calls: calls.map(({ block }) => block) }
  if (last && last === path.at(-1)) {
    const ending = endWith(last)
    if (ending) return end(ending)
  }
  if (answers.length >= MAX_MODEL_CALLS) return end({ type: 'failed', error_class: 'other', message: EXHAUSTED })
  return { type: 'call_model' }
}

const end = (ending: TurnEnd): NextStep => ({ type: 'end', end: ending })

/** Null where the model has to be called again: it paused, or its calls have their results. */
function endWith(answer: Message): TurnEnd | null {
  const status = statusOf(answer)
  switch (status) {
    case 'complete':
      return answer.metadata.stop_reason === 'pause_turn' ? null : { type: 'completed', answer }
    case 'cancelled':
      return { type: 'cancelled', answer }
    case 'error':
    case 'partial': {
      const { error_class = 'other', message = 'The answer failed.', reason } = answer.metadata.error ?? {}
      return { type: 'failed', error_class, message, ...(reason && { reason }) }
    }
    default:
      return assertNever(status)
  }
}

function mustNotRun(call: OpenCall): boolean {
  if (call.status === 'unreadable') return true
  return call.status === 'begun' && !CHANGES_NOTHING.has(call.side_effects)
}

/** `null`: there was no such tool, and nothing ran. */
const CHANGES_NOTHING: ReadonlySet<SideEffects | null> = new Set([null, 'none', 'read'])
