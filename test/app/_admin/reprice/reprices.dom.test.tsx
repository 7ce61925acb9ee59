import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ComingPrices } from '#app/_admin/reprice/coming-prices.tsx'
import { Reprices } from '#app/_admin/reprice/reprices.tsx'
import type { Difference, DifferenceRow, Reprice } from '#lib/api/reprice.ts'
import { fakeServer } from '../../_chat/fake-server.ts'
import { version } from '../prices/price-page.tsx'

vi.mock('next/navigation', () => ({ useRouter: () => ({ push: vi.fn() }) }))

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-23T12:00:00Z') })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

function row(key: string | null, fields: Partial<DifferenceRow> = {}): DifferenceRow {
  const costs = { before_usd: '2', after_usd: '2.5', difference_usd: '0.5' }
  return { key, calls: 3, ...costs, unpriced_before: 0, unpriced_after: 0, kept_calls: 0, ...fields }
}

const NONE = { before_usd: null, after_usd: null, difference_usd: null, unpriced_before: 1, unpriced_after: 1 }
const { key: _all, ...sums } = row(null, {
  calls: 12,
  before_usd: '16.29',
  after_usd: '16.25',
  difference_usd: '-0.04',
})
const DIFFERENCE: Difference = {
  ...sums,
  unpriced_after: 3,
  kept_calls: 2,
  changed_calls: 7,
  by_model: [row('demo:one'), row('demo:two', { ...NONE, calls: 1 })],
  by_day: [row('2026-11-22', { difference_usd: '-0.25', after_usd: '1.75' })],
  by_person: [row('local')],
  by_session: [
    { ...row('S1'), session_id: 'S1', title: 'Old maps' },
    { ...row('S2'), session_id: null, title: null },
  ],
  computed_from: { reported: 9, estimated: 2, incomplete: 1 },
  items: [
    {
      id: 'call_1',
      session_id: 'S1',
      model: 'demo:one',
      started_at: '2026-11-22T10:00:00.000000Z',
      before_usd: '0.000012345678',
      after_usd: '2.5',
      difference_usd: '2.499987654322',
      computed_from: 'estimated',
    },
    {
      id: 'call_2',
      session_id: null,
      model: 'demo:one',
      started_at: '2026-11-22T10:00:01.000000Z',
      before_usd: null,
      after_usd: null,
      difference_usd: null,
      computed_from: 'incomplete',
    },
  ],
}

function reprice(fields: Partial<Reprice> = {}): Reprice {
  return {
    id: 'R1',
    from: '2026-11-01T00:00:00.000000Z',
    to: '2026-11-08T00:00:00.000000Z',
    pricing_version: 'second',
    reason: 'the rate was wrong',
    author: 'local',
    created_at: '2026-11-10T10:00:00.000000Z',
    state: 'applied',
    progress: 1,
    calls: 12,
    changed_calls: 7,
    ended_at: '2026-11-10T10:00:01.000000Z',
    ...fields,
  }
}

function open(answers: Parameters<typeof fakeServer>[0] = {}, page = <Reprices />) {
  const server = fakeServer({
    'GET /api/models': { body: { models: [], default: 'demo:one', unlisted: [] } },
    'GET /api/admin/prices': { body: { versions: [version('first'), version('second')], in_force: 'second' } },
    'GET /api/admin/reprices': { body: { reprices: [] } },
    'POST /api/admin/reprices': { body: DIFFERENCE },
    ...answers,
  })
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      {page}
    </QueryClientProvider>,
  )
  return server
}

const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }))
async function rowsOf(name: string): Promise<string[][]> {
  const rows = within(await screen.findByRole('table', { name })).getAllByRole('row')
  return rows.map((each) => [...each.children].map((cell) => cell.textContent))
}

test('a dry run of the last 30 days by the version in force says what would change, and writes nothing', async () => {
  const { requests } = open()
  await press('Dry run')
  expect(await rowsOf('Difference by model')).toEqual([
    ['Model', 'Calls', 'As billed', 'By the version', 'Difference'],
    ['one', '3', '$2.00', '$2.50', '+$0.50'],
    ['two', '1', 'no price', 'no price', '·'],
    ['All calls', '12', '$16.29', 'at least $16.25', '−$0.040'],
  ])
  expect(screen.getByRole('heading', { name: 'If 25 Oct to 23 Nov were priced by second' })).toBeTruthy()
  expect(screen.getByText('dry run, nothing is written')).toBeTruthy()
  for (const note of [
    '7 of 12 calls would cost something else. Computed from tokens that the provider reported (9) or that were estimated here (2).',
    '2 calls have no price in this version and keep what they were billed.',
    '1 call has no price in this version, or one for a part.',
    'Of 1 call the tokens are not known: it stays as it is.',
  ]) {
    expect(screen.getByText(note)).toBeTruthy()
  }
  const sent = requests.filter(({ route }) => route === 'POST /api/admin/reprices')
  const tz = Intl.DateTimeFormat().resolvedOptions().timeZone
  expect(sent.map(({ body }) => body)).toEqual([
    { from: '2026-10-25', to: '2026-11-24', tz, pricing_version: 'second', dry_run: true },
  ])
})

test('it is told by day, person, chat and call as well, each call with what it was computed from', async () => {
  open()
  await press('Dry run')
  await press('Day')
  expect((await rowsOf('Difference by day'))[1]).toEqual(['22 Nov', '3', '$2.00', '$1.75', '−$0.25'])
  await press('Person')
  expect((await rowsOf('Difference by person'))[1]?.[0]).toBe('local')
  await press('Chat')
  expect((await rowsOf('Difference by chat')).slice(1, 3).map(([name]) => name)).toEqual([
    'Old maps',
    'deleted, or somebody else’s',
  ])
  await press('Call')
  const [head, known, unknown] = await rowsOf('Difference by call')
  expect(head?.[1]).toBe('Computed from')
  expect(known?.slice(1)).toEqual(['estimated tokens', '$0.000012', '$2.50', '+$2.50'])
  expect(unknown?.slice(1)).toEqual(['nothing known', 'not known', 'not known', '·'])
  expect(screen.getByTitle('+$2.499987654322')).toBeTruthy()
})

test('other days and another version can be chosen, and days that run backwards are refused', async () => {
  const { requests } = open()
  await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Priced by' }), 'first')
  const [first, last] = [screen.getByLabelText('First day'), screen.getByLabelText('Last day')]
  await userEvent.clear(last)
  await userEvent.type(last, '2026-10-01')
  expect(screen.getByText('The last day comes before the first.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Dry run' })).toHaveProperty('disabled', true)
  await userEvent.clear(first)
  await userEvent.type(first, '2026-09-30')
  await press('Dry run')
  await screen.findByRole('heading', { name: 'If 30 Sept to 1 Oct were priced by first' })
  expect(requests.findLast(({ route }) => route === 'POST /api/admin/reprices')?.body).toMatchObject({
    from: '2026-09-30',
    to: '2026-10-02',
    pricing_version: 'first',
  })
})

test('what was tried is kept with a reason, and seen on its way until it holds', async () => {
  const states = [reprice({ state: 'applying', progress: 0.4, ended_at: null }), reprice()]
  let isBegun = false
  const { requests } = open({
    'GET /api/admin/reprices': () => ({ body: { reprices: isBegun ? [states.shift() ?? reprice()] : [] } }),
    'POST /api/admin/reprices': (body) => {
      if ((body as { dry_run?: boolean }).dry_run) return { body: DIFFERENCE }
      isBegun = true
      return { status: 202, body: { id: 'R1' } }
    },
  })
  expect(await screen.findByText('Nothing has been repriced yet.')).toBeTruthy()
  await press('Dry run')
  await press('Keep these costs')
  expect(screen.getByText('Say why, for whoever looks at these costs later.')).toBeTruthy()
  await userEvent.type(screen.getByRole('textbox', { name: 'Why' }), ' the rate was wrong ')
  await press('Keep these costs')
  const bar = await screen.findByRole('progressbar', { name: 'How far second has come' })
  expect(bar.getAttribute('aria-valuenow')).toBe('40')
  expect(screen.getByText(/It goes on when you leave this page/)).toBeTruthy()
  expect(await screen.findByText('holds')).toBeTruthy()
  const sent = requests.findLast(({ route }) => route === 'POST /api/admin/reprices')
  expect(sent?.body).toMatchObject({ from: '2026-10-25', reason: 'the rate was wrong' })
  expect(sent?.body).not.toHaveProperty('dry_run')
  expect(sent?.key).toMatch(/.+/)
})

test('a refusal is said where it was asked for, and can be tried again', async () => {
  const message = 'some of these calls are repriced already; revert that first'
  open({
    'POST /api/admin/reprices': (body) =>
      (body as { dry_run?: boolean }).dry_run
        ? { body: DIFFERENCE }
        : { status: 409, body: { error: { code: 'reprice_conflict', message, details: { reprice_id: 'R1' } } } },
  })
  await press('Dry run')
  await userEvent.type(await screen.findByRole('textbox', { name: 'Why' }), 'because')
  await press('Keep these costs')
  expect(await screen.findByText(message)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Keep these costs' })).toHaveProperty('disabled', false)
})

test('of days without a call there is nothing to keep', async () => {
  open({ 'POST /api/admin/reprices': { body: { ...DIFFERENCE, calls: 0, changed_calls: 0 } } })
  await press('Dry run')
  expect(await screen.findByText('No call was made in these days.')).toBeTruthy()
  expect(screen.queryByRole('textbox', { name: 'Why' })).toBeNull()
})

test('earlier ones say by what, of which days, why, by whom and when, and are reverted once that is confirmed', async () => {
  let state: Reprice['state'] = 'applied'
  const { requests } = open({
    'GET /api/admin/reprices': () => ({ body: { reprices: [reprice({ state })] } }),
    'DELETE /api/admin/reprices/R1': () => {
      state = 'reverted'
      return { status: 202, body: reprice({ state: 'reverting' }) }
    },
  })
  const [item] = await within(await screen.findByRole('list', { name: 'Earlier reprices' })).findAllByRole('listitem')
  for (const said of ['second', 'holds', 'the rate was wrong', 'Begun by local on', '7 of 12 calls changed.']) {
    expect(item?.textContent).toContain(said)
  }
  await press(/^Revert second of/)
  expect(screen.getByText('These calls go back to what they were billed.')).toBeTruthy()
  await press('Keep it')
  expect(requests.some(({ route }) => route.startsWith('DELETE'))).toBe(false)
  await press(/^Revert second of/)
  await press('Revert now')
  expect(await screen.findByText('reverted')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^Revert/ })).toBeNull()
})

test('a version that does not hold yet says what it would have made of the last 30 days, and cannot be kept', async () => {
  const { requests } = open({}, <ComingPrices version="next" />)
  expect((await rowsOf('Difference by model')).at(-1)).toEqual([
    'All calls',
    '12',
    '$16.29',
    'at least $16.25',
    '−$0.040',
  ])
  expect(screen.getByRole('heading', { name: 'If 25 Oct to 23 Nov were priced by next' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Keep these costs' })).toBeNull()
  expect(requests.find(({ route }) => route === 'POST /api/admin/reprices')?.body).toMatchObject({
    from: '2026-10-25',
    to: '2026-11-24',
    pricing_version: 'next',
    dry_run: true,
  })
})
