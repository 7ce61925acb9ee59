import { expect, test } from 'vitest'
import type { Budget, BudgetPatch } from '#lib/budgets/budget.ts'
import { BudgetSpentError, BudgetTakenError } from '#lib/budgets/budget-error.ts'
import { Budgets } from '#lib/budgets/budgets.ts'
import { toPicoDollars } from '#lib/canonical/pico-dollars.ts'
import { parseTimestamp } from '#lib/canonical/timestamp.ts'
import type { Principal } from '#lib/principal.ts'
import type { BudgetStore, Hold, Standing } from '#lib/store/budget-store.ts'
import { budgetOf } from '#test/support/budget-builder.ts'

// Which of several budgets decides, by a store that has nothing but what it is told.

const NOON = '2026-11-23T12:00:00.000000Z'
const ada: Principal = { id: 'ada', role: 'member', teams: ['red'] }
const usd = (dollars: string) => toPicoDollars(dollars) ?? 0n

const budget = (id: string, fields: Partial<Budget> = {}) => budgetOf({ id, limit_usd: '10', ...fields })

type Amounts = Partial<Record<'spent' | 'held', string>>

/** `amounts`: how each stands, by its id. */
function budgetsOf(all: readonly Budget[], amounts: Record<string, Amounts> = {}) {
  const asked: string[] = []
  const holds: Hold[] = []
  const patches: BudgetPatch[] = []
  const standing = (budget_id: string, subject = '', starts_at = parseTimestamp('2026-11-23T00:00:00.000000Z')) => {
    const { spent = '0', held = '0' } = amounts[budget_id] ?? {}
    const found: Standing = {
      budget_id,
      subject,
      starts_at,
      spent: usd(spent),
      uncertain: 0n,
      held: usd(held),
      unpriced_calls: 0,
    }
    return found
  }
  const store: BudgetStore = {
    list: async () => [...all],
    add: async () => (all.length > 0 ? 'taken' : 'added'),
    async change(_id, patch) {
      patches.push(patch)
      return all[0] ?? null
    },
    remove: async () => true,
    async standings(shares) {
      for (const { budget_id, subject } of shares) asked.push(`${budget_id}/${subject}`)
      return shares.map(({ budget_id, subject, starts_at }) => standing(budget_id, subject, starts_at))
    },
    async everybody(budget_id) {
      asked.push(`${budget_id}/everybody`)
      return { standings: [standing(budget_id, 'ada')], count: 240 }
    },
    async hold(hold) {
      holds.push(hold)
      const standings = hold.shares.map(({ budget_id, subject, starts_at }) => standing(budget_id, subject, starts_at))
      const held = hold.shares.every(({ passes, limit }, n) => {
        const { spent, held } = standings[n] ?? { spent: 0n, held: 0n }
        return passes || spent + held + hold.amount <= limit
      })
      return { held, standings }
    },
    release: async () => {},
  }
  const models = {
    named: (name: string) => ({ id: `demo:${name}` }) as never,
  }
  const accounts = {
    person: async (id: string) => (id === 'bob' ? ({ id } as never) : null),
    teams: async () => [{ id: 'red', name: 'Red', members: ['ada'] }],
  }
  const budgets = new Budgets({ store, accounts, models, clock: () => parseTimestamp(NOON) })
  return { budgets, asked, holds, patches }
}

const call = (cost_usd: string | null, model = 'demo:large') => ({ hold_id: 'turn', model, estimate: { cost_usd } })

test('the rule is that of a budget which is spent and names a model', async () => {
  const named = { route_to: 'demo:small' }
  const { budgets } = budgetsOf([budget('a'), budget('b', named), budget('c', named)], {
    a: { spent: '12' },
    b: { spent: '9.9' },
    c: { spent: '10' },
  })
  expect((await budgets.route(ada))?.budget.id).toBe('c')
  const none = budgetsOf([budget('a'), budget('b', named)], { a: { spent: '12' }, b: { spent: '9.9' } })
  expect(await none.budgets.route(ada)).toBeNull()
  expect(await budgetsOf([]).budgets.route(ada)).toBeNull()
})

test('the refusal names the budget that has too little left, and none that lets the model pass', async () => {
  const all = [budget('a', { route_to: 'demo:large' }), budget('b'), budget('c'), budget('d')]
  const amounts = {
    a: { spent: '20' },
    b: { spent: '7', held: '2' },
    c: { spent: '8', held: '1.5' },
    d: { spent: '10' },
  }
  const { budgets, holds } = budgetsOf(all, amounts)
  const refused = budgets.hold(ada, call('1'))
  await expect(refused).rejects.toMatchObject({ reason: 'spent', standing: { budget: { id: 'c' }, left_usd: '0.5' } })
  expect(holds[0]?.shares.map(({ passes }) => passes)).toEqual([true, false, false, false])
  // Exactly what is left is not too much.
  await budgetsOf([budget('b')], { b: { spent: '7', held: '2' } }).budgets.hold(ada, call('1'))
})

test('what costs nothing passes every limit, and is counted all the same', async () => {
  const { budgets, holds } = budgetsOf([budget('a')], { a: { spent: '20' } })
  await budgets.hold(ada, call('0'))
  expect(holds).toMatchObject([{ amount: 0n, shares: [{ passes: true, limit: usd('10') }] }])
})

test('a model without a price is refused by the first budget that does not allow it', async () => {
  const all = [budget('a', { allows_unpriced: true }), budget('b'), budget('c')]
  await expect(budgetsOf(all).budgets.hold(ada, call(null))).rejects.toMatchObject({
    reason: 'unpriced',
    estimate_usd: null,
    standing: { budget: { id: 'b' } },
  })
  const { budgets, holds } = budgetsOf([budget('a', { allows_unpriced: true })])
  await budgets.hold(ada, call(null))
  expect(holds).toMatchObject([{ amount: 0n }])
})

test('the model that a budget names to go on with needs no price, for that budget allows it', async () => {
  const route_to = 'demo:large'
  const { budgets, holds } = budgetsOf([budget('a', { route_to })], { a: { spent: '20' } })
  await budgets.hold(ada, call(null, 'demo:large'))
  expect(holds).toMatchObject([{ shares: [{ passes: true }] }])
  const two = budgetsOf([budget('a', { route_to }), budget('b')])
  await expect(two.budgets.hold(ada, call(null, 'demo:large'))).rejects.toMatchObject({
    standing: { budget: { id: 'b' } },
  })
})

test('an estimate that is more than any sum holds is more than any limit', async () => {
  const { budgets } = budgetsOf([budget('a', { limit_usd: '999999' })])
  await expect(budgets.hold(ada, call('1000000'))).rejects.toMatchObject({ reason: 'spent' })
})

test('nothing is held where no budget counts whoever asks', async () => {
  const { budgets, holds } = budgetsOf([budget('a', { scope: 'person', person_id: 'bob' })])
  await budgets.hold(ada, call('100'))
  await budgets.hold(ada, call(null))
  expect(holds).toEqual([])
})

test('a list asks for everybody where each has a share, and for the one share elsewhere', async () => {
  const { budgets, asked } = budgetsOf([
    budget('all'),
    budget('each', { scope: 'person' }),
    budget('one', { scope: 'person', person_id: 'ada' }),
    budget('team', { scope: 'team', team_id: 'red' }),
    budget('members', { scope: 'member', team_id: 'red' }),
    budget('member', { scope: 'member', team_id: 'red', person_id: 'ada' }),
  ])
  const listed = await budgets.list()
  expect(asked.sort()).toEqual(['all/', 'each/everybody', 'member/', 'members/everybody', 'one/', 'team/'])
  expect(listed.map(({ budget: { id }, standings, share_count }) => [id, standings[0]?.subject, share_count])).toEqual([
    ['all', null, 1],
    ['each', 'ada', 240],
    ['one', null, 1],
    ['team', null, 1],
    ['members', 'ada', 240],
    ['member', null, 1],
  ])
})

test('the budget nearest to its end comes first, what is held counted in, and nothing is left below nothing', async () => {
  const all = [budget('a', { limit_usd: '100' }), budget('b'), budget('c', { limit_usd: '4' })]
  const { budgets } = budgetsOf(all, { a: { spent: '50' }, b: { spent: '5', held: '2' }, c: { spent: '5' } })
  const standings = await budgets.standings(ada)
  expect(standings.map(({ budget: { id }, left_usd, level }) => [id, left_usd, level])).toEqual([
    ['c', '0', 'spent'],
    ['b', '3', 'under'],
    ['a', '50', 'under'],
  ])
  expect(standings[0]).toMatchObject({
    starts_at: '2026-11-23T00:00:00.000000Z',
    ends_at: '2026-11-24T00:00:00.000000Z',
  })
})

test('only what is said of a budget is changed, and a model is named by its id', async () => {
  const { budgets, patches } = budgetsOf([budget('a')])
  await budgets.change('a', { limit_usd: '5' })
  await budgets.change('a', { route_to: 'small', allows_unpriced: true })
  await budgets.change('a', { route_to: null })
  expect(patches).toEqual([{ limit_usd: '5' }, { route_to: 'demo:small', allows_unpriced: true }, { route_to: null }])
  await expect(budgets.add(ada, budget('b'))).rejects.toThrow(new BudgetTakenError())
  await expect(budgets.add(ada, budget('b'))).rejects.toThrow(/^there is a budget for this already/)
  expect(await budgetsOf([]).budgets.add(ada, budget('b', { route_to: 'small' }))).toMatchObject({
    author: 'ada',
    route_to: 'demo:small',
    created_at: NOON,
  })
})

test.each([
  [{ scope: 'person', person_id: 'eve' }, 'person_id', 'there is no such person'],
  [{ scope: 'team', team_id: 'blue' }, 'team_id', 'there is no such team'],
  [{ scope: 'member', team_id: 'blue' }, 'team_id', 'there is no such team'],
  [{ scope: 'member', team_id: 'red', person_id: 'eve' }, 'person_id', 'there is no such person'],
] as const)('%j names who or what is not there, and is refused', async (fields, field, message) => {
  await expect(budgetsOf([]).budgets.add(ada, budget('b', fields))).rejects.toMatchObject({
    name: 'BudgetSubjectError',
    field,
    message,
  })
})

test.each([
  { scope: 'person', person_id: 'bob' },
  { scope: 'person', person_id: 'ada' },
  { scope: 'team', team_id: 'red' },
  { scope: 'member', team_id: 'red', person_id: 'bob' },
] as const)('%j names who and what is there, which whoever asks always is', async (fields) => {
  expect(await budgetsOf([]).budgets.add(ada, budget('b', fields))).toMatchObject(fields)
})

test.each([
  ['installation', 'budget of this installation for a day'],
  ['person', 'budget for a day'],
  ['team', 'budget of the team for a day'],
  ['member', 'budget in the team for a day'],
] as const)('the words of a refusal say that it is the %s’s', (scope, name) => {
  const standing = {
    budget: budget('a', { scope }),
    subject: null,
    spent_usd: '9.5',
    uncertain_usd: '0',
    held_usd: '0',
    left_usd: '0.5',
    level: 'over_95',
    unpriced_calls: 0,
    starts_at: NOON,
    ends_at: '2026-11-24T00:00:00.000000Z',
  } as const
  const words = (fields: object, estimate: string | null = '0.7') =>
    new BudgetSpentError({ ...standing, ...fields }, estimate, 'demo:large').message
  const until = 'so that $0.5 is left until 2026-11-24T00:00:00.000000Z'
  expect(words({})).toBe(`this message may cost about $0.7, and of the ${name} of $10 $9.5 is spent, ${until}`)
  expect(words({ held_usd: '0.25', budget: { ...standing.budget, route_to: 'demo:small' } })).toBe(
    `this message may cost about $0.7, and of the ${name} of $10 $9.5 is spent, and answers that are being written may take $0.25, ${until}; demo:small can still be asked`,
  )
  expect(words({}, null)).toBe(
    `demo:large has no price, and the ${name} of $10 could not count it: give it a price, or let the budget allow models without one`,
  )
})
