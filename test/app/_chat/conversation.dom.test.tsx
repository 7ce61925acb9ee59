import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { open, receive, setUpConversation } from './conversation-page.tsx'
import { FakeEventSource } from './fake-server.ts'
import { answer, frame, message, SESSION, snapshot, started, total } from './frame-builder.ts'

vi.mock('next/navigation', () => ({
  useRouter: () => ({ push: () => undefined }),
  usePathname: () => '/c/S1',
  useSearchParams: () => null,
}))

setUpConversation()

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
    const final = message('M2', 'assistant', 'Hello **you**!', { model: 'one:big', turn_id: 'T1' })
    const turn_total = total({ cached_input_tokens: 5, cache_creation_input_tokens: 3, cost_usd: '0.000654' })
    await receive(
      frame('message.appended', { message: final, turn_total }),
      frame('turn.completed', { message_id: 'M2', model: 'one:big', llm_calls: 1, cost_usd: null }),
    )
    const footer = screen.getByText('$0.000654').closest('footer')
    expect(footer?.textContent).toMatch(/read 20, of these 5 from cache.*wrote 34.*1\.5\ss.*\$0\.000654/)
    expect(within(screen.getByRole('region', { name: /^Exchange/ })).getByText('BIG')).toBeTruthy()
    expect(screen.getAllByRole('article', { name: 'Answer' })).toHaveLength(1)
  })

  test('without a price says so', async () => {
    open()
    const turn_totals = [total({ cost_usd: null, unpriced_calls: 1 })]
    await receive(snapshot({ messages: [message('M1', 'user', 'a'), answer('M2')], turn_totals }))
    expect(screen.getByText('no price').title).toBe('Cost of this answer; one model call has no price')
  })

  test('of which a part has no price costs at least the rest', async () => {
    open()
    const turn_totals = [total({ calls: 2, cost_usd: '0.000654', unpriced_calls: 1 })]
    await receive(snapshot({ messages: [message('M1', 'user', 'a'), answer('M2'), answer('M3')], turn_totals }))
    expect(screen.getByText('at least $0.000654').title).toBe('Cost of this answer; one model call has no price')
    expect(screen.getByText('read 12').title).toBe('Tokens as the provider counted them, over 2 model calls')
  })

  test('whose tokens are partly our own estimate says so', async () => {
    open()
    const turn_totals = [total({ estimated: true })]
    await receive(snapshot({ messages: [message('M1', 'user', 'a'), answer('M2')], turn_totals }))
    expect(screen.getByTitle('Tokens, partly our own estimate').textContent).toBe('≈ read 12')
  })

  test('of which nothing is known names its model alone', async () => {
    open()
    const nothing = total({ input_tokens: 0, output_tokens: 0 })
    const other = message('M4', 'assistant', 'y', { model: 'two:small', turn_id: 'T2' })
    const messages = [message('M1', 'user', 'a'), answer('M2'), message('M3', 'user', 'b'), other]
    await receive(snapshot({ messages, turn_totals: [nothing] }))
    const footers = [...document.querySelectorAll('footer')]
    expect(footers).toHaveLength(2)
    expect(screen.queryByText(/read \d/)).toBeNull()
    // Below the message field stands what the next question costs.
    expect(footers.map(({ textContent }) => textContent).join(' ')).not.toMatch(/\$|no price/)
  })

  test.each([
    [{ cost_usd: null, unpriced_calls: 1 }, 'no price', 'Cost of this chat; one model call has no price'],
    [{ cost_usd: '0.5', unpriced_calls: 2 }, 'at least $0.5000', 'Cost of this chat; 2 model calls have no price'],
    [{ cost_usd: '0.5', unpriced_calls: 0 }, '$0.5000', 'Cost of this chat'],
  ])('adds to the cost of its chat, which is %j', async (spent, label, title) => {
    open()
    await receive(snapshot({ session: { ...SESSION, ...spent } }))
    expect(screen.getByText(label).title).toBe(title)
  })

  test('has not come yet: the chat shows no cost', async () => {
    open()
    await receive(snapshot())
    expect(screen.queryByText(/\$|no price/)).toBeNull()
  })

  test.each([
    ['cancelled', { status: 'cancelled' as const }, 'Stopped. What had arrived is kept.'],
    ['cut off', { stop_reason: 'max_tokens' as const }, 'Cut off: the answer reached its length limit.'],
  ])('that was %s is marked', async (_name, metadata, text) => {
    open()
    await receive(snapshot({ messages: [message('M1', 'user', 'a'), message('M2', 'assistant', 'b', metadata)] }))
    expect(screen.getByText(text)).toBeTruthy()
  })

  test.each([
    ['was stopped while its tools ran', { outcome: 'cancelled' as const }, 'Stopped. What had arrived is kept.'],
    [
      'failed without a message of its own',
      { outcome: 'failed' as const, error_class: 'other' as const, message: 'It was called 50 times.' },
      'It was called 50 times.',
    ],
  ])('whose turn %s says so also to whoever comes later', async (_name, last, text) => {
    open()
    const call = [{ type: 'tool_use' as const, id: 'tu_1', name: 'calculator', input: {} }]
    const messages = [message('M1', 'user', 'a'), message('M2', 'assistant', call, { turn_id: 'T1' })]
    await receive(snapshot({ messages, last_turn: { turn_id: 'T1', ...last } }))
    expect(screen.getAllByText(text)).toHaveLength(1)
  })

  test('that failed with a message of its own says so once, also to whoever comes later', async () => {
    open()
    const error = { error_class: 'other' as const, message: 'The server stopped before the answer was complete.' }
    const answer = message('M2', 'assistant', [], { status: 'error', turn_id: 'T1', error })
    const last_turn = { turn_id: 'T1', outcome: 'failed' as const, ...error }
    await receive(snapshot({ messages: [message('M1', 'user', 'a'), answer], last_turn }))
    expect(screen.getAllByRole('note', { name: 'Error' })).toHaveLength(1)
    expect(screen.getByText(error.message)).toBeTruthy()
  })

  test('that is not stored yet says why, as long as that lasts', async () => {
    open()
    const problem = { kind: 'full' as const, message: 'The disk is full.' }
    await receive(snapshot({ messages: [message('M1', 'user', 'a')] }), started, frame('storage.changed', { problem }))
    expect(screen.getByRole('alert').textContent).toBe('The disk is full.')
    await receive(frame('storage.changed', { problem: null }))
    expect(screen.queryByText('The disk is full.')).toBeNull()
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
    const alert = screen.getByRole('note', { name: 'Error' })
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
    const kept = message('M2', 'assistant', content, { thinking_ms: 2_000 })
    await receive(snapshot({ messages: [message('M1', 'user', 'a'), kept] }))
    expect(screen.queryByText('let me see')).toBeNull()
    await userEvent.click(screen.getByText(/^Thought for 2/))
    expect(await screen.findByText('let me see')).toBeTruthy()
  })

  test('says only of its first thoughts how long they took', async () => {
    open()
    const thinking = (index: number, at: number) =>
      frame('thinking.delta', { message_id: 'M2', content_block_index: index, text: 'hm' }, { at })
    const text = frame('text.delta', { message_id: 'M2', content_block_index: 1, text: 'So' }, { at: 4 })
    await receive(snapshot({ messages: [message('M1', 'user', 'a')] }), started, thinking(0, 1), text, thinking(2, 30))
    const content = [
      { type: 'thinking' as const, text: 'hm' },
      { type: 'text' as const, text: 'So' },
      { type: 'thinking' as const, text: 'hm' },
    ]
    const titles = () => screen.getAllByText(/^Th(ought|inking)/).map((title) => title.textContent)
    expect(titles()).toEqual(['Thought for 3\u00a0s', 'Thinking…'])
    await receive(frame('message.appended', { message: message('M2', 'assistant', content, { thinking_ms: 3_000 }) }))
    expect(titles()).toEqual(['Thought for 3\u00a0s', 'Thoughts'])
  })

  test('shows a tool call as a card with its input, state and result', async () => {
    open()
    const call = { type: 'tool_use' as const, id: 'tu_1', name: 'calculator', input: { expression: '6*7' } }
    await receive(
      snapshot({
        messages: [message('M1', 'user', 'a'), message('M2', 'assistant', [call], { turn_id: 'T1' })],
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
    expect(card.queryByText('42')).toBeNull()
    await userEvent.click(card.getByText('calculator'))
    expect(await card.findByText('42')).toBeTruthy()
  })

  test('shows unreadable arguments of a call as they were received', async () => {
    open()
    const call = { type: 'tool_use' as const, id: 'tu_1', name: 'calculator', input: {}, raw_input: '{"expr' }
    await receive(snapshot({ messages: [message('M1', 'user', 'a'), message('M2', 'assistant', [call])] }))
    expect(screen.getAllByText('{"expr')).toHaveLength(1)
    await userEvent.click(screen.getByText('calculator'))
    expect(await screen.findByText(/not readable as a JSON object/)).toBeTruthy()
    expect(screen.getAllByText('{"expr')).toHaveLength(2)
  })

  test('does not blame a call for being cut off by a stop', async () => {
    open()
    const call = { type: 'tool_use' as const, id: 'tu_1', name: 'calculator', input: {}, raw_input: '{"expr' }
    const stopped = message('M2', 'assistant', [call], { status: 'cancelled' })
    await receive(snapshot({ messages: [message('M1', 'user', 'a'), stopped] }))
    expect(screen.getByText('Cancelled')).toBeTruthy()
    await userEvent.click(screen.getByText('calculator'))
    expect(await screen.findByText('Input so far')).toBeTruthy()
  })

  test('holds no more of a long call than is seen', async () => {
    open()
    const call = { type: 'tool_use' as const, id: 'tu_1', name: 'write', input: { text: 'x'.repeat(100_000) } }
    await receive(snapshot({ messages: [message('M1', 'user', 'a'), message('M2', 'assistant', [call])] }))
    const card = screen.getByText('write').closest('details')
    expect(card?.textContent?.length).toBeLessThan(300)
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

test('a stop that could not be asked for can be asked for again', async () => {
  open({ 'POST /api/sessions/S1/turns/T1/cancel': () => Promise.reject(new TypeError('offline')) })
  await receive(snapshot({ turn: { turn_id: 'T1', state: 'running' } }))
  await userEvent.click(screen.getByRole('button', { name: 'Stop' }))
  expect((await screen.findByRole('alert')).textContent).toContain('cannot be reached')
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Stop' }).disabled).toBe(false)
})

describe('a screen reader', () => {
  const failure = { error_class: 'auth' as const, message: 'key refused' }
  test.each([
    [
      'finished',
      frame('turn.completed', { message_id: 'M2', model: 'one:big', llm_calls: 1, cost_usd: null }),
      'The answer is finished.',
    ],
    ['stopped', frame('turn.cancelled', { message_id: null }), 'The answer was stopped.'],
    ['failed', frame('turn.failed', failure), 'The provider refused the key'],
  ])('hears of an answer that %s, once', async (_how, end, said) => {
    open()
    await receive(snapshot(), started)
    const status = screen.getAllByRole('status').at(-1)
    expect(status?.textContent).toBe('The model is answering.')
    await receive(end)
    expect(status?.textContent).toBe(said)
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('hears nothing of the failures of a chat that is opened', async () => {
    open()
    const failed = message('M2', 'assistant', 'par', { status: 'error', error: failure })
    await receive(snapshot({ messages: [message('M1', 'user', 'a'), failed] }))
    expect(screen.getByRole('note', { name: 'Error' })).toBeTruthy()
    expect(screen.queryByRole('alert')).toBeNull()
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

  test('folds what is not configured under a line; who searches finds it, and cannot choose it', async () => {
    open()
    await receive(snapshot())
    await userEvent.click(await screen.findByRole('button', { name: 'Model: BIG' }))
    expect(screen.queryByRole('option', { name: /NONE/ })).toBeNull()
    const folded = screen.getByText('Add a provider').closest('details')
    expect(folded?.open).toBe(false)
    expect(
      within(folded as HTMLElement)
        .getByRole('link', { hidden: true })
        .getAttribute('href'),
    ).toBe('/settings/keys')
    await userEvent.type(screen.getByRole('combobox', { name: 'Search models' }), 'none')
    const option = screen.getByRole<HTMLButtonElement>('option', { name: /NONE/ })
    expect(option.disabled).toBe(true)
    expect(option.textContent).toContain('not configured')
  })

  test('shows the ways on that can be taken when a change is refused', async () => {
    const options = [
      { id: 'leave_out', label: 'Change, and leave it out' },
      { id: 'describe', label: 'Have it described' },
      { id: 'stay', label: 'Stay' },
    ]
    const details = { reason: 'It cannot see', options }
    const body = { error: { code: 'swap_refused', message: 'It cannot see', details } }
    open({ 'PATCH /api/sessions/S1': { status: 422, body } })
    await receive(snapshot())
    await userEvent.click(await screen.findByRole('button', { name: 'Model: BIG' }))
    await userEvent.keyboard('sma{Enter}')
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('It cannot see')
    expect(
      within(alert)
        .getAllByRole('listitem')
        .map((way) => way.textContent),
    ).toEqual(['Stay'])
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
