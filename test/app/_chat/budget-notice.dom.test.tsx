import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { BudgetNotice } from '#app/_chat/budget-notice.tsx'
import type { OwnBudget } from '#lib/api/budget.ts'
import { fakeServer } from './fake-server.ts'
import { model } from './model-builder.ts'

afterEach(cleanup)

function budget(level: OwnBudget['standing']['level'], fields: Partial<OwnBudget> = {}): OwnBudget {
  return {
    id: 'b1',
    scope: 'person',
    person_id: null,
    team_id: null,
    period: 'day',
    time_zone: 'UTC',
    limit_usd: '10',
    route_to: null,
    allows_unpriced: false,
    standing: {
      person_id: 'local',
      spent_usd: '9',
      uncertain_usd: '0',
      held_usd: '0',
      left_usd: '1',
      level,
      unpriced_calls: 0,
      starts_at: '2026-11-23T00:00:00.000000Z',
      ends_at: '2026-11-24T00:00:00.000000Z',
    },
    ...fields,
  }
}

function show(budgets: OwnBudget[], chosen: string | null = null) {
  const onPick = vi.fn()
  let asked = 0
  fakeServer({
    'GET /api/budgets': () => {
      asked += 1
      return { body: { budgets } }
    },
    'GET /api/models': { body: { models: [model('demo:small', { label: 'Small' })], default: '', unlisted: [] } },
  })
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const notice = (moment: string | null) => (
    <QueryClientProvider client={client}>
      <BudgetNotice moment={moment} model={chosen} onPick={onPick} />
    </QueryClientProvider>
  )
  const { rerender } = render(notice(null))
  return { onPick, asked: () => asked, at: (moment: string) => rerender(notice(moment)) }
}

test('it says nothing while there is enough, and looks again when something has happened', async () => {
  const shown = show([budget('under')])
  await expect.poll(shown.asked).toBe(1)
  shown.at('turn')
  await expect.poll(shown.asked).toBe(2)
  expect(screen.queryByRole('status')).toBeNull()
})

test('it warns with what is left, of the budget that is nearest to its end', async () => {
  show([budget('over_80'), budget('under')])
  const words = (await screen.findByRole('status')).textContent
  expect(words).toContain('Your budget for today is nearly spent: $1.00 of $10.00 are left.')
  expect(words).toContain('It begins anew on')
})

test('once it is spent it says what is still asked', async () => {
  show([budget('spent', { scope: 'installation', period: 'month' })])
  const words = (await screen.findByRole('status')).textContent
  expect(words).toContain('The budget for this month of $10.00 is spent.')
  expect(words).toContain('Until then only models that cost nothing are asked.')
  expect(screen.queryByRole('button')).toBeNull()
})

test('the model to go on with is one press away where another one is chosen', async () => {
  const user = userEvent.setup()
  const { onPick } = show([budget('spent', { route_to: 'demo:small' })], 'demo:large')
  expect((await screen.findByRole('status')).textContent).toContain('Until then only Small is asked.')
  await user.click(screen.getByRole('button', { name: 'Go on with Small' }))
  expect(onPick).toHaveBeenCalledWith('demo:small')
})

test.each([null, 'demo:small'])('with %s chosen nothing has to be pressed', async (chosen) => {
  show([budget('spent', { route_to: 'demo:small' })], chosen)
  await screen.findByRole('status')
  expect(screen.queryByRole('button')).toBeNull()
})
