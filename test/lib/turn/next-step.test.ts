import { describe, expect, test } from 'vitest'
import type { ToolUseBlock } from '#lib/canonical/block.ts'
import type { Message, MessageMetadata } from '#lib/canonical/message.ts'
import { nextStep } from '#lib/turn/next-step.ts'
import type { OpenCall, TurnState } from '#lib/turn/turn-state.ts'
import { ANSWERED, messageOf } from '#test/support/session-builder.ts'

const TURN = 'turn_1'
const OWNER = { id: 'S' }

const question = messageOf(OWNER, { metadata: { turn_id: TURN } })
const answer = (metadata: MessageMetadata = {}) =>
  messageOf(OWNER, { role: 'assistant', metadata: { ...ANSWERED, status: 'complete', turn_id: TURN, ...metadata } })
const result = () => messageOf(OWNER, { role: 'tool', metadata: { turn_id: TURN, parent_tool_use_id: 'tu_1' } })
const block = (id = 'tu_1'): ToolUseBlock => ({ type: 'tool_use', id, name: 'calculator', input: {} })

function stepAfter(path: Message[], calls: OpenCall[] = [], isCalling = false) {
  const state: TurnState = { path: [question, ...path], calls, isCalling }
  return nextStep(state, TURN)
}

describe('the next step of a turn', () => {
  test('is to call the model after the question, after all results, and after a pause', () => {
    const call = { type: 'call_model' }
    expect(stepAfter([])).toEqual(call)
    expect(stepAfter([answer({ stop_reason: 'tool_use' }), result()])).toEqual(call)
    expect(stepAfter([answer({ stop_reason: 'pause_turn' })])).toEqual(call)
  })

  test('is to run the calls that have no result yet', () => {
    const asked = answer({ stop_reason: 'tool_use' })
    const open: OpenCall[] = [{ block: block('tu_2'), status: 'pending' }]
    expect(stepAfter([asked, result()], open)).toEqual({ type: 'run_tools', asked, calls: [block('tu_2')] })
  })

  test('is the end that the last answer has', () => {
    const whole = answer({ stop_reason: 'end_turn' })
    expect(stepAfter([whole])).toEqual({ type: 'end', end: { type: 'completed', answer: whole } })
    const stopped = answer({ status: 'cancelled' })
    expect(stepAfter([stopped])).toEqual({ type: 'end', end: { type: 'cancelled', answer: stopped } })
    const error = { error_class: 'network', message: 'cut' } as const
    expect(stepAfter([answer({ status: 'error', error })])).toEqual({ type: 'end', end: { type: 'failed', ...error } })
  })

  test.each(['error', 'partial'] as const)(
    'is its failure where an answer is stored as %s without a word',
    (status) => {
      const end = { type: 'failed', error_class: 'other', message: 'The answer failed.' }
      expect(stepAfter([answer({ status })])).toEqual({ type: 'end', end })
    },
  )

  test('is the end where somebody stopped its tools', () => {
    const calls: OpenCall[] = [
      { block: block('tu_1'), status: 'cancelled' },
      { block: block('tu_2'), status: 'pending' },
    ]
    expect(stepAfter([answer()], calls)).toEqual({ type: 'end', end: { type: 'cancelled', answer: null } })
  })

  test('is the end after fifty calls of the model, of this turn and no other', () => {
    const cycle = () => [answer({ stop_reason: 'tool_use' }), result()]
    const cycles = (count: number) => Array.from({ length: count }, cycle).flat()
    expect(
      stepAfter([...cycles(30).map((each) => ({ ...each, metadata: { turn_id: 'before' } })), ...cycles(49)]),
    ).toEqual({
      type: 'call_model',
    })
    const message =
      'The model was called 50 times in one turn without coming to an end; it was stopped. Send a message to go on.'
    expect(stepAfter(cycles(50))).toEqual({ type: 'end', end: { type: 'failed', error_class: 'other', message } })
  })
})

describe('what a process that is gone had begun', () => {
  test('is not done again where a model was called', () => {
    expect(stepAfter([], [], true)).toEqual({ type: 'give_up' })
  })

  test.each(['none', 'read', null] as const)('is done again by a tool whose effect is "%s"', (side_effects) => {
    const asked = answer({ stop_reason: 'tool_use' })
    const begun: OpenCall[] = [{ block: block(), status: 'begun', side_effects }]
    expect(stepAfter([asked], begun)).toEqual({ type: 'run_tools', asked, calls: [block()] })
  })

  test.each(['write', 'execute', 'network'] as const)('is not done again by a tool whose effect is "%s"', (effect) => {
    const begun: OpenCall[] = [
      { block: block('tu_1'), status: 'pending' },
      { block: block('tu_2'), status: 'begun', side_effects: effect },
    ]
    expect(stepAfter([answer()], begun)).toEqual({ type: 'give_up' })
  })

  test('is not done again where nobody can read what it was', () => {
    expect(stepAfter([answer()], [{ block: block(), status: 'unreadable' }])).toEqual({ type: 'give_up' })
  })
})
