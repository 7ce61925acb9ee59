import { fireEvent, render, screen, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import type { Call } from '#app/_chat/costs/use-calls.ts'
import type { LeftOut, NextCost } from '#app/_chat/costs/use-next-costs.ts'
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
    message_id: 'A1',
    request_id: 'R1',
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
async function open(
  calls: readonly Call[],
  explained: readonly Call[] = calls,
  { next = [], leftOut = [] }: { next?: readonly NextCost[]; leftOut?: readonly LeftOut[] } = {},
) {
  fakeServer({
    'GET /api/models': { body: { models: [], default: null } },
    'GET /api/sessions/S1/calls': (_body, query) => ({ body: { calls: query.has('turn_id') ? explained : calls } }),
    'GET /api/sessions/S1/next-cost': { body: { at: '2026-11-22T10:00:00.000000Z', models: next, left_out: leftOut } },
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

describe('the cost of the next message', () => {
  const HERE: NextCost = {
    model: 'demo:anthropic',
    chosen: 'chat',
    input_tokens: 12_000,
    cost_usd: '0.0105',
    state: 'estimated',
    free: false,
    pricing_version: '2026-11-23',
    price_of: 'demo:anthropic',
    lines: [
      { bucket: 'cached_read', tokens: 10_000, rate_per_mtok_usd: '0.30', usd: '0.003', source: SOURCE },
      { bucket: 'cache_write', tokens: 2_000, rate_per_mtok_usd: '3.75', usd: '0.0075', source: SOURCE },
    ],
    cache: { tokens: 10_000, until: '2026-11-22T10:05:00.000000Z', cost_usd_after: '0.045' },
    range: {
      of: 'chat',
      turns: 12,
      usd: { low: '0.01281', high: '0.04385' },
      state: 'estimated',
      output_tokens: { low: 154, high: 1_800 },
      calls: { low: 1, high: 3 },
    },
  }
  const FREE: NextCost = {
    ...HERE,
    model: 'ollama:small',
    chosen: 'cheapest',
    cost_usd: '0',
    free: true,
    cache: null,
    range: null,
  }
  const UNPRICED: NextCost = {
    ...FREE,
    model: 'lab:scribe',
    chosen: 'most_used',
    cost_usd: null,
    free: false,
    state: 'unpriced',
    pricing_version: null,
    price_of: null,
    lines: [{ bucket: 'input', tokens: 12_000, rate_per_mtok_usd: null, usd: null, source: null }],
  }
  const PARTIAL: NextCost = { ...HERE, model: 'lab:some', chosen: 'listed', state: 'partial' }

  async function openNext(next: readonly NextCost[], leftOut: readonly LeftOut[] = []): Promise<HTMLElement> {
    await open([call('C1', {})], [], { next, leftOut })
    fireEvent.click(screen.getAllByRole('button', { name: '$0.0069' })[0] as HTMLElement)
    const dialog = await screen.findByRole('dialog', { name: 'What this chat cost' })
    return await within(dialog).findByRole('region', { name: 'What the next message costs' })
  }

  test('is told here and elsewhere, at least and as a rule; without a price it is not zero', async () => {
    const region = await openNext([
      HERE,
      UNPRICED,
      FREE,
      { ...PARTIAL, range: HERE.range && { ...HERE.range, state: 'partial' } },
    ])
    const table = await within(region).findByRole('table', { name: 'What the next message costs' })
    expect(cells(table)).toEqual([
      ['anthropicof this chat', '$0.010', '$0.013 to $0.044'],
      ['scribeused most by you', 'no price', 'not known yet'],
      ['smallcheapest to read this', 'free', 'not known yet'],
      ['some', '$0.010', 'at least $0.013 to $0.044'],
    ])
  })

  test('opens to the lines that it is the sum of, the cache, the turns that it goes by, and leads back', async () => {
    const region = await openNext([HERE])
    fireEvent.click(await within(region).findByRole('button', { name: 'anthropic' }))
    const dialog = await screen.findByRole('dialog', { name: 'What the next message costs with anthropic' })
    expect(cells(within(dialog).getByRole('table', { name: 'Cost, line by line' }))).toEqual([
      ['From cache', '10,000', '$0.30 per millionexample.com', '$0.0030'],
      ['To cache', '2,000', '$3.75 per millionexample.com', '$0.0075'],
      ['Sum', '', '', '$0.0105'],
    ])
    expect(dialog.textContent).toContain('10,000 tokens may still come from the cache')
    expect(dialog.textContent).toContain('Without it, it costs at least $0.0450.')
    expect(dialog.textContent).toContain('By the last 12 answered turns of this chat')
    expect(dialog.textContent).toContain('wrote 154 to 1,800 tokens, in 1 to 3 calls.')
    fireEvent.click(within(dialog).getByRole('button', { name: 'Back to the whole chat' }))
    expect(await screen.findByRole('table', { name: 'By model' })).toBeTruthy()
  })

  test.each([
    [UNPRICED, 'scribe', ['The model has no price', 'no price'], ['$']],
    [{ ...FREE, price_of: 'ollama:other' }, 'small', ['At the price of other.', 'fewer than 5 turns'], []],
    [
      { ...PARTIAL, range: HERE.range && { ...HERE.range, of: 'person' as const } },
      'some',
      ['at least $0.0105', 'it has fewer than 5 itself'],
      [],
    ],
  ])('says what is not known of it: %#', async (cost, label, said, unsaid) => {
    const region = await openNext([cost])
    fireEvent.click(await within(region).findByRole('button', { name: label }))
    const dialog = await screen.findByRole('dialog', { name: `What the next message costs with ${label}` })
    for (const words of said) expect(dialog.textContent).toContain(words)
    for (const words of unsaid) expect(dialog.textContent).not.toContain(words)
  })

  test('says why the model of the chat cannot go on with it', async () => {
    const region = await openNext(
      [],
      [{ model: 'lab:blind', rejection: 'no_vision_support', reason: 'it takes no pictures' }],
    )
    expect(await within(region).findByText('blind cannot go on with this chat: it takes no pictures.')).toBeTruthy()
    expect(within(region).queryByRole('table')).toBeNull()
  })

  test('is asked for anew once the chat has another model', async () => {
    await openNext([HERE])
    fireEvent.click(screen.getByRole('button', { name: 'Close' }))
    const server = fakeServer({
      'GET /api/models': { body: { models: [], default: null } },
      'GET /api/sessions/S1/calls': { body: { calls: [] } },
      'GET /api/sessions/S1/next-cost': { body: { at: HERE.cache?.until, models: [UNPRICED], left_out: [] } },
    })
    const session = {
      ...SESSION,
      cost_usd: '0.0069',
      active_model: 'lab:scribe',
      updated_at: '2026-11-22T11:00:00.000000Z',
    }
    await receive(snapshot({ session }))
    fireEvent.click(screen.getAllByRole('button', { name: '$0.0069' })[0] as HTMLElement)
    expect(await screen.findByRole('button', { name: 'scribe' })).toBeTruthy()
    expect(server.requests.map(({ route }) => route)).toContain('GET /api/sessions/S1/next-cost')
  })
})
