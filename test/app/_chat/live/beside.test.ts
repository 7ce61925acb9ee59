import { expect, test } from 'vitest'
import { answerContent } from '#app/_chat/live/live-answer.ts'
import { reduceFrames } from '#app/_chat/live/reduce-frame.ts'
import { EMPTY_SESSION, runningTurns } from '#app/_chat/live/session-state.ts'
import type { SessionFrame } from '#lib/events/frame.ts'
import { frame, message, snapshot } from '../frame-builder.ts'

// Turn T1 is on the path, T2 answers the same beside it.

const asked = (id: string, turn_id: string) => message(id, 'user', 'Why?', { turn_id }, null)
const begun: SessionFrame[] = [
  frame('message.appended', { message: asked('M1', 'T1') }),
  frame('message.appended', { message: asked('M2', 'T2'), beside: true }, { turn_id: 'T2' }),
  frame('turn.started', { message_id: 'M1', content_hash: 'x' }),
  frame('turn.started', { message_id: 'M2', content_hash: 'x', lane: 1 }, { turn_id: 'T2' }),
]
const delta = (turn_id: string, message_id: string, text: string) =>
  frame('text.delta', { message_id, content_block_index: 0, text }, { turn_id })
const ids = (turns: { turn_id: string }[]) => turns.map(({ turn_id }) => turn_id)

test('two answers are written at the same time, and only one of them on the path', () => {
  const state = reduceFrames(EMPTY_SESSION, [snapshot(), ...begun, delta('T1', 'M3', 'One'), delta('T2', 'M4', 'Two')])
  expect(state.tree.path.map(({ id }) => id)).toEqual(['M1'])
  expect(state.answer?.message_id).toBe('M3')
  expect(state.beside.get('T2')).toMatchObject({ question_id: 'M2', answer: { message_id: 'M4' } })
  expect(state.places.get('M1')).toEqual({ message_id: 'M1', index: 0, total: 2 })
  expect(state.places.get('M2')).toEqual({ message_id: 'M2', index: 1, total: 2 })
  expect(ids(runningTurns(state))).toEqual(['T1', 'T2'])
})

test('each ends by itself; the path and how its turn ended stay what they are', () => {
  const answer = message('M4', 'assistant', 'Two', { turn_id: 'T2' }, 'M2')
  const state = reduceFrames(EMPTY_SESSION, [
    snapshot(),
    ...begun,
    delta('T2', 'M4', 'Two'),
    frame('message.appended', { message: answer, beside: true }, { turn_id: 'T2' }),
    frame('turn.failed', { error_class: 'other', message: 'No more.' }, { turn_id: 'T2' }),
  ])
  expect(state.tree.path.map(({ id }) => id)).toEqual(['M1'])
  expect(state.tree.known.get('M4')).toEqual(answer)
  expect(state.beside.get('T2')).toMatchObject({
    turn: null,
    answer: null,
    outcome: { state: 'failed', message: 'No more.' },
  })
  expect(state.outcome).toBeNull()
  expect(ids(runningTurns(state))).toEqual(['T1'])
})

test('a retry is of the turn that it is said of', () => {
  const failed = { request_id: 'R', model: 'm', provider: 'p', attempt: 1 } as const
  const state = reduceFrames(EMPTY_SESSION, [
    snapshot(),
    ...begun,
    frame(
      'llm.call_failed',
      { ...failed, error_class: 'rate_limit', provider_status: 429, retry_count: 0, delay_ms: 5 },
      { turn_id: 'T2' },
    ),
  ])
  expect(state.turn?.retry).toBeNull()
  expect(state.beside.get('T2')?.turn?.retry).toEqual({ attempt: 1, error_class: 'rate_limit' })
})

test('a snapshot brings what is written beside the path, and the next question begins without it', () => {
  const partial = { message_id: 'M4', model: 'a:model', content: [{ type: 'text' as const, text: 'Tw' }] }
  const late = reduceFrames(EMPTY_SESSION, [
    snapshot({
      messages: [asked('M1', 'T1')],
      beside: [{ turn_id: 'T2', state: 'running', question_id: 'M2', partial }],
    }),
    delta('T2', 'M4', 'o'),
  ])
  expect(ids(runningTurns(late))).toEqual(['T2'])
  const answer = late.beside.get('T2')?.answer
  expect(answer && answerContent(answer)).toEqual([{ type: 'text', text: 'Two' }])
  const next = reduceFrames(late, [
    frame('turn.completed', { message_id: 'M4', model: 'm', llm_calls: 1, cost_usd: null }, { turn_id: 'T2' }),
    frame('turn.started', { message_id: 'M5', content_hash: 'x' }, { turn_id: 'T3' }),
  ])
  expect([...next.beside]).toEqual([])
  expect(ids(runningTurns(next))).toEqual(['T3'])
})
