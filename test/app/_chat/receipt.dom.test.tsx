import { fireEvent, render, screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { Receipt } from '#app/_chat/receipt/use-receipt.ts'
import { conversation, receive, setUpConversation } from './conversation-page.tsx'
import { fakeServer } from './fake-server.ts'
import { message, SESSION, snapshot, total } from './frame-builder.ts'

vi.mock('next/navigation', () => ({
  useRouter: () => ({ push: () => undefined }),
  usePathname: () => '/c/S1',
  useSearchParams: () => null,
}))

setUpConversation()

const routing = {
  mode: 'override' as const,
  chosen_model: 'demo:openai',
  reason: '@openai',
  alternatives_considered: [],
}

function receipt(message_id: string, fields: Partial<Receipt> = {}): Receipt {
  return {
    message_id,
    turn_id: 'T2',
    created_at: '2026-11-24T10:42:00.000000Z',
    model_asked: 'demo:openai',
    model_served: 'demo:other',
    unknown: null,
    route: {
      ...routing,
      chain: [
        { policy: 'per_message_override', verdict: 'chose', model: 'demo:openai', reason: '@openai' },
        { policy: 'global_default', verdict: 'deferred', reason: 'decided before' },
      ],
      earlier: [],
    },
    parts: [
      { kind: 'instructions', turn: null, tokens: 500, is_changed: false },
      { kind: 'brief', turn: 1, tokens: 40, is_changed: true },
      ...[2, 3, 4, 5, 6, 7, 8, 9].map((turn) => ({
        kind: 'turn' as const,
        turn,
        tokens: turn * 100,
        is_changed: turn === 3,
      })),
    ],
    projections: [
      {
        session_id: 'S1',
        request_id: 'R1',
        message_id: 'M2',
        block_type: 'thinking',
        adapter: 'demo',
        action: 'dropped',
        reason: 'made by another model',
        role: 'assistant',
        excerpt: 'Let me think about the moon',
      },
    ],
    settings: {
      system_prompt: 'Be brief.',
      wished: {},
      sent: { reasoning_effort: 'high', temperature: null, max_output_tokens: 16_384 },
      tools: ['calculator'],
      estimated_input_tokens: 1_234,
    },
    cost: { cost_usd: '0.0069', unpriced_calls: 0, calls: [] },
    cache: {
      state: 'broken',
      earlier: { message_id: 'M2', at: '2026-11-24T10:40:00.000000Z' },
      is_exact: true,
      same: { bytes: 1_000, same_bytes: 250, tokens: 400, same_tokens: 100 },
      difference: { what: 'message', names: ['user'], before: 'How far is the moon?', now: 'How far is the sun?' },
      read_tokens: 0,
      written_tokens: 400,
      lost: { tokens: 300, usd: '0.000123' },
    },
    wire: {
      request: null,
      sameness: { is: 'other', fields: ['tools', 'conversation'] },
      bytes: 2_000,
      endpoint: {
        url: 'https://host.invalid/v1/chat/completions',
        format: 'a format',
        headers: { authorization: 'Bearer {{API_KEY}}' },
        left_out: ['x-tenant'],
        key_variable: 'DEMO_API_KEY',
        libraries: {
          path: '/chat/completions',
          python: library('from it import It'),
          typescript: library("import { It } from 'it'"),
        },
      },
      response_headers: { 'x-request-id': 'req_1' },
      answer: null,
    },
    ...fields,
  }
}

function library(statement: string) {
  return {
    import: statement,
    client: 'It',
    address: 'base',
    key: { argument: 'key', header: 'authorization' },
    headers: 'headers',
    call: 'ask',
    further: null,
  }
}

async function open(fields: Partial<Receipt> = {}) {
  const whole = receipt('M4').wire
  fakeServer({
    'GET /api/models': { body: { models: [], default: null } },
    'GET /api/sessions/S1/messages/M4/receipt': (_body, query) => ({
      body: query.has('brief')
        ? receipt('M4', fields)
        : receipt('M4', { wire: { ...whole, request: { model: 'gpt' }, answer: { content: [], kept: { a: 1 } } } }),
    }),
    'GET /api/sessions/S1/messages/M2/receipt': {
      body: receipt('M2', { model_asked: 'demo:anthropic', model_served: 'demo:anthropic', cache: null }),
    },
  })
  render(conversation())
  const messages = [
    message('M1', 'user', 'How far is the moon?', { turn_id: 'T1' }),
    message('M2', 'assistant', 'Far', { turn_id: 'T1', model: 'demo:anthropic', routing }),
    message('M3', 'user', 'How far is the sun?', { turn_id: 'T2' }),
    message('M4', 'assistant', 'Farther', { turn_id: 'T2', model: 'demo:other', routing }),
  ]
  await receive(snapshot({ messages, session: SESSION, turn_totals: [total({ turn_id: 'T2', left_out: 2 })] }))
}

test('an answer by another model than the one asked says so, and so does one whose request left something out', async () => {
  await open()
  expect(screen.getAllByText('asked for openai')).toHaveLength(2)
  fireEvent.click(screen.getByRole('button', { name: '2 left out' }))
  expect(await screen.findByRole('dialog', { name: /Receipt/ })).toBeTruthy()
})

test('a receipt says why this model, what it saw, what it was given, what broke the cache, and what went over the wire', async () => {
  await open()
  fireEvent.click(screen.getAllByRole('button', { name: 'Why this model' }).at(-1) as HTMLElement)
  const dialog = await screen.findByRole('dialog', { name: /Receipt/ })
  const part = async (name: string) => (await within(dialog).findByRole('region', { name })).textContent ?? ''
  expect(await part('Why this model')).toContain('Asked for demo:openai, answered by demo:other.')
  expect(await part('What it saw')).toContain(
    'Left out thinking · From an answermade by another modelLet me think about the moon',
  )
  const read = within(await within(dialog).findByRole('table', { name: 'What was read, part by part' }))
  expect(read.getAllByRole('row').map(({ textContent }) => textContent)).toEqual([
    'PartTokens',
    'Instructions and tools500',
    'Turn 1, in brief40',
    'Turns 2 to 3not all of it as stored500',
    ...[4, 5, 6, 7, 8, 9].map((turn) => `Turn ${turn}${turn * 100}`),
    'Read4,940',
  ])
  expect(await part('Prompt and settings')).toMatch(
    /high.*left to the model.*16,384 tokens at most.*calculator.*Be brief\./i,
  )
  const cache = await part('Cache')
  expect(cache).toContain('250 of 1,000 bytes, about 100 tokens')
  expect(cache).toContain('300 tokens, which cost $0.000123 more')
  expect(cache).toContain('A message (user)BeforeHow far is the moon?NowHow far is the sun?')
  expect(await part('Wire')).toContain('Others by now: tools, the conversation.')

  fireEvent.click(within(dialog).getByRole('button', { name: 'Show request and answer' }))
  const request = await within(dialog).findByRole('group', { name: 'Request' })
  expect(request.textContent).toBe('{\n  "model": "gpt"\n}')
  fireEvent.click(within(dialog).getByRole('button', { name: 'curl' }))
  expect(request.textContent).toContain(`--header 'authorization: Bearer '"$DEMO_API_KEY"`)
  fireEvent.click(within(dialog).getByRole('button', { name: 'Python' }))
  expect(request.textContent).toContain('key=os.environ["DEMO_API_KEY"]')
  fireEvent.click(within(dialog).getByRole('button', { name: 'TypeScript' }))
  expect(request.textContent).toContain('key: process.env["DEMO_API_KEY"]')
  expect(within(dialog).getByText(/may be secret: x-tenant/)).toBeTruthy()
})

test('another answer’s receipt is laid beside it, with what differs marked', async () => {
  await open()
  fireEvent.click(screen.getAllByRole('button', { name: 'Why this model' }).at(-1) as HTMLElement)
  fireEvent.click(await screen.findByRole('button', { name: 'Lay another receipt beside it' }))
  const table = await screen.findByRole('table', { name: 'Beside another answer' })
  const row = (name: string) => within(table).getByRole('row', { name: new RegExp(`^${name}`) }).textContent
  expect(row('Answered')).toBe('Answered (differs)otheranthropic')
  expect(row('System prompt')).toBe('System promptBe brief.Be brief.')
})

test('what the cache had of a first request was sent outside of the chat', async () => {
  const { cache } = receipt('M4')
  if (!cache) throw new Error('it has none')
  const first = { ...cache, state: 'first' as const, earlier: null, same: null, difference: null, lost: null }
  await open({ cache: { ...first, read_tokens: 300 } })
  fireEvent.click(screen.getAllByRole('button', { name: 'Why this model' }).at(-1) as HTMLElement)
  const dialog = await screen.findByRole('dialog', { name: /Receipt/ })
  const said = (await within(dialog).findByRole('region', { name: 'Cache' })).textContent
  expect(said).toContain('What came from the cache had been sent to it before outside of it')
  expect(said).not.toContain('there was nothing to keep')
})
