import { expect, test } from 'vitest'
import { reduceFrames } from '#app/_chat/live/reduce-frame.ts'
import { EMPTY_SESSION, type SessionState } from '#app/_chat/live/session-state.ts'
import type { TransientPayload } from '#lib/events/frame.ts'
import { frame, message, snapshot, total } from '../frame-builder.ts'

const question = (id: string, parent: string | null) => message(id, 'user', id, {}, parent)
const answer = (id: string, parent: string | null) => message(id, 'assistant', id, {}, parent)
const pathOf = ({ tree }: SessionState) => tree.path.map(({ id }) => id)
const placesOf = ({ places }: SessionState) => [...places.values()]

/** Two turns, and another question beside the second one. */
const opened = reduceFrames(EMPTY_SESSION, [
  snapshot({
    messages: [question('M1', null), answer('M2', 'M1'), question('M3', 'M2'), answer('M4', 'M3')],
    places: [{ message_id: 'M3', index: 0, total: 2 }],
    last_turn: { turn_id: 'T2', outcome: 'completed' },
  }),
])

const change = { deletion_id: 'D1', places: [], moved: [], parent_id: 'M2', head_id: 'M4', last_turn: null }
const deleted = (fields: Partial<TransientPayload<'messages.deleted'>> & { message_ids: string[] }) =>
  frame('messages.deleted', { ...change, ...fields }, { turn_id: null })
const restored = (fields: Partial<TransientPayload<'messages.restored'>> & { message_ids: string[] }) =>
  frame('messages.restored', { ...change, messages: [], turn_totals: [], ...fields }, { turn_id: null })

/** The question alone: its answer becomes the version beside the other question. */
const alone = [
  deleted({
    message_ids: ['M3'],
    moved: [{ message_id: 'M4', parent_id: 'M2' }],
    places: [{ message_id: 'M4', index: 0, total: 2 }],
  }),
]

test('what follows a question that is gone follows what came before it, and stands where it stood', () => {
  const state = reduceFrames(opened, alone)
  expect(pathOf(state)).toEqual(['M1', 'M2', 'M4'])
  expect(placesOf(state)).toEqual([{ message_id: 'M4', index: 0, total: 2 }])
  expect([...state.tree.known.keys()]).toEqual(['M1', 'M2', 'M4'])
  expect([...state.gone]).toEqual(['M3'])
  // A page that opened the chat a moment later is told once more.
  expect(reduceFrames(state, alone)).toEqual({ ...state, deletions: 2 })
})

test('what is there again stands where it was, on a page that has never seen it as well', () => {
  const back = restored({
    message_ids: ['M3'],
    messages: [question('M3', 'M2')],
    moved: [{ message_id: 'M4', parent_id: 'M3' }],
    places: [{ message_id: 'M3', index: 0, total: 2 }],
    turn_totals: [total()],
    last_turn: { turn_id: 'T2', outcome: 'completed' },
  })
  const state = reduceFrames(opened, [...alone, back])
  expect(pathOf(state)).toEqual(pathOf(opened))
  expect(placesOf(state)).toEqual(placesOf(opened))
  expect(state).toMatchObject({ outcome: { state: 'completed' }, gone: new Set() })

  const late = reduceFrames(EMPTY_SESSION, [
    snapshot({ messages: [question('M1', null), answer('M2', 'M1'), answer('M4', 'M2')] }),
    back,
  ])
  expect(pathOf(late)).toEqual(pathOf(opened))
  expect(late.totals.get('T1')).toEqual(total())
})

test('a branch that is gone leaves the path where the server leads it; one that is not here is asked for', () => {
  const gone = { message_ids: ['M3', 'M4'], parent_id: 'M2' }
  expect(pathOf(reduceFrames(opened, [deleted({ ...gone, head_id: 'M2' })]))).toEqual(['M1', 'M2'])
  const elsewhere = reduceFrames(opened, [deleted({ ...gone, head_id: 'M6' })])
  expect(elsewhere.tree).toMatchObject({ head: 'M6', path: [] })
  expect(placesOf(elsewhere)).toEqual([])
})

test('all that is gone leaves nothing, and no question that is written anew', () => {
  const editing = { ...opened, editing: { message_id: 'M3', text: 'otherwise' } }
  const all = deleted({ message_ids: ['M1', 'M2', 'M3', 'M4'], parent_id: null, head_id: null })
  expect(reduceFrames(editing, [all])).toMatchObject({
    editing: null,
    outcome: null,
    tree: { head: null, path: [], known: new Map() },
  })
  const back = restored({
    message_ids: ['M1', 'M2'],
    parent_id: null,
    messages: [...opened.tree.path.slice(0, 2)],
    head_id: 'M2',
  })
  expect(pathOf(reduceFrames(editing, [all, back]))).toEqual(['M1', 'M2'])
})
