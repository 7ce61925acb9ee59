import { expect, test } from 'vitest'
import { lastTurns } from '#app/_chat/last-screen/last-turns.ts'
import type { Message } from '#lib/canonical/message.ts'
import { publicMessage } from '#lib/canonical/public-message.ts'
import { ANSWERED, chain, messageOf, session } from '#test/support/session-builder.ts'

const owner = session()

/** A question, and an answer of so many characters. */
function turn(length: number): Message[] {
  const content: Message['content'] = [{ type: 'text', text: 'a'.repeat(length) }]
  return [messageOf(owner), messageOf(owner, { role: 'assistant', content, metadata: ANSWERED })]
}

function lastOf(...messages: Message[]) {
  const kept = lastTurns(chain(messages).map(publicMessage))
  return kept.map(({ id }) => messages.findIndex((message) => message.id === id))
}

test('turns are taken from the end until they fill a screen', () => {
  expect(lastOf(...turn(10), ...turn(10))).toEqual([0, 1, 2, 3])
  expect(lastOf(...turn(10), ...turn(4_000), ...turn(4_000))).toEqual([2, 3, 4, 5])
})

test('a turn that fills it is there with its question', () => {
  expect(lastOf(...turn(10), ...turn(20_000))).toEqual([2, 3])
})

test('one that is too long is not, and takes none with it that come after', () => {
  expect(lastOf(...turn(10), ...turn(24_000))).toEqual([])
  expect(lastOf(...turn(24_000), ...turn(10))).toEqual([2, 3])
})

test('of a turn that does not begin in what is here nothing is', () => {
  const [, answer] = turn(10)
  expect(lastOf(...(answer ? [answer] : []), ...turn(10))).toEqual([1, 2])
})
