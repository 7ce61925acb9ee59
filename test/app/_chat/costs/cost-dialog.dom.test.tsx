import { fireEvent, render, screen, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import type { Call } from '#app/_chat/costs/use-calls.ts'
import { conversation, receive, setUpConversation } from '../conversation-page.tsx'
import { fakeServer } from '../fake-server.ts'
import { message, SESSION, snapshot, total } from '../frame-builder.ts'

vi.mock('next/navigation', () => ({
  useRouter: () => ({ push: () => undefined }),
  usePathname: () => '/c/S1',
  useSearchParams: () => null,
}))

setUpConversation()

const SOURCE = { source: 'https://www.example.com/prices', read_on: '2026-11-21' }

function call(id: string, fields: Partial<Call>): Call {
  return {
    id,
    turn_id: 'T1',
    started_at: '2026-11-22T10:00:00.000000Z',
    model: 'demo:anthropic',
    attempt: 1,
    outcome: 'completed',
    error_class: null,
    tokens: { input_tokens: 1_000, output_tokens: 200, cached_input_tokens: 3_000, cache_creation_input_tokens: 0 },
    cost_usd: '0.0069',
    state: 'exact',
    cache_saved_usd: '0.0081',
    ...fields,
  }
}

const EXPLAINED: NonNullable<Call['cost']> = {
  cost_usd: '0.0069',
  pricing_version: '2026-11-23',
  state: 'exact',
  lines: [
    { bucket: 'input', tokens: 1_000, rate_per_mtok_usd: '3.00', usd: '0.003', source: SOURCE },
    {
      bucket: 'output',
      tokens: 200,
      rate_per_mtok_usd: '15.00',
      usd: '0.003',
      source: { ...SOURCE, source: 'javascript:alert(1)' },
    },
    { bucket: 'cached_read', tokens: 3_000, rate_per_mtok_usd: '0.30', usd: '0.0009', source: null },
  ],
}

/** The chat, with what the server knows of its calls. */
async function open(calls: readonly Call[], explained: readonly Call[] = calls) {
  fakeServer({
    'GET /api/models': { body: { models: [], default: null } },
    'GET /api/sessions/S1/calls': (_body, query) => ({ body: { calls: query.has('turn_id') ? explained : calls } }),
  })
  render(conversation())
  const said = [
    message('M1', 'user', 'How far is the moon?', { turn_id: 'T1' }),
    message('M2', 'assistant', 'Far', { turn_id: 'T1' }),
  ]
  const session = { ...SESSION, cost_usd: '0.0069' }
  const turn_totals = [total({ input_tokens: 1_000, cost_usd: '0.0069' })]
  await receive(snapshot({ messages: said, session, turn_totals }))
}

const cells = (table: HTMLElement) =>
  within(table)
    .getAllByRole('row')
    .slice(1)
    .map((row) => [...row.querySelectorAll('th, td')].map((cell) => cell.textContent))

describe('the cost under an answer', () => {
  test('opens to what was counted, its rates and where those stand, and their sum', async () => {
    await open([call('C1', {})], [call('C1', { cost: EXPLAINED })])
    fireEvent.click(screen.getAllByRole('button', { name: '$0.0069' }).at(-1) as HTMLElement)
    const dialog = await screen.findByRole('dialog', { name: 'What this answer cost' })
    const table = await within(dialog).findByRole('table', { name: 'Cost, line by line' })
    expect(cells(table)).toEqual([
      ['Read', '1,000', '$3.00 per millionexample.com', '$0.0030'],
      ['Wrote', '200', '$15.00 per millionjavascript:alert(1)', '$0.0030'],
      ['From cache', '3,000', '$0.30 per millionno source given', '$0.0009'],
      ['Sum', '', '', '$0.0069'],
    ])
    expect(
      within(table)
        .getAllByRole('link')
        .map((link) => link.getAttribute('href')),
    ).toEqual([SOURCE.source])
    expect(dialog.textContent).toContain('price version 2026-11-23')
  })

  test('says of a call without a price that it has none, and of one that nobody saw the end of that it may be due', async () => {
    const nothing = { lines: [], cost_usd: null, pricing_version: null }
    await open(
      [call('C1', {})],
      [
        call('C1', { tokens: null, cost_usd: null, state: 'unknown', cost: { ...nothing, state: 'unknown' } }),
        call('C2', { attempt: 2, cost_usd: null, state: 'unpriced', cost: { ...nothing, state: 'unpriced' } }),
      ],
    )
    fireEvent.click(screen.getAllByRole('button', { name: '$0.0069' }).at(-1) as HTMLElement)
    const dialog = await screen.findByRole('dialog', { name: 'What this answer cost' })
    expect(await within(dialog).findByText('Nobody saw its end: it may have been billed.')).toBeTruthy()
    expect(dialog.textContent).toContain('attempt 2')
    expect(dialog.textContent).toContain('no price')
    expect(dialog.textContent).not.toContain('$0')
  })
})

describe('the cost of a chat', () => {
  test('is told by model and by question, and each question opens to its calls', async () => {
    const other = {
      id: 'C2',
      turn_id: null,
      model: 'demo:openai',
      cost_usd: null,
      state: 'unpriced' as const,
      cache_saved_usd: null,
    }
    await open([call('C1', {}), call('C2', other)], [call('C1', { cost: EXPLAINED })])
    fireEvent.click(screen.getAllByRole('button', { name: '$0.0069' })[0] as HTMLElement)
    const dialog = await screen.findByRole('dialog', { name: 'What this chat cost' })
    expect(cells(await within(dialog).findByRole('table', { name: 'By model' }))).toEqual([
      ['anthropic', '$0.0069', '1', '1,000', '3,000', '200'],
      ['openai', 'no price', '1', '1,000', '3,000', '200'],
      ['Sum', 'at least $0.0069', '2', '2,000', '6,000', '400'],
    ])
    expect(dialog.textContent).toContain('75\u00a0% was read from a cache, which saved $0.0081.')
    expect(dialog.textContent).toContain('A call has no price, or not for all of it')
    fireEvent.click(within(dialog).getByRole('button', { name: 'How far is the moon?' }))
    expect(await screen.findByRole('table', { name: 'Cost, line by line' })).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Back to the whole chat' }))
    expect(await screen.findByRole('table', { name: 'By model' })).toBeTruthy()
  })

  test('says that it could not be asked for, and asks again', async () => {
    await open([])
    fakeServer({ 'GET /api/models': { body: { models: [], default: null } } })
    fireEvent.click(screen.getAllByRole('button', { name: '$0.0069' })[0] as HTMLElement)
    expect((await screen.findByRole('alert', {}, { timeout: 8_000 })).textContent).toContain('cannot be reached')
    expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy()
  }, 12_000)
})
