import { expect, test } from 'vitest'
import { ALLOW_ALL, assertAllowed, type Decision, type Moment, PolicyDeniedError } from '#lib/policy/policy.ts'
import { LOCAL_OWNER } from '#lib/principal.ts'

const moment: Moment = { at: 'departure', principal: LOCAL_OWNER, kind: 'download', address: 'https://example.org/' }
const policy = (decision: Decision | Promise<Decision>) => ({ decide: () => decision })
const denied = { verdict: 'deny', reason: 'Not on a Sunday.' } as const

test('a policy that allows at once leaves nothing to wait for', () => {
  expect(assertAllowed(ALLOW_ALL, moment)).toBeUndefined()
})

test('a denial is thrown with its reason, whether the policy answers at once or later', async () => {
  expect(() => assertAllowed(policy(denied), moment)).toThrow(new PolicyDeniedError('Not on a Sunday.'))
  await expect(assertAllowed(policy(Promise.resolve(denied)), moment)).rejects.toThrow(
    new PolicyDeniedError('Not on a Sunday.'),
  )
  expect(await assertAllowed(policy(Promise.resolve({ verdict: 'allow' })), moment)).toBeUndefined()
})

test('a policy that breaks down allows nothing', () => {
  const broken = {
    decide: () => {
      throw new Error('no connection')
    },
  }
  expect(() => assertAllowed(broken, moment)).toThrow('no connection')
})
