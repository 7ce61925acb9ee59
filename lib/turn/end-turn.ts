import { assertNever } from '../assert-never.ts'
import type { Message } from '../canonical/message.ts'
import type { PersistedEvent } from '../events/catalog.ts'
import { addSpending, NOTHING_SPENT } from '../models/spending.ts'
import type { Step } from './journal.ts'
import type { TurnEnd } from './next-step.ts'
import type { Turn } from './turn.ts'
import { answersOf } from './turn-state.ts'

/**
 * The end of a turn is one step: its last message, its events and the idle session are stored together. `last` is the step
 * of its last answer, where that is not stored yet.
 */
export function endTurn(turn: Turn, path: readonly Message[], end: TurnEnd, last?: Step): Promise<void> {
  const { journal, turn_id } = turn
  const { write, shown } = last ?? { write: {}, shown: [] }
  const event = eventOf(turn, path, end)
  return journal.write(
    {
      ...write,
      events: [...(write.events ?? []), event],
      patch: { ...write.patch, state: 'idle', settle_model: true },
      turn: { type: 'end', id: turn_id, state: end.type, ended_at: journal.timestamp() },
    },
    shown,
    turn.onStored,
  )
}

function eventOf({ journal, turn_id, model }: Turn, path: readonly Message[], end: TurnEnd): PersistedEvent {
  switch (end.type) {
    case 'completed': {
      const answers = answersOf(path, turn_id)
      return journal.event('turn.completed', {
        message_id: end.answer.id,
        model: end.answer.metadata.model ?? model.id,
        llm_calls: answers.length,
        ...answers.reduce(addSpending, NOTHING_SPENT),
      })
    }
    case 'cancelled':
      return journal.event('turn.cancelled', { message_id: end.answer?.id ?? null }, { actor: 'user' })
    case 'failed': {
      const { type: _type, ...failure } = end
      return journal.event('turn.failed', failure)
    }
    default:
      return assertNever(end)
  }
}
