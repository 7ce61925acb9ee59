import { describe, expect, test } from 'vitest'
import { Idempotency, IdempotencyMismatchError } from '#lib/session/idempotency.ts'
import type { KeptAnswer } from '#lib/store/store.ts'

const request = { scope: 'session', key: 'k', fingerprint: 'f' }
const other = { ...request, fingerprint: 'g' }

/** Work that stores its key as a route's does, counts its runs and ends when it is let. */
function setUp() {
  const kept = new Map<string, KeptAnswer>()
  const idempotency = new Idempotency({ keptAnswer: async (scope, key) => kept.get(scope + key) ?? null })
  const gate = Promise.withResolvers<void>()
  let runs = 0
  const run = (at = request) =>
    idempotency.once(at, async () => {
      runs += 1
      await gate.promise
      const answer = { id: `made ${runs}` }
      kept.set(at.scope + at.key, { ...at, answer })
      return answer
    })
  return { idempotency, run, gate, runs: () => runs }
}

describe('a request with a key', () => {
  test('that comes again while it runs has the answer of the one run', async () => {
    const { run, gate, runs } = setUp()
    const both = [run(), run()]
    gate.resolve()
    expect(await Promise.all(both)).toEqual([{ id: 'made 1' }, { id: 'made 1' }])
    expect(runs()).toBe(1)
  })

  test('that comes again later has the answer that was kept', async () => {
    const { run, gate, runs } = setUp()
    gate.resolve()
    await run()
    expect(await run()).toEqual({ id: 'made 1' })
    expect(runs()).toBe(1)
  })

  test('belongs to its scope', async () => {
    const { run, gate } = setUp()
    gate.resolve()
    await run()
    expect(await run({ ...request, scope: 'turn of a session' })).toEqual({ id: 'made 2' })
  })

  test('that says something else is refused, while the first runs and after', async () => {
    const { run, gate, runs } = setUp()
    const first = run()
    await expect(run(other)).rejects.toBeInstanceOf(IdempotencyMismatchError)
    gate.resolve()
    await first
    await expect(run(other)).rejects.toThrow('send what is new under a new key')
    expect(runs()).toBe(1)
  })

  test('that was refused is tried again', async () => {
    const { idempotency, run, gate } = setUp()
    const refused = () => idempotency.once(request, () => Promise.reject(new Error('busy')))
    const both = await Promise.allSettled([refused(), refused()])
    expect(both.map((each) => each.status)).toEqual(['rejected', 'rejected'])
    gate.resolve()
    expect(await run()).toEqual({ id: 'made 1' })
  })
})
