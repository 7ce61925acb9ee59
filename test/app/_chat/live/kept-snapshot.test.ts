import { expect, test } from 'vitest'
import { snapshotOf } from '#app/_chat/live/kept-snapshot.ts'
import { reduceFrames } from '#app/_chat/live/reduce-frame.ts'
import { EMPTY_SESSION } from '#app/_chat/live/session-state.ts'
import { Snapshot } from '#lib/events/frame.ts'
import { frame, message, SESSION, snapshot, total } from '../frame-builder.ts'

const FAILED = { turn_id: 'T1', outcome: 'failed', error_class: 'server_error', message: 'too busy' } as const
const ASKED = message('M1', 'user', 'asked')
const ANSWER = message('M2', 'assistant', 'answered', { turn_id: 'T1' })
const SHOWN = snapshot({
  messages: [ASKED, ANSWER],
  turn_totals: [total()],
  places: [{ message_id: 'M2', index: 1, total: 2 }],
  last_turn: FAILED,
})

test('what is kept of a chat is what a server would say of it, and is read as such', () => {
  const state = reduceFrames(EMPTY_SESSION, [SHOWN])
  const kept = snapshotOf(state)
  expect(Snapshot.parse(kept)).toEqual(kept)
  expect(kept).toEqual(SHOWN.payload)
})

test('of a chat that is being answered the messages are kept that are whole', () => {
  const running = snapshot({ messages: [ASKED], turn: { turn_id: 'T1', state: 'running' } })
  expect(snapshotOf(reduceFrames(EMPTY_SESSION, [running]))).toEqual(snapshot({ messages: [ASKED] }).payload)
})

test('of a long chat the end is kept, with what belongs to it', () => {
  const long = Array.from({ length: 130 }, (_, index) =>
    message(`M${String(index + 1).padStart(3, '0')}`, 'user', 'again'),
  )
  const places = [
    { message_id: 'M003', index: 0, total: 2 },
    { message_id: 'M090', index: 0, total: 2 },
  ]
  const kept = snapshotOf(reduceFrames(EMPTY_SESSION, [snapshot({ messages: long, places, turn_totals: [total()] })]))
  expect(kept?.messages.map(({ id }) => id)).toEqual(long.slice(30).map(({ id }) => id))
  expect(kept?.places).toEqual(places.slice(1))
})

test.each([
  ['that is not here yet', []],
  ['without a message', [snapshot()]],
  ['that is temporary', [snapshot({ session: { ...SESSION, temporary: true }, messages: [ASKED] })]],
  ['that was deleted', [SHOWN, frame('session.deleted', { session_id: 'S1' })]],
])('nothing is kept of a chat %s', (_which, frames) => {
  expect(snapshotOf(reduceFrames(EMPTY_SESSION, frames))).toBeNull()
})
