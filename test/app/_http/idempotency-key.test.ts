import { expect, test } from 'vitest'
import { once } from '#app/_http/idempotency-key.ts'
import { LOCAL_OWNER } from '#lib/principal.ts'
import { Idempotency } from '#lib/session/idempotency.ts'
import type { RequestKey } from '#lib/store/store.ts'
import { member } from '#test/support/member.ts'

const post = (headers: Record<string, string> = {}) => new Request('http://localhost/', { method: 'POST', headers })
const fresh = () => new Idempotency({ keptAnswer: async () => null })

/** The key that the work is handed. */
async function keyOf(
  headers: Record<string, string>,
  said: object,
  principal = LOCAL_OWNER,
): Promise<RequestKey | undefined> {
  let handed: RequestKey | undefined
  await once(post(headers), fresh(), { principal, scope: 'session', said }, async (key) => {
    handed = key
    return {}
  })
  return handed
}

test('a request without a key counts each time', async () => {
  expect(await keyOf({}, { title: 'x' })).toBeUndefined()
})

test('a key is handed on with where it belongs and what was said', async () => {
  const key = await keyOf({ 'idempotency-key': 'k'.repeat(200) }, { title: 'x' })
  const fingerprint = expect.stringMatching(/^[0-9a-f]{64}$/)
  expect(key).toEqual({ scope: 'local session', key: 'k'.repeat(200), fingerprint })
})

test('the keys of two people are two', async () => {
  const key = await keyOf({ 'idempotency-key': 'k' }, { title: 'x' }, member('somebody'))
  expect(key?.scope).toBe('somebody session')
})

test('what differs has another fingerprint, text and bytes alike', async () => {
  const said = [{ title: 'x' }, { title: 'y' }, {}, Uint8Array.of(1), Uint8Array.of(2)]
  const keys = await Promise.all(said.map((each) => keyOf({ 'idempotency-key': 'k' }, each)))
  expect(new Set(keys.map((key) => key?.fingerprint)).size).toBe(said.length)
  expect(await keyOf({ 'idempotency-key': 'k' }, { title: 'x' })).toEqual(keys[0])
})

test.each([
  ['', 'empty'],
  ['k'.repeat(201), 'too long'],
])('a key that is none is refused with its name: %#', (key) => {
  const refused = () =>
    once(
      post({ 'idempotency-key': key }),
      fresh(),
      { principal: LOCAL_OWNER, scope: 'session', said: {} },
      async () => ({}),
    )
  expect(refused).toThrow('Idempotency-Key: a text of 1 to 200 characters')
})
