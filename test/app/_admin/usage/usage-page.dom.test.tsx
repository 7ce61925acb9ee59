import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { UsagePage } from '#app/_admin/usage/usage-page.tsx'
import { fakeServer } from '../../_chat/fake-server.ts'
import { answer, row, totals } from './usage-builder.ts'

vi.mock('next/navigation', async () => {
  const { useSyncExternalStore } = await import('react')
  const listeners = new Set<() => void>()
  const push = history.pushState.bind(history)
  history.pushState = (...said: Parameters<History['pushState']>) => {
    push(...said)
    for (const listener of listeners) listener()
  }
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  return {
    useRouter: () => ({ push: vi.fn() }),
    useSearchParams: () => new URLSearchParams(useSyncExternalStore(subscribe, () => location.search)),
  }
})

type Answered = ReturnType<typeof answer>

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-07T12:00:00Z') })
  history.replaceState(null, '', '/admin/usage')
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const DAYS = [1, 2, 3, 4, 5, 6, 7].map((day) => `2026-11-0${day}T00:00:00.000000Z`)
const MODELS = [
  row('demo:one', {
    calls: 3,
    cost_usd: '20.123456789012',
    cached_input_tokens: 3_000,
    cache_saved_usd: '5',
    input_tokens: 1_499,
    time_to_first_token_ms: { p50: 400, p95: 1_200, p99: 2_000 },
    latency_ms: { p50: 4_000, p95: 9_000, p99: 20_000 },
    output_tokens_per_second: 61.44,
  }),
  row('demo:two', { calls: 1, cost_usd: null, unpriced_calls: 1 }),
]
const WHOLE = totals({
  calls: 4,
  failed_calls: 1,
  cost_usd: '20.123456789012',
  unpriced_calls: 1,
  cached_input_tokens: 3_000,
  cache_saved_usd: '5',
  retries: 2,
  retries_usd: '0.25',
  time_to_first_token_ms: { p50: 400, p95: 1_200, p99: 2_000 },
})

const GROUPS: Readonly<Record<string, ReturnType<typeof row>[]>> = {
  model: MODELS,
  provider: [
    row('demo', { calls: 4, failed_calls: 1, retries: 2, retries_usd: '0.25' }),
    row('own', { calls: 1, unpriced_calls: 1, cost_usd: null, retries: 1 }),
  ],
  session: [
    row('S1', { title: 'Old maps', session_id: 'S1', cost_usd: '20' }),
    row('S2', { title: null, session_id: null, cost_usd: '0.1234' }),
  ],
  turn: [row('T1', { title: null, session_id: 'S1', cost_usd: '12' })],
  error_class: [row('rate_limit'), row(null, { calls: 3 })],
  user: [row('local', { calls: 4 })],
}

function usage(query: URLSearchParams): Answered {
  const group = query.get('group_by')
  if (query.get('to') === '2026-10-09') return answer([], { totals: totals({ calls: 2, cost_usd: '30' }) })
  if (query.has('bucket') && group) {
    const rows = (GROUPS[group] ?? []).map((each) => ({ ...each, bucket: DAYS[2] }))
    return answer(rows, { buckets: DAYS, totals: { ...WHOLE, time_to_first_token_ms: null } })
  }
  if (query.has('bucket')) return answer([{ ...row(null, WHOLE), bucket: DAYS[0] }], { totals: WHOLE })
  return answer(GROUPS[group ?? ''] ?? [], { totals: WHOLE })
}

const ELSEWHERE = {
  as_it_was: { cost_usd: '20.123456789012', calls: 4, unpriced_calls: 1 },
  models: [
    { model: 'demo:dear', cost_usd: '50', low_usd: '40', high_usd: '60', estimated: true, calls: 4, unpriced_calls: 0 },
    { model: 'demo:near', cost_usd: '20', low_usd: '16', high_usd: '24', estimated: true, calls: 4, unpriced_calls: 0 },
    {
      model: 'demo:none',
      cost_usd: null,
      low_usd: null,
      high_usd: null,
      estimated: true,
      calls: 4,
      unpriced_calls: 4,
    },
  ],
}

const RANGE = { from: '2026-10-09T00:00:00.000000Z', to: '2026-11-08T00:00:00.000000Z' }
const ROUTES = {
  ...RANGE,
  rows: [
    { policy: 'global_default', verdict: 'chose', model: 'demo:one', rejection: null, decisions: 1_200 },
    { policy: 'manual_sticky', verdict: 'rejected', model: 'demo:two', rejection: 'no_vision_support', decisions: 3 },
    { policy: 'manual_sticky', verdict: 'rejected', model: 'demo:one', rejection: 'newer_reason', decisions: 1 },
    { policy: 'manual_sticky', verdict: 'not_applicable', model: null, rejection: null, decisions: 1_200 },
    { policy: 'newer_slot', verdict: 'deferred', model: 'demo:one', rejection: null, decisions: 2 },
  ],
}
const WRITES = { writes: 2, tokens: 12_345, premium_usd: '0.0123456', unpriced_writes: 1 }
const UNREAD = { ...RANGE, rows: [{ key: 'demo:one', ...WRITES }], totals: WRITES }

function open(address = '', answers: Parameters<typeof fakeServer>[0] = {}) {
  history.replaceState(null, '', `/admin/usage${address}`)
  const asked: string[] = []
  const server = fakeServer({
    'GET /api/models': { body: { models: [], default: 'demo:one', unlisted: [] } },
    'GET /api/providers': { body: { providers: [] } },
    'GET /api/admin/usage/elsewhere': { body: ELSEWHERE },
    'GET /api/admin/usage/routing': { body: ROUTES },
    'GET /api/admin/usage/cache-writes': { body: UNREAD },
    'GET /api/admin/usage': (_, query) => {
      asked.push(String(query))
      return { body: usage(query) }
    },
    ...answers,
  })
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <UsagePage />
    </QueryClientProvider>,
  )
  return { ...server, asked }
}

const table = (name: string) => screen.findByRole('table', { name })

async function rowsOf(name: string): Promise<string[][]> {
  const rows = within(await table(name)).getAllByRole('row')
  return rows.map((each) => [...each.children].map((cell) => cell.textContent))
}

async function openTable(section: string) {
  const part = within(await screen.findByRole('region', { name: section }))
  const details = (await part.findByText('Show as table')).parentElement as HTMLDetailsElement
  details.open = true
  fireEvent(details, new Event('toggle'))
}

describe('what usage came to', () => {
  test('is said first: spent, calls, saved and waited for', async () => {
    open()
    const figures = () => [...document.querySelectorAll('dl > div')].map((figure) => figure.textContent)
    await vi.waitFor(() =>
      expect(figures()).toEqual([
        'Spentat least $20.12$30.00 in the 30 days before',
        'Calls41 of them without a price, not in the sum; 1 failed',
        'The cache saved$5.0020\u00a0% of what it would have been',
        'First word0.4\u00a0shalf of all calls; 19 in 20 within 1.2\u00a0s',
      ]),
    )
  })

  test('is told by model in a ledger, where what has no price is never nothing', async () => {
    open()
    const name = ['Model', 'Calls', 'Read new', 'Into a cache', 'From a cache', 'Wrote', 'Saved', 'Spent', 'Share', '']
    expect(await rowsOf('By model')).toEqual([
      name,
      ['one', '3', '1.5', '0', '3', '2', '−$5.00', '$20.12', '100\u00a0%', ''],
      ['two', '1', '1', '0', '0', '2', '·', 'no price', '', ''],
      ['All calls', '4', '1', '0', '3', '2', '−$5.00', 'at least $20.12', '', ''],
    ])
    expect(screen.getByText(/^1 call has no price and is in no sum here\./)).toBeTruthy()
    expect(screen.getByTitle('$20.123456789012')).toBeTruthy()
  })

  test('is exact to the last digit for whoever wants that, and the address says so', async () => {
    open()
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Exact figures' }))
    expect((await rowsOf('By model'))[1]).toEqual([
      'one',
      '3',
      '1,499',
      '0',
      '3,000',
      '2,000',
      '−$5.0000',
      '$20.123456789012',
      '100\u00a0%',
      '',
    ])
    expect(location.search).toBe('?exact=1')
  })

  test('leads to the dearest chats, and of one that is gone to what is known of it', async () => {
    open()
    const chats = await table('The most expensive chats')
    expect(
      within(chats)
        .getAllByRole('link')
        .map((link) => [link.textContent, link.getAttribute('href')]),
    ).toEqual([['Old maps', '/c/S1']])
    expect((await rowsOf('The most expensive chats'))[2]).toEqual(['deleted, or somebody else’s', '1', '$0.12'])
    expect((await rowsOf('The most expensive turns'))[1]).toEqual(['Chat without a title', '1', '$12.00'])
    await userEvent.click(within(chats).getByRole('button', { name: 'Only deleted, or somebody else’s' }))
    expect(location.search).toBe('?session=S2')
  })

  test('says what failed, by kind and by provider, and what trying again cost', async () => {
    open()
    expect(
      await screen.findByText(/^1 failed: 25\s% of all\. 2 calls were further tries and cost at least \$0\.25\.$/),
    ).toBeTruthy()
    expect(await rowsOf('By kind of error')).toEqual([
      ['Error', 'Calls', 'Share'],
      ['The provider is limiting requests', '1', '25\u00a0%'],
    ])
    expect((await rowsOf('By provider')).slice(1)).toEqual([
      ['demo', '1', '25\u00a0%', '2', '$0.25'],
      ['own', '0', '0\u00a0%', '1', 'no price'],
    ])
  })

  test('is a range elsewhere, against what it was', async () => {
    open()
    expect(await rowsOf('What it would have cost elsewhere')).toEqual([
      ['All by', '', 'Would be', 'Against yours'],
      ['near', '', '$16.00 to $24.00', 'about the same'],
      ['As it was', '', 'at least $20.12', '·'],
      ['dear', '', '$40.00 to $60.00', 'about +$29.88'],
      ['none', '', 'no price', '·'],
    ])
  })

  test('is asked for in a few requests, none of them for a row', async () => {
    const { asked } = open()
    await rowsOf('By kind of error')
    expect(asked).toHaveLength(8)
    expect(new Set(asked).size).toBe(8)
  })
})

describe('behind each chart', () => {
  test('of spending there is a table with its figures', async () => {
    open()
    await openTable('one made 100\u00a0% of what was spent')
    const rows = await rowsOf('Spent per day, in US dollars')
    expect(rows).toHaveLength(9)
    expect(rows[0]).toEqual(['Begins', 'one', 'two', 'All'])
    expect(rows[3]).toEqual(['3 November 2026', '$20.12', 'no price', 'at least $20.12'])
    expect(rows[4]).toEqual(['4 November 2026', '$0', '$0', '$0'])
    expect(rows[8]).toEqual(['All', '$20.12', 'no price', 'at least $20.12'])
  })

  test('of the cache and of waiting there is one, too', async () => {
    open()
    await openTable('What the cache did')
    expect((await rowsOf('Per week: paid, and saved (hatched)'))[1]).toEqual([
      'week from 1 November 2026',
      'at least $20.12',
      '−$5.00',
      '75\u00a0%',
    ])
    await openTable('How long until the first word')
    expect((await rowsOf('How long until the first word'))[1]).toEqual([
      'one',
      ...['0.4\u00a0s', '1.2\u00a0s', '2\u00a0s', '4\u00a0s', '9\u00a0s', '20\u00a0s', '61.4'],
    ])
  })

  test('its bars are gone through with the arrow keys', async () => {
    open()
    const chart = await screen.findByRole('slider', { name: 'Spent per day, in US dollars' })
    chart.focus()
    expect(chart.getAttribute('aria-valuetext')).toBe('7 November 2026: $0')
    await userEvent.keyboard('{Home}{ArrowRight}{ArrowRight}')
    expect(chart.getAttribute('aria-valuetext')).toBe('3 November 2026: at least $20.12; one: $20.12, two: no price')
    expect([chart.getAttribute('aria-valuenow'), chart.getAttribute('aria-valuemax')]).toEqual(['3', '7'])
  })
})

describe('what is looked at', () => {
  test('is in the address: the period, the ledger, the costs', async () => {
    const { asked } = open()
    await userEvent.click(await screen.findByRole('button', { name: '7 days' }))
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Told apart by' }), 'Person')
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Costs' }), 'repriced')
    expect(location.search).toBe('?period=7d&group=user&costs=repriced')
    expect(await screen.findByText(/repriced: where a reprice holds/)).toBeTruthy()
    expect((await rowsOf('By person'))[1]?.[0]).toBe('local')
    const chart = screen.getByRole('slider', { name: 'Spent per day, in US dollars' })
    chart.focus()
    await userEvent.keyboard('{Home}{ArrowRight}{ArrowRight}')
    expect(chart.getAttribute('aria-valuetext')).toBe('3 November 2026: $0.50; local: $0.50')
    const range = `from=2026-11-01&to=2026-11-08&tz=${encodeURIComponent(Intl.DateTimeFormat().resolvedOptions().timeZone)}`
    expect(asked).toContain(`${range}&costs=repriced&group_by=user&limit=100`)
    const files = ['CSV', 'JSON'].map((kind) => screen.getByRole('link', { name: `Download the table as ${kind}` }))
    expect(files.map((file) => file.getAttribute('href'))).toEqual([
      `/api/admin/usage?${range}&costs=repriced&group_by=user&format=csv`,
      `/api/admin/usage?${range}&costs=repriced&group_by=user&format=json`,
    ])
  })

  test('can be days of the calendar, which have to be in their order', async () => {
    open()
    await userEvent.click(await screen.findByRole('button', { name: /^9 Oct to 7 Nov/ }))
    fireEvent.change(screen.getByLabelText('First day'), { target: { value: '2026-11-05' } })
    fireEvent.change(screen.getByLabelText('Last day'), { target: { value: '2026-11-04' } })
    expect(screen.getByText('The last day comes before the first.')).toBeTruthy()
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Show them' }).disabled).toBe(true)
    fireEvent.change(screen.getByLabelText('Last day'), { target: { value: '2026-11-06' } })
    await userEvent.click(screen.getByRole('button', { name: 'Show them' }))
    expect(location.search).toBe('?from=2026-11-05&to=2026-11-06')
  })

  test('is left out by a press on a name, and comes back by a press on the filter', async () => {
    const askedElsewhere: string[] = []
    const { asked } = open('', {
      'GET /api/admin/usage/elsewhere': (_, query) => {
        askedElsewhere.push(query.get('of_model') ?? '')
        return { body: ELSEWHERE }
      },
    })
    await userEvent.click(within(await table('By model')).getByRole('button', { name: 'Only two' }))
    expect(location.search).toBe('?model=demo%3Atwo')
    expect(asked.at(-1)).toContain('model=demo%3Atwo')
    await vi.waitFor(() => expect(askedElsewhere).toEqual(['', 'demo:two']))
    await userEvent.click(screen.getByRole('button', { name: 'Remove the filter Model: two' }))
    expect(location.search).toBe('')
  })

  test('to one chat, is called by its title', async () => {
    open('?session=S1')
    expect(await screen.findByRole('button', { name: 'Remove the filter Chat: Old maps' })).toBeTruthy()
  })

  test('is chosen among what there is in these days', async () => {
    open('?model=demo:two')
    await userEvent.click(await screen.findByRole('button', { name: 'Filter' }))
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Only calls by' }), 'Person')
    const choices = within(screen.getByRole('dialog', { name: 'Filter' }))
    await userEvent.click(await choices.findByRole('button', { name: 'local' }))
    expect(location.search).toBe('?model=demo%3Atwo&user=local')
  })
})

describe('where there is nothing', () => {
  const nothing = { 'GET /api/admin/usage': { body: answer([], { totals: totals({ calls: 0, cost_usd: '0' }) }) } }

  test('it says so, and leads to a longer time', async () => {
    open('', nothing)
    expect(await screen.findByRole('heading', { name: 'No calls in these days' })).toBeTruthy()
    expect(screen.queryByText('$0')).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Look at a year' }))
    expect(location.search).toBe('?period=year')
  })

  test('because of filters, they can be removed', async () => {
    open('?model=demo:none&provider=demo', nothing)
    expect(await screen.findByRole('heading', { name: 'No calls of this kind in these days' })).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Remove the filters' }))
    expect(location.search).toBe('')
  })

  test('because it failed, it says why and tries again', async () => {
    let works = false
    open('', {
      'GET /api/admin/usage': (_, query) =>
        works
          ? { body: usage(query) }
          : { status: 500, body: { error: { code: 'internal', message: 'The disk is gone.' } } },
    })
    const again = await screen.findByRole('button', { name: 'Try again' })
    expect(screen.getByText('The disk is gone.')).toBeTruthy()
    works = true
    await userEvent.click(again)
    expect((await screen.findAllByText('at least $20.12')).length).toBeGreaterThan(0)
    expect(screen.queryByText('The disk is gone.')).toBeNull()
  })
})

describe('how the model was chosen', () => {
  test('is told for each slot in the order of the chain, what a newer server has behind it', async () => {
    open()
    expect(await rowsOf('By slot of the chain')).toEqual([
      ['Slot', 'Chose', 'Rejected', 'Not needed', 'Nothing to say'],
      ['Set for the chat', '·', '4', '·', '1,200'],
      ['Default model', '1,200', '·', '·', '·'],
      ['newer_slot', '·', '·', '2', '·'],
    ])
    expect(await rowsOf('Which models were rejected')).toEqual([
      ['Model', 'Slot', 'Because', 'How often'],
      ['two', 'Set for the chat', 'there were pictures, and it takes none', '3'],
      ['one', 'Set for the chat', 'newer_reason', '1'],
    ])
  })

  test('can be had as files, and says that it is of everybody where more than a model is asked for', async () => {
    open('?model=demo:two&user=local')
    const link = await screen.findByRole('link', { name: 'Download “How the model was chosen” as CSV' })
    const query = new URL(String(link.getAttribute('href')), 'http://x').searchParams
    expect([query.get('model'), query.get('user'), query.get('format')]).toEqual(['demo:two', null, 'csv'])
    expect(screen.getByText(/of the filters only that by model holds here\.$/)).toBeTruthy()
  })

  test('is said in a word where nothing was decided or rejected', async () => {
    open('', { 'GET /api/admin/usage/routing': { body: { ...RANGE, rows: [] } } })
    expect(await screen.findByText('Nothing was decided in these days.')).toBeTruthy()
    cleanup()
    open('', { 'GET /api/admin/usage/routing': { body: { ...RANGE, rows: ROUTES.rows.slice(0, 1) } } })
    expect(await screen.findByText('No model was rejected.')).toBeTruthy()
  })
})

describe('writes to a cache that nothing has read', () => {
  test('are said with what they cost above input, and which of that is not known', async () => {
    open()
    const said = await screen.findByText(/were read by no later call/)
    expect(said.textContent).toBe(
      'Of what was written, 12,345 tokens in 2 calls were read by no later call of the same chat and model. As ordinary input they would have cost at least $0.012 less. Of 1 write that is not known.',
    )
    const details = (await screen.findByText('Show what was not read as table')).parentElement as HTMLDetailsElement
    details.open = true
    fireEvent(details, new Event('toggle'))
    expect(await rowsOf('Written to a cache and not read')).toEqual([
      ['Model', 'Writes', 'Into a cache', 'Above input'],
      ['one', '2', '12', 'at least $0.012'],
      ['All', '2', '12', 'at least $0.012'],
    ])
  })

  test('that there are none of are said as well', async () => {
    const none = { writes: 0, tokens: 0, premium_usd: '0', unpriced_writes: 0 }
    open('', { 'GET /api/admin/usage/cache-writes': { body: { ...RANGE, rows: [], totals: none } } })
    expect(await screen.findByText('Whatever was written to a cache was read from it later.')).toBeTruthy()
  })
})
