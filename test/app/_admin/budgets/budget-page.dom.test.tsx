import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { BudgetPage } from '#app/_admin/budgets/budget-page.tsx'
import type { ListedBudget } from '#app/_client/use-budgets.ts'
import type { Person } from '#app/_client/use-people.ts'
import type { Standing } from '#lib/api/budget.ts'
import { budgetOf } from '#test/support/budget-builder.ts'
import { fakeServer } from '../../_chat/fake-server.ts'
import { model } from '../../_chat/model-builder.ts'

vi.mock('next/navigation', () => ({ useRouter: () => ({ push: vi.fn() }) }))
afterEach(cleanup)

const standing: Standing = {
  person_id: null,
  spent_usd: '8.5',
  uncertain_usd: '0',
  held_usd: '0',
  left_usd: '1.5',
  level: 'over_80',
  unpriced_calls: 0,
  starts_at: '2026-11-01T00:00:00.000000Z',
  ends_at: '2026-12-01T00:00:00.000000Z',
}

function budget(fields: Partial<ListedBudget> = {}): ListedBudget {
  const month = budgetOf({ id: 'b1', period: 'month', limit_usd: '10' })
  return { ...month, standings: [standing], share_count: 1, ...fields }
}

const person = (id: string, name: string): Person => ({
  id,
  name,
  email: `${id}@example.org`,
  role: 'member',
  teams: [],
  created_at: '2026-11-01T00:00:00.000000Z',
})
const ME = person('me', 'Olga')
const PEOPLE = [person('ada', 'Ada'), person('max', 'Max'), person('max2', 'Max'), ME]
const SIGNED_IN = {
  'GET /api/me': { body: { role: 'owner', person: ME } },
  'GET /api/admin/people': {
    body: { people: PEOPLE, teams: [{ id: 'red', name: 'Red', members: ['ada'] }], invitations: [] },
  },
}

function show(budgets: ListedBudget[], more: Parameters<typeof fakeServer>[0] = {}) {
  const server = fakeServer({
    'GET /api/admin/budgets': { body: { budgets } },
    'GET /api/models': { body: { models: [model('demo:small', { label: 'Small' })], default: '', unlisted: [] } },
    'GET /api/providers': { body: { providers: [] } },
    'GET /api/me': { body: { role: 'owner', person: null } },
    ...more,
  })
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  render(
    <QueryClientProvider client={client}>
      <BudgetPage />
    </QueryClientProvider>,
  )
  return server
}

test('a budget says what is spent and left of it, how near it is to its end, and what happens there', async () => {
  const notes = { held_usd: '0.25', uncertain_usd: '0.125', unpriced_calls: 2 }
  show([budget({ route_to: 'demo:small', allows_unpriced: true, standings: [{ ...standing, ...notes }] })])
  const card = await screen.findByRole('listitem', { name: 'Everybody together, per month' })
  expect(within(card).getByRole('img', { name: 'Spent of the budget: $8.50 of $10.00' })).toBeDefined()
  for (const words of [
    'over 80',
    '$1.50 left',
    '$0.25 more are kept back',
    '$0.13 of it are estimates',
    '2 calls had no',
  ]) {
    expect(card.textContent).toContain(words)
  }
  const link = within(card).getByRole('link', { name: 'What it was spent on' })
  expect(link.getAttribute('href')).toMatch(/^\/admin\/usage\?from=2026-1[01]-\d\d&to=\d{4}-\d\d-\d\d$/)
  expect(card.textContent).toContain('Once it is spent, only small is asked. Models without a price are asked')
})

test('a budget of each person shows everybody’s share', async () => {
  const shares = [
    { ...standing, person_id: 'ada', level: 'spent', spent_usd: '11', left_usd: '0' } as const,
    { ...standing, person_id: 'gone', level: 'under', spent_usd: '2', left_usd: '8' } as const,
    { ...standing, person_id: 'me', level: 'under', spent_usd: '1', left_usd: '9' } as const,
  ]
  show([budget({ scope: 'person', period: 'day', standings: shares, share_count: 240 })], SIGNED_IN)
  const rows = within(await screen.findByRole('table')).getAllByRole('row')
  expect(rows.map((row) => row.textContent)).toEqual([
    'PersonSpent of the budgetSpentLeft',
    'Ada spent$11.00$0',
    'Somebody who is no longer here $2.00$8.00',
    'You $1.00$9.00',
  ])
  expect(screen.getByText('These are the 3 who have spent the most, of 240.')).toBeDefined()
})

test.each<[Partial<ListedBudget>, string]>([
  [{ scope: 'person', person_id: 'ada' }, 'Ada, per month'],
  [{ scope: 'person', person_id: 'me' }, 'You, per month'],
  [{ scope: 'person', person_id: 'max' }, 'Max (max@example.org), per month'],
  [{ scope: 'person', person_id: 'gone' }, 'Somebody who is no longer here, per month'],
  [{ scope: 'person' }, 'Each person, per month'],
  [{ scope: 'team', team_id: 'red' }, 'The team Red, per month'],
  [{ scope: 'team', team_id: 'gone' }, 'A team that is no longer here, per month'],
  [{ scope: 'member', team_id: 'red', period: 'day' }, 'Each member of the team Red, per day'],
  [{ scope: 'member', team_id: 'gone' }, 'Each member of a team that is no longer here, per month'],
  [{ scope: 'member', team_id: 'red', person_id: 'ada' }, 'Ada in the team Red, per month'],
  [{ scope: 'member', team_id: 'gone', person_id: 'ada' }, 'Ada in a team that is no longer here, per month'],
])('%j is called by the names of people and teams', async (fields, name) => {
  show([budget(fields)], SIGNED_IN)
  expect((await screen.findByRole('heading', { level: 2 })).textContent).toBe(name)
})

test('where nobody signs in the budget of the one who is there is theirs, and a new one is of all or of each', async () => {
  show([budget({ scope: 'person', person_id: 'local' })])
  expect((await screen.findByRole('heading', { level: 2 })).textContent).toBe('You, per month')
  await userEvent.click(screen.getByRole('button', { name: 'New budget' }))
  const whose = within(screen.getByRole('group', { name: 'Whose spending' })).getAllByRole('radio')
  expect(whose.map((radio) => radio.closest('label')?.textContent)).toEqual([
    'Everybody togetherOne limit for all that this installation spends.',
    'Each personThe same limit for each, counted apart.',
  ])
})

test('where people are not known, no budget is shown under a wrong name', async () => {
  const failing = { status: 500, body: { error: { code: 'internal_error', message: 'a fault' } } }
  show([budget({ scope: 'person', person_id: 'ada' })], { ...SIGNED_IN, 'GET /api/admin/people': failing })
  expect(await screen.findByText('The budgets could not be loaded.')).toBeDefined()
  expect(screen.queryByRole('listitem')).toBeNull()
})

test('a new one is checked before it is sent, and each fault is said at its field', async () => {
  const user = userEvent.setup()
  const server = show([], { 'POST /api/admin/budgets': { status: 201, body: budget() } })
  await screen.findByText('There is no budget: nothing limits what is spent.')
  await user.click(screen.getByRole('button', { name: 'New budget' }))
  await user.click(screen.getByRole('radio', { name: /^Ask only one model/ }))
  await user.click(screen.getByRole('button', { name: 'Create the budget' }))
  const limit = screen.getByRole('textbox', { name: 'Limit in US dollars' })
  expect(document.activeElement).toBe(limit)
  expect(screen.getByText('Say how much.')).toBeDefined()
  expect(screen.getByText('Choose a model.')).toBeDefined()
  for (const [typed, fault] of [
    ['1,50', 'has a comma'],
    ['-3', 'is negative'],
    ['1000000', 'The largest limit is 999,999.'],
  ] as const) {
    await user.clear(limit)
    await user.type(limit, typed)
    expect(screen.getByText(new RegExp(fault))).toBeDefined()
  }
  await user.clear(limit)
  await user.type(limit, '12.5')
  await user.selectOptions(screen.getByRole('combobox', { name: 'Model to go on with' }), 'demo:small')
  await user.click(screen.getByRole('radio', { name: /^Each person/ }))
  await user.selectOptions(screen.getByRole('combobox', { name: 'In which time' }), 'day')
  await user.click(screen.getByRole('button', { name: 'Create the budget' }))
  expect(server.bodyOf('POST /api/admin/budgets')).toEqual({
    scope: 'person',
    period: 'day',
    time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    limit_usd: '12.5',
    route_to: 'demo:small',
    allows_unpriced: false,
  })
  expect(server.keysOf('POST /api/admin/budgets')).toEqual([expect.any(String)])
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test.each([
  [
    'One person',
    'Whose budget it is',
    'Ada (ada@example.org)',
    'Choose a person.',
    { scope: 'person', person_id: 'ada' },
  ],
  ['A team', 'Which team', 'Red', 'Choose a team.', { scope: 'team', team_id: 'red' }],
  ['Each member of a team', 'Which team', 'Red', 'Choose a team.', { scope: 'member', team_id: 'red' }],
] as const)('a new one is of %s, who is chosen by name', async (whose, field, name, fault, said) => {
  const user = userEvent.setup()
  const server = show([], { ...SIGNED_IN, 'POST /api/admin/budgets': { status: 201, body: budget() } })
  await screen.findByText('There is no budget: nothing limits what is spent.')
  await user.click(screen.getByRole('button', { name: 'New budget' }))
  await user.click(screen.getByRole('radio', { name: new RegExp(`^${whose}`) }))
  await user.type(screen.getByRole('textbox', { name: 'Limit in US dollars' }), '5')
  await user.click(screen.getByRole('button', { name: 'Create the budget' }))
  const choice = screen.getByRole('combobox', { name: field })
  expect(document.activeElement).toBe(choice)
  expect(choice.getAttribute('aria-describedby')).toBe(screen.getByText(fault).id)
  await user.selectOptions(choice, name)
  expect(screen.queryByText(fault)).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Create the budget' }))
  const time_zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  const rest = { period: 'month', limit_usd: '5', route_to: null, allows_unpriced: false, time_zone }
  expect(server.bodyOf('POST /api/admin/budgets')).toEqual({ ...said, ...rest })
})

test('who was removed meanwhile is taken out of the choice, which says so and has the focus', async () => {
  const user = userEvent.setup()
  const details = [{ path: 'person_id', problem: 'there is no such person' }]
  const refusal = { error: { code: 'invalid_request', message: 'person_id: there is no such person', details } }
  let people = PEOPLE
  show([], {
    ...SIGNED_IN,
    'GET /api/admin/people': () => ({ body: { people, teams: [], invitations: [] } }),
    'POST /api/admin/budgets': () => {
      people = PEOPLE.filter(({ id }) => id !== 'ada')
      return { status: 400, body: refusal }
    },
  })
  await screen.findByText('There is no budget: nothing limits what is spent.')
  await user.click(screen.getByRole('button', { name: 'New budget' }))
  await user.click(screen.getByRole('radio', { name: /^One person/ }))
  const choice = screen.getByRole('combobox', { name: 'Whose budget it is' })
  await user.selectOptions(choice, 'Ada (ada@example.org)')
  await user.type(screen.getByRole('textbox', { name: 'Limit in US dollars' }), '5')
  await user.click(screen.getByRole('button', { name: 'Create the budget' }))
  expect(screen.getByText('This person is no longer here. Choose another one.')).toBeDefined()
  expect(document.activeElement).toBe(choice)
  expect((choice as HTMLSelectElement).value).toBe('')
  await vi.waitFor(() => expect(within(choice).queryByRole('option', { name: /^Ada/ })).toBeNull())
})

test('where there is no team the choice says where one is made', async () => {
  show([], { ...SIGNED_IN, 'GET /api/admin/people': { body: { people: PEOPLE, teams: [], invitations: [] } } })
  await screen.findByText('There is no budget: nothing limits what is spent.')
  await userEvent.click(screen.getByRole('button', { name: 'New budget' }))
  await userEvent.click(screen.getByRole('radio', { name: /^A team/ }))
  expect(screen.getByText(/^There is no team yet/)).toBeDefined()
})

test('of one that is there the limit and its end can be changed, and a refusal is shown', async () => {
  const user = userEvent.setup()
  const refusal = { error: { code: 'not_found', message: 'the budget does not exist' } }
  const server = show([budget({ route_to: 'demo:small' })], {
    'PATCH /api/admin/budgets/b1': { status: 404, body: refusal },
  })
  await user.click(await screen.findByRole('button', { name: /^Change the budget/ }))
  expect(screen.queryByRole('combobox', { name: 'In which time' })).toBeNull()
  await user.click(screen.getByRole('radio', { name: /cost nothing/ }))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(server.bodyOf('PATCH /api/admin/budgets/b1')).toEqual({
    limit_usd: '10',
    route_to: null,
    allows_unpriced: false,
  })
  expect(await screen.findByText(/does not exist/)).toBeDefined()
})

test('one is deleted after it was asked whether', async () => {
  const user = userEvent.setup()
  const server = show([budget()], { 'DELETE /api/admin/budgets/b1': { status: 204, body: null } })
  await user.click(await screen.findByRole('button', { name: /^Delete the budget/ }))
  await user.click(screen.getByRole('button', { name: 'Delete' }))
  expect(server.requests.map(({ route }) => route)).toContain('DELETE /api/admin/budgets/b1')
})
