import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { ModelsPage } from '#app/_admin/models/models-page.tsx'
import type { AdminModel, TestedModel } from '#lib/api/admin-model.ts'
import type { EndingModel } from '#lib/api/model-end.ts'
import { fakeServer } from '../../_chat/fake-server.ts'
import { model } from '../../_chat/model-builder.ts'

vi.mock('next/navigation', () => ({ useRouter: () => ({ push: () => {} }) }))
afterEach(cleanup)

const listed = (id: string, fields: Partial<AdminModel> = {}): AdminModel => ({
  ...model(id),
  claims: [
    {
      claim: 'tools',
      by: 'catalog',
      source: 'https://example.org/tools',
      covers: 'all of them',
      checked: '2026-11-22',
    },
    { claim: 'limits', by: 'host', source: null, covers: null, checked: '2026-11-24' },
  ],
  refuses: [],
  seen: null,
  ...fields,
})

const TESTED: TestedModel = {
  call_id: 'c1',
  model_served: 'demo:small-2',
  text: 'ready',
  called_tool: null,
  stop_reason: 'end_turn',
  tokens: { input: 21, output: 3 },
  cost_usd: '0.00042',
  cost_state: 'exact',
  pricing_version: '1',
  latency_ms: 1200,
  time_to_first_token_ms: 280,
  error: null,
}

const RULES = 'rules:\n  - name: careful\n    when: { has_images: true }\n    use: demo:small\n'
const CARRIED_RULES = RULES.replace('demo:small', 'demo:large')

function show(
  models: readonly AdminModel[],
  tested: Partial<TestedModel> = {},
  ending: readonly EndingModel[] = [],
  carried: { status?: number; body: unknown } = { body: { version: 4, names: ['careful'] } },
  budgets: Record<string, { status?: number; body: unknown }> = {},
) {
  const server = fakeServer({
    'GET /api/admin/models': { body: { models } },
    'GET /api/models/ending': { body: { models: ending } },
    'GET /api/admin/routing/carry-over': { body: { version: 3, rules: CARRIED_RULES, names: ['careful'] } },
    'GET /api/admin/routing/3': { body: { version: 3, rules: RULES, note: '', author: 'local', created_at: '' } },
    'POST /api/admin/routing/carry-over': carried,
    'POST /api/models/carry-over': { body: { chats: 2, presets: 1, titles: true, left: [] } },
    'POST /api/admin/models/test': { body: { ...TESTED, ...tested } },
    ...budgets,
  })
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  render(
    <QueryClientProvider client={client}>
      <ModelsPage />
    </QueryClientProvider>,
  )
  return server
}

test('hundreds of models come fifty at a time, and a search finds any of them', async () => {
  show(Array.from({ length: 320 }, (_, n) => listed(`router:maker-${n}/model`)))
  expect(await screen.findByText('320 models')).toBeTruthy()
  expect(screen.getAllByRole('row')).toHaveLength(51)
  await userEvent.click(screen.getByRole('button', { name: 'Show 50 more' }))
  expect(screen.getAllByRole('row')).toHaveLength(101)
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search models' }), 'maker-319')
  expect(screen.getByRole('status').textContent).toBe('1 of 320')
  expect(screen.getAllByRole('row')).toHaveLength(2)
})

test('a row says how fast the model was, that it is away, and when it ends', async () => {
  const times = { p50: 400, p95: 2_000, p99: 3_000 }
  show([
    listed('demo:small', {
      ends: { on: '2027-01-05', source: 'models.yaml', successor: null },
      seen: { calls: 12, failed_calls: 1, latency_ms: times, time_to_first_token_ms: null },
      unavailable: {
        of: 'model',
        error_class: 'rate_limit',
        since: '2026-11-24T10:00:00.000000Z',
        until: '2026-11-24T10:05:00.000000Z',
        is_asked: true,
      },
    }),
  ])
  const row = (await screen.findAllByRole('row'))[1]
  expect(row?.textContent).toContain('until 5 Jan 2027')
  expect(row?.textContent).toContain('0.4\u00a0s · 95 %: 2\u00a0s')
  expect(row?.textContent).toContain('rate limit')
})

test('a model opens with the source of each claim, and a test says what it proved', async () => {
  const { bodyOf } = show([listed('demo:small')])
  await userEvent.click(await screen.findByRole('button', { name: 'SMALL: sources and test' }))
  const dialog = within(screen.getByRole('dialog', { name: 'SMALL' }))
  expect(document.activeElement).toBe(dialog.getByRole('button', { name: 'Close' }))
  expect(dialog.getByRole('link', { name: 'example.org' }).getAttribute('href')).toBe('https://example.org/tools')
  expect(dialog.getByText('read on 22 November 2026')).toBeTruthy()
  await userEvent.click(dialog.getByRole('button', { name: 'Test' }))
  expect(await dialog.findByText('It answered: ready')).toBeTruthy()
  expect(dialog.getByRole('status').textContent).toContain('demo:small-2')
  expect(dialog.getByRole('status').textContent).toContain('$0.00042')
  expect(bodyOf('POST /api/admin/models/test')).toEqual({ model: 'demo:small', calls_tool: false })
})

test('each claim is said with its value, what is refused as well', async () => {
  const claims = ['limits', 'images', 'tools', 'forced_tools', 'thinking', 'sampling', 'stop_sequences'].map(
    (claim) => ({ claim: claim as 'tools', by: 'catalog' as const, source: null, covers: null, checked: null }),
  )
  const small = listed('demo:small', { claims, refuses: ['forced_tools', 'stop_sequences', 'no_thinking'] })
  const image_limits = {
    max_base64_bytes: 5_000_000,
    max_total_base64_bytes: 12_000_000,
    max_side_pixels: 2_000,
    max_count: 600,
    takes_animation: true,
  }
  const able = { supports_images: true, supports_tools: true, supports_thinking: true, image_limits }
  show([
    {
      ...small,
      capabilities: { ...small.capabilities, ...able, max_context_tokens: 200_000, max_output_tokens: 64_000 },
      efforts: ['low', 'high'],
      takes_temperature: false,
    },
  ])
  await userEvent.click(await screen.findByRole('button', { name: 'SMALL: sources and test' }))
  const rows = within(screen.getByRole('table', { name: 'Who says what' })).getAllByRole('row')
  expect(rows.slice(1).map((row) => within(row).getByRole('rowheader').textContent)).toEqual([
    'Window and length of answers200,000 tokens, of those 64,000 in an answer',
    'Picturesup to 600, each of 5.0\u00a0MB and 2,000 pixels a side',
    'Toolsyes',
    'A tool that must be calledrefused',
    'Thinkingalways, cannot be switched off; effort: Low, High',
    'Temperaturerefused',
    'Stop sequencesrefused',
  ])
})

test('a test that failed says why in words', async () => {
  show([listed('demo:small')], {
    error: { error_class: 'auth', message: 'invalid x-api-key', provider_status: 401 },
    tokens: null,
    cost_usd: null,
    model_served: null,
  })
  await userEvent.click(await screen.findByRole('button', { name: 'SMALL: sources and test' }))
  await userEvent.click(screen.getByRole('button', { name: 'Test a tool call' }))
  expect(await screen.findByText('The provider refused the key: invalid x-api-key')).toBeTruthy()
})

const used = (own: number) => ({ own, others: 0, shown: [] })
const ENDING: EndingModel = {
  id: 'demo:small',
  label: 'SMALL',
  ends: { on: '2027-01-05', source: 'models.yaml', successor: null },
  suggested: 'demo:large',
  chats: { ...used(2), others: 3, shown: [{ id: 'c1', name: 'Mine' }] },
  presets: used(1),
  titles: true,
  rules: ['careful'],
  budgets: ['b1', 'b2'],
}
const endingSection = async () => within(await screen.findByRole('region', { name: 'Models that end' }))

test('what stops with a model is carried over by one press, its rules too, once it is known what changes in them', async () => {
  const { bodyOf } = show([listed('demo:small'), listed('demo:large')], {}, [ENDING])
  const section = await endingSection()
  expect(
    section.getByText(/^2 chats of yours, 1 preset of yours, the titles of your chats, 3 of other people/),
  ).toBeTruthy()
  expect(section.getByRole('link', { name: 'Mine' }).getAttribute('href')).toBe('/c/c1')
  expect(section.getByRole('link', { name: '2 budgets ask only it once they are spent' }).getAttribute('href')).toBe(
    '/admin/budgets',
  )
  await userEvent.click(await section.findByRole('button', { name: 'What that changes in the rules' }))
  const lines = within(await section.findByRole('group', { name: 'What that changes in the rules' }))
  expect(lines.getByText(/Removed/).parentElement?.textContent).toContain('use: demo:small')
  expect(lines.getByText(/Added/).parentElement?.textContent).toContain('use: demo:large')
  await userEvent.click(section.getByRole('button', { name: 'Carry over mine and the rules' }))
  expect(
    await section.findByText(/^2 chats and 1 preset go on with LARGE, and it writes the titles of your chats\./),
  ).toBeTruthy()
  expect(section.getByRole('link', { name: 'The rules do since version 4.' }).getAttribute('href')).toBe(
    '/admin/routing',
  )
  expect(bodyOf('POST /api/models/carry-over')).toEqual({ from: 'demo:small', to: 'demo:large' })
  expect(bodyOf('POST /api/admin/routing/carry-over')).toEqual({
    from: 'demo:small',
    to: 'demo:large',
    based_on: 3,
    note: 'Carried over from demo:small to demo:large',
  })
})

test('rules that are not to go along stay, and where they are refused nothing goes', async () => {
  const conflict = {
    status: 409,
    body: { error: { code: 'rules_conflict', message: 'version 4 was saved', details: { version: 4 } } },
  }
  const { requests } = show([listed('demo:small'), listed('demo:large')], {}, [ENDING], conflict)
  const section = await endingSection()
  const sent = () => requests.map(({ route }) => route).filter((route) => route.startsWith('POST'))
  const all = await section.findByRole('button', { name: 'Carry over mine and the rules' })
  await waitFor(() => expect(all.hasAttribute('disabled')).toBe(false))
  await userEvent.click(all)
  expect(await section.findByText('version 4 was saved')).toBeTruthy()
  expect(sent()).toEqual(['POST /api/admin/routing/carry-over'])
  await userEvent.click(section.getByRole('checkbox', { name: /^Routing rules too: careful/ }))
  await userEvent.click(section.getByRole('button', { name: 'Carry over mine' }))
  expect(
    await section.findByText('2 chats and 1 preset go on with LARGE, and it writes the titles of your chats.'),
  ).toBeTruthy()
  expect(sent()).toEqual(['POST /api/admin/routing/carry-over', 'POST /api/models/carry-over'])
})

test('budgets that would be left with a model that ends ask another one by a press of their own, and a refusal is said', async () => {
  const refusal = { code: 'unknown_budget', message: 'there is no such budget' }
  const { bodyOf, requests } = show([listed('demo:small'), listed('demo:large')], {}, [ENDING], undefined, {
    'PATCH /api/admin/budgets/b1': { body: {} },
    'PATCH /api/admin/budgets/b2': { status: 404, body: { error: refusal } },
  })
  const section = await endingSection()
  await userEvent.click(section.getByRole('button', { name: 'Carry over the budgets' }))
  expect(await section.findByText(/no such budget/)).toBeTruthy()
  expect(requests.map(({ route }) => route).filter((route) => route.startsWith('PATCH'))).toEqual([
    'PATCH /api/admin/budgets/b1',
    'PATCH /api/admin/budgets/b2',
  ])
  expect(bodyOf('PATCH /api/admin/budgets/b1')).toEqual({ route_to: 'demo:large' })
})

test('what budgets ask from now on is said', async () => {
  show([listed('demo:small'), listed('demo:large')], {}, [{ ...ENDING, budgets: ['b1'] }], undefined, {
    'PATCH /api/admin/budgets/b1': { body: {} },
  })
  const section = await endingSection()
  await userEvent.click(section.getByRole('button', { name: 'Carry over the budget' }))
  expect(await section.findByText('Budgets ask LARGE once they are spent.')).toBeTruthy()
})
