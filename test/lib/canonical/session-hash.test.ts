import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { messageHash } from '#lib/canonical/hash.ts'
import { type HashedMessage, sessionHash } from '#lib/canonical/session-hash.ts'
import { user } from '#test/support/message-builder.ts'

const hashed = (id: string, parent_id: string | null, said = id): HashedMessage => ({
  id,
  parent_id,
  hash: `of ${said}`,
})

/** A question with two answers, one of which was asked further. */
const TREE = [hashed('a', null), hashed('b', 'a'), hashed('c', 'a'), hashed('d', 'c')]

describe('the hash of a session', () => {
  test('changes with any message on any branch', () => {
    for (const [at, message] of TREE.entries()) {
      expect(sessionHash(TREE.with(at, { ...message, hash: 'other' }))).not.toBe(sessionHash(TREE))
    }
  })

  test('changes where a message is taken out, put in or moved to another place', () => {
    const changed = [
      TREE.slice(0, 3),
      TREE.slice(1),
      [...TREE, hashed('e', 'd')],
      TREE.with(3, hashed('d', 'b')),
      TREE.with(3, hashed('d', null)),
      [],
    ]
    const hashes = changed.map((messages) => sessionHash(messages))
    expect(new Set([sessionHash(TREE), ...hashes]).size).toBe(changed.length + 1)
  })

  test('does not change with the order in which branches are listed', () => {
    const [a, b, c, d] = TREE as [HashedMessage, HashedMessage, HashedMessage, HashedMessage]
    expect(sessionHash([a, c, d, b])).toBe(sessionHash(TREE))
  })

  test('tells two messages in a row from one and the same twice beside each other', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (first, second) => {
        const inARow = [hashed('a', null, first), hashed('b', 'a', second)]
        const beside = [hashed('a', null, first), hashed('b', null, second)]
        expect(sessionHash(inARow)).not.toBe(sessionHash(beside))
      }),
    )
  })

  test('is the same whether a field is absent or says what its absence says', () => {
    const absent = user('Hello')
    const said = { ...absent, metadata: { status: 'complete' as const, critical: false, routing: null } }
    const hashOf = (message: typeof absent) =>
      sessionHash([{ id: message.id, parent_id: null, hash: messageHash(message) }])
    expect(hashOf(said)).toBe(hashOf(absent))
    expect(hashOf({ ...absent, metadata: { status: 'cancelled' } })).not.toBe(hashOf(absent))
  })
})
