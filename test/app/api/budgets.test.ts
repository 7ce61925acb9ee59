import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as one from '#app/api/admin/budgets/[id]/route.ts'
import * as all from '#app/api/admin/budgets/route.ts'
import * as own from '#app/api/budgets/route.ts'
import * as turns from '#app/api/sessions/[id]/turns/route.ts'
import * as sessions from '#app/api/sessions/route.ts'
import { readEnv } from '#lib/env.ts'
import { type Installation, openInstallation } from '#lib/installation.ts'
import { askRoute } from '#test/support/ask-route.ts'

let folder: string
let installation: Installation

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'metis-budgets-'))
  const env = readEnv({ METIS_DATA_DIR: folder, METIS_LOG_LEVEL: 'error' })
  installation = await openInstallation(env, { checksContract: true })
  Object.assign(globalThis, { metisServer: Promise.resolve({ ...installation, version: 'test' }) })
})
afterAll(async () => {
  Object.assign(globalThis, { metisServer: undefined })
  await installation.close()
  await rm(folder, { recursive: true, force: true })
})

const ask = (route: unknown, method: string, body?: unknown, { id = '', key = '' } = {}) =>
  askRoute(route, method, { body, ...(id && { params: { id } }), ...(key && { key }) })

const said = { scope: 'installation', period: 'day', limit_usd: '5' }
const add = (fields: object = {}, key = '') => ask(all.POST, 'POST', { ...said, ...fields }, { key })

test('a budget is made, told to whoever it counts, changed and removed', async () => {
  const made = await add({ time_zone: 'Europe/Berlin' }, 'once')
  expect(made).toMatchObject({
    status: 201,
    body: { ...said, person_id: null, team_id: null, route_to: null, allows_unpriced: false, author: 'local' },
  })
  const { id } = made.body
  // The same request again is the same budget, and another one like it is refused.
  expect((await add({ time_zone: 'Europe/Berlin' }, 'once')).body.id).toBe(id)
  expect(await add()).toMatchObject({ status: 409, body: { error: { code: 'budget_taken' } } })

  const untouched = {
    spent_usd: '0',
    uncertain_usd: '0',
    held_usd: '0',
    left_usd: '5',
    level: 'under',
    unpriced_calls: 0,
  }
  expect((await ask(all.GET, 'GET')).body).toMatchObject({
    budgets: [{ id, author: 'local', standings: [{ ...untouched, person_id: null }], share_count: 1 }],
  })
  const { budgets } = (await ask(own.GET, 'GET')).body
  expect(budgets).toMatchObject([{ id, limit_usd: '5', standing: untouched }])
  expect(budgets[0]).not.toHaveProperty('author')

  expect(await ask(one.PATCH, 'PATCH', { limit_usd: '0.01', route_to: 'demo:openai' }, { id })).toMatchObject({
    status: 200,
    body: { id, limit_usd: '0.01', route_to: 'demo:openai', time_zone: 'Europe/Berlin' },
  })
  expect(await ask(one.PATCH, 'PATCH', { limit_usd: '1' }, { id: 'none' })).toMatchObject({ status: 404 })
  expect(await ask(one.DELETE, 'DELETE', undefined, { id })).toMatchObject({ status: 204 })
  expect(await ask(one.DELETE, 'DELETE', undefined, { id })).toMatchObject({ status: 404 })
  expect((await ask(own.GET, 'GET')).body).toEqual({ budgets: [] })
})

test.each([
  [{ limit_usd: '-1' }, 'limit_usd: -1 is negative'],
  [{ limit_usd: '1,50' }, 'limit_usd: 1,50 has a comma'],
  [{ limit_usd: '$5' }, 'limit_usd: $5 has a currency sign'],
  [{ limit_usd: '1e400' }, 'limit_usd: 1e400 has an exponent'],
  [{ limit_usd: 'NaN' }, 'limit_usd: NaN is no number'],
  [{ limit_usd: '1000000' }, 'limit_usd: 1000000 is more than 999,999'],
  [{ limit_usd: '0.0000001' }, 'limit_usd: 0.0000001 has more than six decimals'],
  [{ limit_usd: '' }, 'limit_usd: there is no amount'],
  [{ limit_usd: 5 }, 'limit_usd: an amount as a text, like "20"'],
  [{ time_zone: 'Mars/Olympus' }, 'time_zone: a time zone like Europe/Berlin'],
  [{ scope: 'team' }, 'team_id: of which team it is'],
  [{ team_id: 'red' }, 'team_id: a budget of scope installation has no team'],
  [{ person_id: 'ada' }, 'person_id: a budget of scope installation is of nobody alone'],
  [{ scope: 'person', person_id: 'nobody' }, 'person_id: there is no such person'],
  [{ scope: 'team', team_id: 'none' }, 'team_id: there is no such team'],
  [{ scope: 'member', team_id: 'none', person_id: 'local' }, 'team_id: there is no such team'],
  [{ scope: 'everybody' }, 'scope'],
  [{ period: 'week' }, 'period'],
  [{ route_to: 'demo:no-such' }, 'no model demo:no-such'],
])('%j is refused, and nothing is stored', async (fields, words) => {
  const refused = await add(fields)
  expect([400, 422]).toContain(refused.status)
  expect(refused.body.error.message).toContain(words)
  expect((await ask(all.GET, 'GET')).body).toEqual({ budgets: [] })
})

test('a budget of the owner of this machine is taken, though nobody has an account', async () => {
  const { status, body } = await add({ scope: 'person', person_id: 'local' })
  expect([status, body.person_id]).toEqual([201, 'local'])
  await ask(one.DELETE, 'DELETE', undefined, { id: body.id })
})

test('a message that no budget has room for is refused with what is left, until when, and the way on', async () => {
  const { id: budget } = (await add({ limit_usd: '0.000001', route_to: 'demo:openai' })).body
  const { id } = (await ask(sessions.POST, 'POST', { active_model: 'demo:anthropic' })).body
  const refused = await ask(turns.POST, 'POST', { content: [{ type: 'text', text: 'hello' }] }, { id })
  expect(refused).toMatchObject({
    status: 402,
    body: {
      error: {
        code: 'budget_spent',
        details: {
          reason: 'spent',
          scope: 'installation',
          period: 'day',
          limit_usd: '0.000001',
          left_usd: '0.000001',
          route_to: 'demo:openai',
        },
      },
    },
  })
  expect(Number(refused.body.error.details.estimate_usd)).toBeGreaterThan(0)
  await ask(one.DELETE, 'DELETE', undefined, { id: budget })
})
