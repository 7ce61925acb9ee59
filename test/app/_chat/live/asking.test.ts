import { expect, test } from 'vitest'
import { acceptAsking, ask, withdrawAsking } from '#app/_chat/live/asking.ts'
import { reduceFrames } from '#app/_chat/live/reduce-frame.ts'
import { EMPTY_SESSION, type SessionState } from '#app/_chat/live/session-state.ts'
import { frame, message, snapshot } from '../frame-builder.ts'

const CONTENT = [{ type: 'text' as const, text: 'Hi' }]
const opened = reduceFrames(EMPTY_SESSION, [snapshot({ messages: [message('M0', 'user', 'Before')] })])
const question = frame('message.appended', { message: { ...message('M1', 'user', 'Hi'), parent_id: 'M0' } })
const ids = ({ tree }: SessionState) => tree.path.map(({ id }) => id)

test('a question is shown from when it is asked until its message comes, whichever comes first, that or its acceptance', () => {
  const asked = ask(opened, CONTENT)
  expect(asked.asking).toEqual({ content: CONTENT, message_id: null })

  const accepted = acceptAsking(asked, 'M1')
  expect(accepted.asking).toEqual({ content: CONTENT, message_id: 'M1' })
  expect(reduceFrames(accepted, [question]).asking).toBeNull()

  const shown = reduceFrames(asked, [question])
  expect([shown.asking, ids(shown)]).toEqual([null, ['M0', 'M1']])
  expect(acceptAsking(shown, 'M1')).toBe(shown)
})

test('a snapshot that does not hold it leaves it where it is; one that does shows it once', () => {
  const accepted = acceptAsking(ask(opened, CONTENT), 'M1')
  const before = message('M0', 'user', 'Before')
  expect(reduceFrames(accepted, [snapshot({ messages: [before] })]).asking).toBe(accepted.asking)
  expect(reduceFrames(accepted, [snapshot({ messages: [before, message('M1', 'user', 'Hi')] })]).asking).toBeNull()
})

test('an answer that ends while it is asked does not take it away', () => {
  const asked = ask(opened, CONTENT)
  const answer = frame('message.appended', { message: message('A0', 'assistant', 'x') })
  expect(reduceFrames(asked, [answer]).asking).toBe(asked.asking)
})

test('a question that was refused is gone, and one that is known already is no news', () => {
  expect(withdrawAsking(ask(opened, CONTENT))).toEqual(opened)
  expect(withdrawAsking(opened)).toBe(opened)
  expect(acceptAsking(opened, 'M1')).toBe(opened)
})
