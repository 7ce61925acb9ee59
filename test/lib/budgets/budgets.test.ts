import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { BudgetSpentError, BudgetTakenError, UnknownBudgetError } from '#lib/budgets/budget-error.ts'
import type { SaidBudget } from '#lib/budgets/budgets.ts'
import { UnknownModelError } from '#lib/models/unknown-model.ts'
import { parsePriceTable } from '#lib/pricing/price-table.ts'
import { LOCAL_OWNER, type Principal } from '#lib/principal.ts'
import { bookOf } from '#test/support/prices.ts'
import { startSessionServer } from '#test/support/session-server.ts'

// A thousand dollars for a million tokens of input, and two thousand for as many of output: an answer is expected to cost
// at least two dollars.
const table = parsePriceTable({
  pricing_version: 'test',
  models: {
    'demo:anthropic': {
      input_per_mtok_usd: '1000',
      output_per_mtok_usd: '2000',
      cached_read_per_mtok_usd: '100',
      cache_write_per_mtok_usd: '1250',
    },
    'demo:openai': { free: true },
  },
})

let server: Awaited<ReturnType<typeof startSessionServer>>
beforeAll(async () => {
  server = await startSessionServer({ prices: bookOf(table) })
})
afterAll(() => server.close())
afterEach(async () => {
  for (const { budget } of await server.budgets.list()) await server.budgets.remove(budget.id)
})

const member = (id: string): Principal => ({ id, role: 'member', teams: [] })

const said: SaidBudget = {
  scope: 'installation',
  person_id: null,
  team_id: null,
  period: 'day',
  time_zone: 'UTC',
  limit_usd: '1000',
  route_to: null,
  allows_unpriced: false,
}
const add = (fields: Partial<SaidBudget> = {}) => server.budgets.add(LOCAL_OWNER, { ...said, ...fields })
const standing = async () => (await server.budgets.standings(LOCAL_OWNER))[0]
const spentOf = async (id: string) => (await server.store.session(id))?.cost_usd
/** As far as it is spent by now, so that less than one answer is left. */
const nearlySpent = async () => {
  const budget = await add()
  const { spent_usd } = (await standing()) ?? { spent_usd: '0' }
  return await server.budgets.change(budget.id, { limit_usd: (Number(spent_usd) + 1).toFixed(6) })
}

test('what a turn came to is spent, to the last digit, and nothing is held any more', async () => {
  await add()
  const before = await standing()
  const id = await server.sessions.create({ active_model: 'demo:anthropic' })
  await server.say(id, 'hello')
  const after = await standing()
  const cost = Number(await spentOf(id))
  expect(cost).toBeGreaterThan(0)
  expect(Number(after?.spent_usd) - Number(before?.spent_usd)).toBeCloseTo(cost, 9)
  expect(after).toMatchObject({ held_usd: '0', uncertain_usd: '0', level: 'under', unpriced_calls: 0 })
})

test('a message for which too little is left is refused with words, and nothing of it is stored', async () => {
  await nearlySpent()
  const id = await server.sessions.create({ active_model: 'demo:anthropic' })
  const refused = server.say(id, 'hello')
  await expect(refused).rejects.toThrow(BudgetSpentError)
  await expect(refused).rejects.toThrow(
    /may cost about \$2\.\d+, and of the budget of this installation for a day .* so that \$1 is left until/,
  )
  expect(await server.store.path(id)).toEqual([])
  expect(await server.store.llmCalls(id)).toEqual([])
  expect((await server.store.session(id))?.state).toBe('idle')
  expect(await standing()).toMatchObject({ held_usd: '0' })
})

test('what costs nothing is answered however little is left', async () => {
  await add({ limit_usd: '0' })
  expect(await standing()).toMatchObject({ level: 'spent', left_usd: '0' })
  const id = await server.sessions.create({ active_model: 'demo:openai' })
  await server.say(id, 'hello')
  expect(await server.store.path(id)).toHaveLength(2)
})

test('of two turns that begin at once only one gets the last of it', async () => {
  const budget = await add()
  const { spent_usd } = (await standing()) ?? { spent_usd: '0' }
  await server.budgets.change(budget.id, { limit_usd: (Number(spent_usd) + 3).toFixed(6) })
  const chats = await Promise.all(
    Array.from({ length: 8 }, () => server.sessions.create({ active_model: 'demo:anthropic' })),
  )
  const begun = await Promise.allSettled(
    chats.map((id) => server.turns.start(id, { content: [{ type: 'text', text: 'hello' }] })),
  )
  await server.turns.idle()
  expect(begun.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const each of begun) if (each.status === 'rejected') expect(each.reason).toBeInstanceOf(BudgetSpentError)
})

test('several answers to one question are begun together or not at all', async () => {
  const budget = await add()
  const { spent_usd } = (await standing()) ?? { spent_usd: '0' }
  await server.budgets.change(budget.id, { limit_usd: (Number(spent_usd) + 3).toFixed(6) })
  const id = await server.sessions.create({})
  const models = ['demo:anthropic', 'demo:anthropic']
  const compared = server.turns.compare(id, { models, content: [{ type: 'text', text: 'hello' }] })
  await expect(compared).rejects.toThrow(BudgetSpentError)
  expect(await standing()).toMatchObject({ held_usd: '0' })
  expect(await server.store.path(id)).toEqual([])
})

test('a turn that spends the rest while its tools run ends with the reason, and keeps what it has', async () => {
  const budget = await add()
  const id = await server.sessions.create({ active_model: 'demo:anthropic' })
  const { spent_usd } = (await standing()) ?? { spent_usd: '0' }
  // Enough for the first call, and not for one more after it.
  await server.budgets.change(budget.id, { limit_usd: (Number(spent_usd) + 2.8).toFixed(6) })
  await server.say(id, 'calculate 2*3 and 4*5')
  const path = await server.store.path(id)
  const last = path.at(-1)
  expect(path.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'tool', 'assistant'])
  expect(last?.metadata.error).toMatchObject({ error_class: 'billing', reason: 'budget_spent' })
  const [first, second] = await server.store.llmCalls(id)
  expect(first).toMatchObject({ outcome: 'completed' })
  expect(second).toMatchObject({ outcome: 'failed', error_class: 'billing', cost_state: null, usage: null })
  expect(await standing()).toMatchObject({ held_usd: '0', uncertain_usd: '0' })
})

describe('a model without a price', () => {
  test('is refused, for no budget could count it, unless one allows that', async () => {
    const priceless = await startSessionServer({ prices: bookOf({ pricing_version: 'none', models: {} }) })
    try {
      const budget = await priceless.budgets.add(LOCAL_OWNER, said)
      const id = await priceless.sessions.create({ active_model: 'demo:anthropic' })
      const refused = priceless.say(id, 'hello')
      await expect(refused).rejects.toMatchObject({ name: 'BudgetSpentError', reason: 'unpriced' })
      await expect(refused).rejects.toThrow('demo:anthropic has no price')
      await priceless.budgets.change(budget.id, { allows_unpriced: true })
      await priceless.say(id, 'hello')
      expect(await priceless.budgets.standings(LOCAL_OWNER)).toMatchObject([{ spent_usd: '0', unpriced_calls: 1 }])
    } finally {
      await priceless.close()
    }
  })
})

describe('a budget that names a model to go on with', () => {
  test('has it answer where no other was asked for, and says so', async () => {
    await add({ limit_usd: '0', route_to: 'demo:openai' })
    const id = await server.sessions.create({})
    await server.say(id, 'hello')
    const [, answer] = await server.store.path(id)
    expect(answer?.metadata).toMatchObject({
      model: 'demo:openai',
      routing: { mode: 'rule', reason: 'rule cost_today_exceeds_usd 0: it is spent' },
    })
  })

  test('has it answer as well where there is something left, and not enough', async () => {
    const budget = await add({ route_to: 'demo:openai' })
    const { spent_usd } = (await standing()) ?? { spent_usd: '0' }
    await server.budgets.change(budget.id, { limit_usd: (Number(spent_usd) + 1).toFixed(6) })
    const id = await server.sessions.create({})
    await server.say(id, 'hello')
    const [, answer] = await server.store.path(id)
    expect(answer?.metadata).toMatchObject({ model: 'demo:openai', routing: { mode: 'rule' } })
    expect(await standing()).toMatchObject({ held_usd: '0' })
  })

  test('routes no message again whose model was asked for', async () => {
    await add({ limit_usd: '0.5', route_to: 'demo:openai' })
    const asked = vi.spyOn(server.models, 'find')
    const id = await server.sessions.create({ active_model: 'demo:anthropic' })
    asked.mockClear()
    await expect(server.say(id, 'hello')).rejects.toThrow(BudgetSpentError)
    expect(asked.mock.calls.map(([name]) => name)).not.toContain('demo:openai')
    asked.mockRestore()
  })

  test('refuses another one that was asked for, and names the way on', async () => {
    await add({ limit_usd: '0', route_to: 'demo:openai' })
    const id = await server.sessions.create({ active_model: 'demo:anthropic' })
    await expect(server.say(id, 'hello')).rejects.toThrow('demo:openai can still be asked')
    await server.say(id, 'hello', { model: 'demo:openai' })
    expect((await server.store.path(id)).at(-1)?.metadata.model).toBe('demo:openai')
  })

  test('lets that model pass the limit, and counts it', async () => {
    await add({ limit_usd: '0', route_to: 'demo:anthropic' })
    const before = Number((await standing())?.spent_usd)
    const id = await server.sessions.create({ active_model: 'demo:anthropic' })
    await server.say(id, 'hello')
    expect(Number((await standing())?.spent_usd)).toBeGreaterThan(before)
  })
})

test('budgets are told apart by whom they count, for which time, and names of models are understood', async () => {
  const { id } = await add({ route_to: 'demo:openai' })
  await expect(add()).rejects.toThrow(BudgetTakenError)
  await expect(add({ period: 'month', route_to: 'demo:no-such' })).rejects.toThrow(UnknownModelError)
  await expect(server.budgets.change(id, { route_to: 'demo:no-such' })).rejects.toThrow(UnknownModelError)
  await expect(server.budgets.change('none', {})).rejects.toThrow(UnknownBudgetError)
  await expect(server.budgets.remove('none')).rejects.toThrow(UnknownBudgetError)
  expect(await server.budgets.change(id, { route_to: null })).toMatchObject({ route_to: null, limit_usd: '1000' })
})

test('everybody has a share of a budget that names nobody, and the one nearest to its end comes first', async () => {
  await add({ scope: 'person', limit_usd: '3' })
  await add({ limit_usd: '5000' })
  const ada = server.as(member('ada'))
  const id = await ada.sessions.create({ active_model: 'demo:anthropic' })
  await ada.say(id, 'hello')
  const [own, all] = await server.budgets.standings(member('ada'))
  expect(own).toMatchObject({ subject: 'ada', spent_usd: await spentOf(id) })
  expect(all).toMatchObject({ subject: null, budget: { scope: 'installation' } })
  expect(await server.budgets.standings(member('bob'))).toMatchObject([
    { level: 'under' },
    { spent_usd: '0', subject: 'bob' },
  ])
  const [each] = await server.budgets.list()
  expect(each?.standings.find(({ subject }) => subject === 'ada')).toMatchObject({ spent_usd: await spentOf(id) })
})

test.each([
  ['799.999999', 'under'],
  ['800', 'over_80'],
  ['949.999999', 'over_80'],
  ['950', 'over_95'],
  ['999.999999', 'over_95'],
  ['1000', 'spent'],
  ['1001', 'spent'],
])('at %s of 1000 the level is %s', async (amount, level) => {
  // Held is as good as spent.
  const eve = member('eve')
  await server.budgets.add(eve, { ...said, scope: 'person', person_id: 'eve', route_to: 'demo:anthropic' })
  const estimate = { cost_usd: amount }
  await server.budgets.hold(eve, { hold_id: 'turn', model: 'demo:anthropic', estimate })
  expect(await server.budgets.standings(eve)).toMatchObject([{ level, held_usd: amount }])
})
