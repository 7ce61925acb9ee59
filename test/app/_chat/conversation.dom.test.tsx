import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, configure, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Conversation } from '#app/_chat/conversation.tsx'
import type { SessionFrame } from '#lib/events/frame.ts'
import { FakeEventSource, fakeServer } from './fake-server.ts'
import { frame, message, SESSION, snapshot } from './frame-builder.ts'
import { model } from './model-builder.ts'

// Parts of the page are loaded when they are first needed, which takes its time on a busy machine.
configure({ asyncUtilTimeout: 10_000 })

vi.mock('next/navigation', () => ({ useRouter: () => ({ push: () => undefined }), usePathname: () => '/c/S1' }))

const MODELS = {
  body: {
    models: [
      model('one:big', { aliases: ['big'] }),
      model('two:small', { aliases: ['small'] }),
      model('off:none', { configured: false }),
    ],
    default: 'one:big',
  },
}
const ACCEPTED = { status: 202, body: { turn_id: 'T1', message_id: 'M1' } }
const TURNS = 'POST /api/sessions/S1/turns'
const started = frame('turn.started', { message_id: 'M1', content_hash: 'h' })
const usage = {
  input_tokens: 12,
  output_tokens: 34,
  cached_input_tokens: 5,
  cache_creation_input_tokens: 0,
  cost_usd: '0.000654',
  pricing_version: 'v1',
  latency_ms: 1_500,
}

function open(answers: Parameters<typeof fakeServer>[0] = {}) {
  const server = fakeServer({ 'GET /api/models': MODELS, [TURNS]: ACCEPTED, ...answers })
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <Conversation id="S1" />
    </QueryClientProvider>,
  )
  return server
}

/** Frames arrive, and the page paints. */
async function receive(...frames: SessionFrame[]) {
  await act(async () => {
    FakeEventSource.last?.onopen?.()
    FakeEventSource.send(...frames)
    await new Promise((done) => requestAnimationFrame(done))
  })
}

const field = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message' })

beforeEach(() => {
  vi.stubGlobal('EventSource', FakeEventSource)
  // A desktop: there Enter sends.
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: query.includes('fine') }))
  localStorage.clear()
})
afterEach(cleanup)

describe('an answer', () => {
  test('streams in, and ends with who gave it and what it took', async () => {
    open()
    await receive(snapshot(), frame('message.appended', { message: message('M1', 'user', 'Hi there') }), started)
    expect(screen.getByText('Waiting for the model…')).toBeTruthy()
    await receive(
      frame('message.start', { message_id: 'M2', model: 'one:big' }),
      frame('text.delta', { message_id: 'M2', content_block_index: 0, text: 'Hello **you**' }),
    )
    expect(await screen.findByText('you')).toBeTruthy()
    expect(screen.queryByText('Waiting for the model…')).toBeNull()
    const final = message('M2', 'assistant', 'Hello **you**!', { model: 'one:big', usage, turn_id: 'T1' })
    await receive(
      frame('message.appended', { message: final }),
      frame('turn.completed', { message_id: 'M2', model: 'one:big', llm_calls: 1, cost_usd: null }),
    )
    const footer = screen.getByText('$0.000654').parentElement
    expect(footer?.textContent).toMatch(/BIG.*12 in \+ 5 cached · 34 out.*\$0\.000654.*1\.5 s/)
    expect(screen.getAllByRole('article', { name: 'Answer' })).toHaveLength(1)
  })

  test('without a price says so', async () => {
    open()
    const answer = message('M2', 'assistant', 'x', { model: 'one:big', usage: { ...usage, cost_usd: null } })
    await receive(snapshot({ messages: [message('M1', 'user', 'a'), answer] }))
    expect(screen.getByText('unpriced')).toBeTruthy()
  })

  test.each([
    ['cancelled', { status: 'cancelled' as const }, 'Stopped. What had arrived is kept.'],
    ['cut off', { stop_reason: 'max_tokens' as const }, 'Cut off: the answer reached its length limit.'],
  ])('that was %s is marked', async (_name, metadata, text) => {
    open()
    await receive(snapshot({ messages: [message('M1', 'user', 'a'), message('M2', 'assistant', 'b', metadata)] }))
    expect(screen.getByText(text)).toBeTruthy()
  })

  test('that is empty is marked', async () => {
    open()
    await receive(snapshot({ messages: [message('M1', 'user', 'a'), message('M2', 'assistant', [])] }))
    expect(screen.getByText('The model gave an empty answer.')).toBeTruthy()
  })

  test('that failed says what class of error it was and what to do, once', async () => {
    open()
    const error = { error_class: 'rate_limit' as const, message: '429: slow down' }
    await receive(snapshot(), frame('message.appended', { message: message('M1', 'user', 'a') }), started)
    await receive(
      frame('message.appended', { message: message('M2', 'assistant', 'par', { status: 'error', error }) }),
      frame('turn.failed', error),
    )
    const alert = screen.getByRole('alert')
    expect(alert.textContent).toContain('rate_limit')
    expect(alert.textContent).toContain('Wait a little')
    expect(alert.textContent).toContain('429: slow down')
  })

  test('by another model than before is marked', async () => {
    open()
    await receive(
      snapshot({
        messages: [
          message('M1', 'user', 'a'),
          message('M2', 'assistant', 'b', { model: 'one:big' }),
          message('M3', 'user', 'c'),
          message('M4', 'assistant', 'd', { model: 'two:small' }),
        ],
      }),
    )
    await waitFor(() => expect(screen.getByText(/was followed by/).parentElement?.textContent).toMatch(/BIG.*SMALL/))
  })

  test('with a block of a type that is not known yet shows the rest', async () => {
    open()
    const unknown = { type: 'hologram', data: 1 } as never
    const content = [unknown, { type: 'text' as const, text: 'after it' }]
    await receive(snapshot({ messages: [message('M1', 'user', 'a'), message('M2', 'assistant', content)] }))
    expect(screen.getByText('hologram')).toBeTruthy()
    expect(await screen.findByText('after it')).toBeTruthy()
  })

  test('keeps its thinking folded until it is opened', async () => {
    open()
    const content = [
      { type: 'thinking' as const, text: 'let me see' },
      { type: 'text' as const, text: 'done' },
    ]
    await receive(snapshot({ messages: [message('M1', 'user', 'a'), message('M2', 'assistant', content)] }))
    expect(screen.queryByText('let me see')).toBeNull()
    await userEvent.click(screen.getByText('Thoughts'))
    expect(await screen.findByText('let me see')).toBeTruthy()
  })

  test('shows a tool call as a card with its input, state and result', async () => {
    open()
    const call = { type: 'tool_use' as const, id: 'tu_1', name: 'calculator', input: { expression: '6*7' } }
    await receive(
      snapshot({
        messages: [message('M1', 'user', 'a'), message('M2', 'assistant', [call])],
        turn: { turn_id: 'T1', state: 'running' },
      }),
    )
    const card = within(screen.getByText('calculator').closest('details') as HTMLElement)
    expect(card.getByText('Running…')).toBeTruthy()
    const result = {
      type: 'tool_result' as const,
      tool_use_id: 'tu_1',
      content: [{ type: 'text' as const, text: '42' }],
    }
    await receive(frame('message.appended', { message: message('M3', 'tool', [result]) }))
    expect(card.getByText('Done')).toBeTruthy()
    expect(card.getByText('42')).toBeTruthy()
  })

  test('shows unreadable arguments of a call as they were received', async () => {
    open()
    const call = { type: 'tool_use' as const, id: 'tu_1', name: 'calculator', input: {}, raw_input: '{"expr' }
    await receive(snapshot({ messages: [message('M1', 'user', 'a'), message('M2', 'assistant', [call])] }))
    expect(screen.getByText(/not readable as a JSON object/)).toBeTruthy()
    expect(screen.getAllByText('{"expr')).toHaveLength(2)
  })
})

describe('the message field', () => {
  test('sends with Enter, makes a line with Shift and Enter, and is empty once the message is accepted', async () => {
    const server = open()
    await receive(snapshot())
    await userEvent.type(field(), 'one{Shift>}{Enter}{/Shift}two{Enter}')
    await waitFor(() => expect(field().value).toBe(''))
    expect(server.bodyOf(TURNS)).toEqual({ content: [{ type: 'text', text: 'one\ntwo' }] })
  })

  test('keeps the text of a refused message, and says why', async () => {
    const refusal = { error: { code: 'no_model', message: 'nothing can take this' } }
    open({ [TURNS]: { status: 422, body: refusal } })
    await receive(snapshot())
    await userEvent.type(field(), 'precious{Enter}')
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('nothing can take this')
    expect(field().value).toBe('precious')
  })

  test('keeps a draft for each session over a reload', async () => {
    open()
    await receive(snapshot())
    await userEvent.type(field(), 'half a thou')
    cleanup()
    open()
    await waitFor(() => expect(field().value).toBe('half a thou'))
  })

  test('takes text during a turn, and does not send it', async () => {
    const server = open()
    await receive(snapshot({ turn: { turn_id: 'T1', state: 'running' } }))
    await userEvent.type(field(), 'next{Enter}')
    expect(field().value).toBe('next')
    expect(screen.getByRole('button', { name: 'Send' }).getAttribute('aria-disabled')).toBe('true')
    expect(server.bodyOf(TURNS)).toBeUndefined()
  })

  test('completes an @alias by keyboard and says that it is for this message only', async () => {
    open()
    await receive(snapshot())
    await screen.findByRole('button', { name: 'Model: BIG' })
    await userEvent.type(field(), '@sm')
    expect(screen.getByRole('option', { selected: true }).textContent).toContain('@small')
    await userEvent.keyboard('{Tab}')
    expect(field().value).toBe('@small ')
    expect(screen.getByText('SMALL')).toBeTruthy()
  })

  test('sends pasted pictures by reference, before the text', async () => {
    URL.createObjectURL = () => 'blob:x'
    URL.revokeObjectURL = () => undefined
    const data = 'attachments/abc'
    const server = open({ 'POST /api/attachments': { status: 201, body: { data, media_type: 'image/png' } } })
    await receive(snapshot())
    const file = new File(['x'], 'cat.png', { type: 'image/png' })
    await userEvent.upload(screen.getByLabelText('Pictures'), file)
    await screen.findByRole('button', { name: 'Remove cat.png' })
    await userEvent.type(field(), 'what is it{Enter}')
    await waitFor(() =>
      expect(server.bodyOf(TURNS)).toEqual({
        content: [
          { type: 'image', source: { kind: 'file_ref', data }, media_type: 'image/png' },
          { type: 'text', text: 'what is it' },
        ],
      }),
    )
  })

  test('takes pictures that are dropped anywhere on the page, and says what it cannot take', async () => {
    URL.createObjectURL = () => 'blob:x'
    open({ 'POST /api/attachments': { status: 201, body: { data: 'attachments/abc', media_type: 'image/png' } } })
    await receive(snapshot())
    const files = [
      new File(['x'], 'cat.png', { type: 'image/png' }),
      new File(['x'], 'tale.txt', { type: 'text/plain' }),
    ]
    const drop = Object.assign(new Event('drop', { cancelable: true }), { dataTransfer: { types: ['Files'], files } })
    act(() => void window.dispatchEvent(drop))
    expect(drop.defaultPrevented).toBe(true)
    expect(await screen.findByRole('button', { name: 'Remove cat.png' })).toBeTruthy()
    expect((await screen.findByRole('alert')).textContent).toContain('tale.txt: Only PNG, JPEG, GIF, WebP and AVIF')
    expect(screen.getByRole('button', { name: 'Send' }).title).toContain('Remove the picture')
  })
})

describe('a running turn', () => {
  test.each([
    ['the button', () => userEvent.click(screen.getByRole('button', { name: 'Stop' }))],
    ['Escape', () => userEvent.keyboard('{Escape}')],
  ])('is stopped by %s', async (_name, stop) => {
    const server = open({ 'POST /api/sessions/S1/turns/T1/cancel': { status: 202, body: {} } })
    await receive(snapshot({ turn: { turn_id: 'T1', state: 'running' } }))
    await stop()
    expect(server.requests.map(({ route }) => route)).toContain('POST /api/sessions/S1/turns/T1/cancel')
    expect(screen.getByRole('button', { name: 'Stopping' })).toBeTruthy()
  })
})

describe('the model picker', () => {
  test('is searched and chosen from by keyboard', async () => {
    const server = open({ 'PATCH /api/sessions/S1': { body: { ...SESSION, active_model: 'two:small' } } })
    await receive(snapshot())
    await userEvent.click(await screen.findByRole('button', { name: 'Model: BIG' }))
    await userEvent.keyboard('sma{Enter}')
    expect(server.bodyOf('PATCH /api/sessions/S1')).toEqual({ active_model: 'two:small' })
    expect(await screen.findByRole('button', { name: 'Model: SMALL' })).toBeTruthy()
  })

  test('begins at the model that is chosen, so that Enter alone changes nothing', async () => {
    const server = open({ 'PATCH /api/sessions/S1': { body: { ...SESSION, active_model: 'one:big' } } })
    await receive(snapshot({ session: { ...SESSION, active_model: 'one:big' } }))
    await userEvent.click(await screen.findByRole('button', { name: 'Model: BIG' }))
    const search = screen.getByRole('combobox', { name: 'Search models' })
    expect(search.getAttribute('aria-activedescendant')).toBe(screen.getByRole('option', { name: /BIG.*one|^BIG/ }).id)
    await userEvent.keyboard('{Enter}')
    expect(server.bodyOf('PATCH /api/sessions/S1')).toEqual({ active_model: 'one:big' })
  })

  test('shows what is not configured, and does not let it be chosen', async () => {
    open()
    await receive(snapshot())
    await userEvent.click(await screen.findByRole('button', { name: 'Model: BIG' }))
    const option = screen.getByRole<HTMLButtonElement>('option', { name: /NONE/ })
    expect(option.disabled).toBe(true)
    expect(option.textContent).toContain('not configured')
  })

  test('shows the ways on when a change is refused', async () => {
    const details = { reason: 'It cannot see', options: [{ id: 'drop', label: 'Leave the pictures out' }] }
    const body = { error: { code: 'swap_refused', message: 'It cannot see', details } }
    open({ 'PATCH /api/sessions/S1': { status: 422, body } })
    await receive(snapshot())
    await userEvent.click(await screen.findByRole('button', { name: 'Model: BIG' }))
    await userEvent.keyboard('sma{Enter}')
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('It cannot see')
    expect(alert.textContent).toContain('Leave the pictures out')
  })

  test('shows a change that waits for the end of the turn', async () => {
    open()
    await receive(snapshot({ session: { ...SESSION, active_model: 'one:big', pending_model: 'two:small' } }))
    expect((await screen.findByRole('button', { name: /^Model/ })).textContent).toContain('SMALL next')
  })
})

describe('a session that is not there', () => {
  test('says so when the server does not know it', async () => {
    open({ 'GET /api/sessions/S1': { status: 404, body: { error: { code: 'not_found', message: 'no' } } } })
    await act(async () => FakeEventSource.last?.onerror?.())
    expect(await screen.findByText('There is no chat here')).toBeTruthy()
  })

  test('says so when it was deleted elsewhere', async () => {
    open()
    await receive(snapshot(), frame('session.deleted', { session_id: 'S1' }))
    expect(screen.getByText('This chat was deleted')).toBeTruthy()
  })
})
