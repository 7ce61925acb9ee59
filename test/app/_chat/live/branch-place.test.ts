import { expect, test } from 'vitest'
import { reduceFrames } from '#app/_chat/live/reduce-frame.ts'
import { EMPTY_SESSION, type SessionState, withOlder } from '#app/_chat/live/session-state.ts'
import { frame, message, snapshot } from '../frame-builder.ts'

const question = (id: string, parent: string | null) => message(id, 'user', id, {}, parent)
const answer = (id: string, parent: string) => message(id, 'assistant', id, {}, parent)
const appended = (told: ReturnType<typeof message>) => frame('message.appended', { message: told })
const placesOf = ({ places }: SessionState) => [...places.values()]

const opened = reduceFrames(EMPTY_SESSION, [
  snapshot({
    messages: [question('M1', null), answer('M2', 'M1'), question('M5', 'M2'), answer('M6', 'M5')],
    places: [{ message_id: 'M5', index: 1, total: 2 }],
  }),
])

test('a snapshot and older pages say where messages stand', () => {
  expect(placesOf(opened)).toEqual([{ message_id: 'M5', index: 1, total: 2 }])
  const older = {
    messages: [question('M0', null)],
    turn_totals: [],
    places: [{ message_id: 'M0', index: 0, total: 3 }],
  }
  expect(placesOf(withOlder(opened, older))).toEqual([...placesOf(opened), ...older.places])
})

test('a question that goes on from the end stands alone; one beside others is the last of them', () => {
  const on = reduceFrames(opened, [appended(question('M7', 'M6'))])
  expect(placesOf(on)).toEqual(placesOf(opened))

  const beside = reduceFrames(on, [appended(question('M8', 'M2'))])
  expect(placesOf(beside)).toEqual([
    { message_id: 'M5', index: 1, total: 3 },
    { message_id: 'M8', index: 2, total: 3 },
  ])
  expect(placesOf(reduceFrames(beside, [appended(question('M8', 'M2'))]))).toEqual(placesOf(beside))

  const anew = reduceFrames(beside, [appended(question('M9', null))])
  expect(placesOf(anew).slice(2)).toEqual([
    { message_id: 'M1', index: 0, total: 2 },
    { message_id: 'M9', index: 1, total: 2 },
  ])
})
