import { MessageChannel } from 'node:worker_threads'
import { expect, onTestFinished, test } from 'vitest'
import { connect, remote, serve } from '#db/remote.ts'
import { InvariantError } from '#lib/canonical/invariant.ts'
import { BadCursorError } from '#lib/store/store.ts'

/** Both ends in one thread. */
async function pair<T extends Record<string, object>>(services: T) {
  const { port1, port2 } = new MessageChannel()
  onTestFinished(() => port1.close())
  await serve(port2, async () => services)
  const connection = connect(port1)
  return { ...connection, services: remote<T>(await connection.methods, connection.call) }
}

test('an error keeps its class where the store names it, and its name, fields, stack and causes everywhere', async () => {
  class OddError extends Error {
    override readonly name = 'OddError'
    readonly code = 'ODD'
    readonly unsendable = () => {}
  }
  const violations = [{ rule: '5.1.1', message_id: 'm', problem: 'has no content' }]
  const fail = (thrown: unknown) => async () => {
    throw thrown
  }
  const { services } = await pair({
    it: {
      cursor: fail(new BadCursorError('before')),
      invariant: fail(new InvariantError(violations)),
      odd: fail(new OddError('odd', { cause: new TypeError('why', { cause: 'because' }) })),
      bare: fail('no error at all'),
      unsendable: async () => () => {},
    },
  })
  const { it } = services
  const caught = (promise: Promise<unknown>) =>
    promise.then(
      () => undefined,
      (error: unknown) => error,
    )
  const cursor = await caught(it.cursor())
  expect(cursor).toBeInstanceOf(BadCursorError)
  expect(cursor).toMatchObject({ name: 'BadCursorError', parameter: 'before' })
  expect(await caught(it.invariant())).toBeInstanceOf(InvariantError)
  expect(await caught(it.invariant())).toMatchObject({ violations, message: expect.stringContaining('5.1.1') })
  const odd = await caught(it.odd())
  expect(odd).toBeInstanceOf(Error)
  expect(odd).toMatchObject({ name: 'OddError', message: 'odd', code: 'ODD' })
  expect(odd).not.toHaveProperty('unsendable')
  expect((odd as Error).stack).toContain('remote.test.ts')
  expect((odd as Error).cause).toMatchObject({ name: 'TypeError', message: 'why', cause: { message: 'because' } })
  expect(await caught(it.bare())).toMatchObject({ message: 'no error at all' })
  expect(await caught(it.unsendable())).toMatchObject({ name: 'DataCloneError' })
})

test('an argument that cannot be sent is refused at once, and the calls after it are answered', async () => {
  const { services, lose } = await pair({ it: { take: async (value: unknown) => value } })
  await expect(services.it.take(() => {})).rejects.toMatchObject({ name: 'DataCloneError' })
  expect(await services.it.take({ nothing: undefined })).toEqual({ nothing: undefined })
  lose(new Error('the end'))
  await expect(services.it.take(1)).rejects.toThrow('the database has ended: the end')
})

test('many calls are answered each with its own', async () => {
  const { services } = await pair({
    it: { double: async (n: number) => new Promise((resolve) => setTimeout(() => resolve(2 * n), 20 - n)) },
  })
  const all = Array.from({ length: 20 }, (_, n) => n)
  expect(await Promise.all(all.map((n) => services.it.double(n)))).toEqual(all.map((n) => 2 * n))
})

test('what cannot be opened is told to whoever asks, and to each call', async () => {
  const { port1, port2 } = new MessageChannel()
  onTestFinished(() => port1.close())
  const { methods, call } = connect(port1)
  const early = call('it', 'anything', [])
  const opened = serve(port2, async () => {
    throw new BadCursorError('cursor')
  })
  await expect(methods).rejects.toBeInstanceOf(BadCursorError)
  await expect(early).rejects.toBeInstanceOf(BadCursorError)
  await expect(call('it', 'anything', [])).rejects.toBeInstanceOf(BadCursorError)
  expect(await opened).toBe(false)
})

test('the end of the other side is told to calls that wait for it', async () => {
  const { services, lose } = await pair({ it: { never: () => new Promise<void>(() => {}) } })
  const waiting = services.it.never()
  lose(new Error('the end'))
  await expect(waiting).rejects.toMatchObject({ name: 'DatabaseError', cause: { message: 'the end' } })
})
