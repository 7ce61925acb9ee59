import { assertNever } from '../assert-never.ts'
import type { ToolUseBlock } from '../canonical/block.ts'
import type { Message } from '../canonical/message.ts'
import { askModel } from './ask-model.ts'
import { endTurn } from './end-turn.ts'
import { rerouted } from './fallback.ts'
import type { Step } from './journal.ts'
import type { KnownFiles } from './model-request.ts'
import { type NextStep, nextStep } from './next-step.ts'
import { takeIn } from './take-in.ts'
import { runTools } from './tool-cycle.ts'
import type { Turn, TurnDeps } from './turn.ts'
import type { TurnState } from './turn-state.ts'

/**
 * Takes one step after the other until the turn is over, from wherever it is: each is decided by what is stored, and stored
 * before the next. Throws only when the store does, and for a turn that cannot be gone on with.
 */
export async function advance(deps: TurnDeps, begun: Turn, from: TurnState): Promise<void> {
  let turn = begun
  let answer_id: string | undefined
  const files: KnownFiles = { files: new Map(), documents: new Map() }
  for (let state = from; ; ) {
    const step = nextStep(state, turn.turn_id)
    switch (step.type) {
      case 'call_model': {
        const said = await takeIn(deps.store, turn, state.path)
        if (said.length > 0) state = { ...state, path: [...state.path, ...said] }
        const result = await askModel(deps, turn, state.path, files, answer_id)
        const other = await rerouted(deps, turn, state.path, result, files)
        if (other) {
          await turn.journal.write(other.write)
          // One answer, and the calls that it took: those of a model that said nothing are calls for it, too.
          turn = other.turn
          answer_id = result.message.id
          break
        }
        const { message, pending, write } = result
        answer_id = undefined
        state = {
          ...state,
          path: [...state.path, message],
          calls: pending.map((block) => ({ block, status: 'pending' })),
        }
        const next = nextStep(state, turn.turn_id)
        if (next.type === 'end') return end(turn, state, next, { write, shown: [message] })
        await turn.journal.write(write, [message])
        break
      }
      case 'run_tools': {
        const results = await runTools(cycleOf(deps, turn, step, state.path))
        state = { ...state, path: [...state.path, ...results], calls: [] }
        if (!turn.signal.aborted) break
        return end(turn, state, { type: 'end', end: { type: 'cancelled', answer: null } })
      }
      case 'end':
        return end(turn, state, step)
      case 'give_up':
        throw new Error(`turn ${turn.turn_id} cannot be gone on with`)
      default:
        return assertNever(step)
    }
  }
}

function end(turn: Turn, { path }: TurnState, step: NextStep & { type: 'end' }, last?: Step): Promise<void> {
  return endTurn(turn, path, step.end, last)
}

function cycleOf(
  { live, store, policy, workspaces, log, clock }: TurnDeps,
  { turn_id, session_id, principal, signal, tools, journal }: Turn,
  { asked, calls }: { asked: Message; calls: ToolUseBlock[] },
  path: readonly Message[],
): Parameters<typeof runTools>[0] {
  return {
    turn_id,
    asked,
    after: path.at(-1) ?? asked,
    calls,
    tools,
    host: {
      principal,
      session_id,
      turn_id,
      signal,
      workspaces,
      policy,
      onProgress: (tool_use_id, progress) =>
        live.publish(session_id, { type: 'tool_progress', turn_id, tool_use_id, ...progress }),
    },
    store,
    journal,
    log,
    now: () => clock() / 1000,
  }
}
