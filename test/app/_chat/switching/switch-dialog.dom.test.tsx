import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { field, open, receive, setUpConversation } from '../conversation-page.tsx'
import type { fakeServer } from '../fake-server.ts'
import { message, SESSION, snapshot } from '../frame-builder.ts'

vi.mock('next/navigation', () => ({
  useRouter: () => ({ push: (path: string) => visited.push(path) }),
  usePathname: () => '/c/S1',
  useSearchParams: () => null,
}))

const visited: string[] = []

setUpConversation()

const PREVIEW = 'POST /api/sessions/S1/switch-preview'
const CHANGE = 'PATCH /api/sessions/S1'

const WHOLE = {
  model: 'two:small',
  carried: [{ block_type: 'text', count: 2, reason: 'it goes as it is' }],
  converted: [],
  dropped: [],
  closed_calls: 0,
  estimated_input_tokens: 4_000,
  max_context_tokens: 100_000,
  fits: true,
  parts: [
    { kind: 'instructions', turn: null, tokens: 500, is_changed: false },
    { kind: 'turn', turn: 1, tokens: 3_500, is_changed: false },
  ],
  cache_lost: false,
  // biome-ignore lint/suspicious/noThenProperty: now and then, and nothing to wait for
  next_message_usd: { now: '0.01', then: '0.004' },
  refusal: null,
  ways: [],
  present: 'one:big',
  automatic: null,
}

// biome-ignore lint/suspicious/noThenProperty: as above
const DEARER = { now: '0.001', then: '0.08' }

/** A chat in which something was said, whose model somebody changes by the keyboard. */
async function choose(preview: object, answers: Parameters<typeof fakeServer>[0] = {}) {
  const changed = { body: { ...SESSION, active_model: 'two:small' } }
  const server = open({ [PREVIEW]: { body: { ...WHOLE, ...preview } }, [CHANGE]: changed, ...answers })
  const said = [message('M1', 'user', 'Hi'), message('M2', 'assistant', 'Ho', { model: 'one:big', turn_id: 'T1' })]
  await receive(snapshot({ session: { ...SESSION, active_model: 'one:big' }, messages: said }))
  await userEvent.click(await screen.findByRole('button', { name: 'Model: BIG' }))
  await userEvent.keyboard('sma{Enter}')
  const changes = () => server.requests.flatMap(({ route, body }) => (route === CHANGE ? [body] : []))
  return { changes, requests: server.requests }
}

test('a model that gets all of it is changed to at once, and that is said', async () => {
  const { changes } = await choose({})
  expect(await screen.findByText('All of the conversation goes along to SMALL.')).toBeTruthy()
  expect(changes()).toEqual([{ active_model: 'two:small' }])
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('what would be lost, and what it costs, is shown before anything is changed', async () => {
  const dropped = [{ block_type: 'thinking', count: 3, reason: 'valid for its maker only' }]
  const { changes } = await choose({ dropped, closed_calls: 1, cache_lost: true, next_message_usd: DEARER })
  const dialog = await screen.findByRole('dialog', { name: 'Continue with another model' })
  const rows = within(within(dialog).getByRole('table')).getAllByRole('row')
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    'WhatGoes as',
    '2 textsitself',
    '1 call without a resultclosed: “it was interrupted”',
    '3 thoughtsstays behindvalid for its maker only',
  ])
  expect(within(dialog).getByRole('figure', { name: 'Its window: 4,000 of 100,000 tokens' }).textContent).toBe(
    'instructions and tools 500turns as they stand 3,500',
  )
  expect(dialog.textContent).toContain('At least $0.080 to read the next question, instead of $0.0010')
  expect(dialog.textContent).toContain('What BIG still has in its cache does not help there')
  expect(changes()).toEqual([])
  await userEvent.click(within(dialog).getByRole('button', { name: 'Continue with SMALL' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(changes()).toEqual([{ active_model: 'two:small' }])
})

test('pictures that a model does not take are left out or described by a press, and what fails is said there', async () => {
  const options = [
    { id: 'leave_out', label: 'x' },
    { id: 'describe', label: 'x', model: 'one:big', cost_usd: '0.0034' },
    { id: 'stay', label: 'x' },
  ]
  const failed = { status: 502, body: { error: { code: 'description_failed', message: 'BIG said nothing' } } }
  const { changes } = await choose({ refusal: { reason: 'No', options } }, { [CHANGE]: failed })
  const dialog = await screen.findByRole('dialog', { name: 'Continue with another model' })
  expect(dialog.textContent).toContain('BIG describes each once, for about $0.0034.')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Have them described' }))
  expect((await within(dialog).findByRole('alert')).textContent).toContain('BIG said nothing')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Leave the pictures out' }))
  expect(changes()).toEqual([
    { active_model: 'two:small', resolution: 'describe' },
    { active_model: 'two:small', resolution: 'leave_out' },
  ])
  await userEvent.click(within(dialog).getByRole('button', { name: 'Stay' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('a chat that does not fit goes on in a branch at a later turn by a press, and stays as it is', async () => {
  const ways = [{ id: 'branch', label: 'x', from: { message_id: 'M1', turn: 10, tokens: 15_302 } }]
  const server = {
    'POST /api/sessions/S1/fork': { status: 201, body: { id: 'S2' } },
    'PATCH /api/sessions/S2': { body: { ...SESSION, id: 'S2' } },
  }
  const { changes, requests } = await choose({ fits: false, max_context_tokens: 3_000, ways }, server)
  const dialog = await screen.findByRole('dialog', { name: 'Continue with another model' })
  expect(dialog.textContent).toContain('Only what was said from there on goes, about 15,302 tokens')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Branch at turn 10' }))
  await waitFor(() => expect(visited).toEqual(['/c/S2']))
  const said = requests.filter(({ route }) => route.endsWith('/fork') || route.endsWith('/S2'))
  expect(said.map(({ body }) => body)).toEqual([{ from: 'M1' }, { active_model: 'two:small' }])
  expect(changes()).toEqual([])
})

const AUTOMATIC = {
  model: 'one:big',
  policy: 'workspace_default',
  name: 'Work',
  reason: 'the model of the folder Work',
  chain: [
    {
      policy: 'rule',
      verdict: 'rejected',
      model: 'two:small',
      rejection: 'no_vision_support',
      reason: 'rule sums, but it takes no pictures',
    },
    { policy: 'workspace_default', verdict: 'chose', model: 'one:big', reason: 'the model of the folder Work' },
  ],
  depends_on_text: true,
}

test('where nobody is to choose any more, what would answer and why is shown, and no model is chosen by it', async () => {
  const dropped = [{ block_type: 'thinking', count: 3, reason: 'valid for its maker only' }]
  const server = open({
    [PREVIEW]: { body: { ...WHOLE, model: 'one:big', present: 'two:small', dropped, automatic: AUTOMATIC } },
    [CHANGE]: { body: { ...SESSION, active_model: null } },
  })
  await receive(
    snapshot({ session: { ...SESSION, active_model: 'two:small' }, messages: [message('M1', 'user', 'Hi')] }),
  )
  await userEvent.type(screen.getByRole('textbox', { name: 'Message' }), 'a sum')
  await userEvent.click(await screen.findByRole('button', { name: 'Model: SMALL' }))
  await userEvent.click(await screen.findByRole('option', { name: /^Automatic/ }))
  const bodies = (which: string) => server.requests.flatMap(({ route, body }) => (route === which ? [body] : []))
  const dialog = await screen.findByRole('dialog', { name: 'Continue with another model' })
  // Rules may ask about what is written.
  expect(bodies(PREVIEW)).toEqual([{ model: null, text: 'a sum' }])
  expect(dialog.textContent).toContain('Automatic: BIG would answer now, for the folder “Work” begins with it.')
  expect(dialog.textContent).toContain('SMALL was passed over: rule sums, but it takes no pictures.')
  expect(dialog.textContent).toContain('What you write can make a rule choose another.')
  expect(bodies(CHANGE)).toEqual([])
  await userEvent.click(within(dialog).getByRole('button', { name: 'Continue with BIG' }))
  await waitFor(() => expect(bodies(CHANGE)).toEqual([{ active_model: null }]))
})

test('where it comes to the model that the chat is at, nothing is asked', async () => {
  const dropped = [{ block_type: 'thinking', count: 3, reason: 'valid for its maker only' }]
  const { changes } = await choose({ model: 'one:big', dropped })
  await waitFor(() => expect(changes()).toEqual([{ active_model: 'two:small' }]))
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a look that fails keeps nobody from changing', async () => {
  const { changes } = await choose({}, { [PREVIEW]: { status: 500, body: {} } })
  await waitFor(() => expect(changes()).toEqual([{ active_model: 'two:small' }]))
})

test('the list of models says beside each what this chat would lose there, before any is chosen', async () => {
  const dropped = { kind: 'dropped', block_type: 'thinking', count: 3, reason: 'valid for its maker only' }
  const models = [
    { id: 'one:big', ok: true, notes: [] },
    { id: 'two:small', ok: true, notes: [dropped] },
  ]
  open({ 'GET /api/sessions/S1/portability': { body: { models, automatic: { ...AUTOMATIC, model: 'two:small' } } } })
  await receive(snapshot({ session: SESSION, messages: [message('M1', 'user', 'Hi')] }))
  await userEvent.click(await screen.findByRole('button', { name: 'Model: BIG' }))
  const small = await screen.findByRole('option', { name: /^SMALL/ })
  await waitFor(() => expect(small.textContent).toContain('3 things stay behind'))
  expect(screen.getByRole('option', { name: /^BIG/ }).textContent).not.toContain('behind')
  // What nobody's choice comes to is lost there, too.
  expect(screen.getByRole('option', { name: /^Automatic/ }).textContent).toBe(
    'Automaticnow SMALL, for the folder “Work” begins with itWhat you write can make a rule choose another.3 things stay behind',
  )
})

const LOST = { dropped: [{ block_type: 'thinking', count: 3, reason: 'valid for its maker only' }] }

test('the exact request is asked for by a press, and shown without a key', async () => {
  const endpoint = {
    url: 'https://host.invalid/v1/chat/completions',
    format: 'a format',
    libraries: null,
    headers: { authorization: 'Bearer {{API_KEY}}' },
    left_out: [],
    key_variable: 'OWN_API_KEY',
  }
  const REQUEST = `${PREVIEW}/request`
  const { requests } = await choose(LOST, { [REQUEST]: { body: { request: { model: 'small' }, endpoint } } })
  const dialog = within(await screen.findByRole('dialog', { name: 'Continue with another model' }))
  expect(requests.filter(({ route }) => route === REQUEST)).toEqual([])
  await userEvent.click(dialog.getByRole('button', { name: 'Show the exact request' }))
  expect((await dialog.findByRole('group', { name: 'Request' })).textContent).toContain('"model": "small"')
  expect(dialog.getByText('POST https://host.invalid/v1/chat/completions')).toBeTruthy()
  expect(requests.find(({ route }) => route === REQUEST)?.body).toEqual({ model: 'two:small' })
  await userEvent.click(dialog.getByRole('button', { name: 'Show the exact request' }))
  expect(dialog.queryByRole('group', { name: 'Request' })).toBeNull()
})

test('where no request can be made, that is said', async () => {
  await choose(LOST, { [`${PREVIEW}/request`]: { body: { request: null, endpoint: null } } })
  const dialog = within(await screen.findByRole('dialog', { name: 'Continue with another model' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Show the exact request' }))
  expect(await dialog.findByText(/^No request can be made/)).toBeTruthy()
})

test('both are asked by their names before the next question, and the chat stays where it is', async () => {
  const { changes } = await choose(LOST)
  const dialog = within(await screen.findByRole('dialog', { name: 'Continue with another model' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Ask both, side by side' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(field().value).toBe('@big @small ')
  expect(changes()).toEqual([])
})
