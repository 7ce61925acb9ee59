import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, configure, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { ChatShell } from '#app/_chat/chat-shell.tsx'
import { NewChat } from '#app/_chat/new-chat.tsx'
import { Sidebar } from '#app/_chat/sessions/sidebar.tsx'
import { loadLateComponents } from '#app/_content/late-component.tsx'
import { FakeEventSource, fakeServer } from './fake-server.ts'
import { SESSION } from './frame-builder.ts'
import { model } from './model-builder.ts'

// Parts of the page are loaded when they are first needed, which takes its time on a busy machine.
configure({ asyncUtilTimeout: 10_000 })

const navigation = vi.hoisted(() => ({ pushed: [] as string[], replaced: [] as string[], path: '/', asked: '' }))
vi.mock('next/navigation', () => ({
  useRouter: () => ({
    push: (path: string) => navigation.pushed.push(path),
    replace: (path: string) => navigation.replaced.push(path),
  }),
  usePathname: () => navigation.path,
  useSearchParams: () => new URLSearchParams(navigation.asked),
}))

const demo = model('demo:play', { configured: false, scripted: true })
const API = {
  'GET /api/models': { body: { models: [demo, model('two:small')], default: 'demo:play' } },
  'GET /api/sessions': { body: { sessions: [{ ...SESSION, title: 'About cats', cost_usd: '0.0123' }], next: null } },
  'POST /api/sessions': { status: 201, body: { id: 'S9' } },
  'POST /api/sessions/S9/turns': { status: 202, body: { turn_id: 'T1', message_id: 'M1' } },
}

const field = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message' })

// As after a moment of rest.
beforeAll(loadLateComponents, 30_000)
beforeEach(() => {
  vi.stubGlobal('EventSource', FakeEventSource)
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: query.includes('fine') }))
  localStorage.clear()
  navigation.pushed.length = 0
  navigation.path = '/'
  navigation.asked = ''
  navigation.replaced.length = 0
})
afterEach(cleanup)

const PRESET = {
  id: 'P1',
  name: 'To German',
  model: 'two:small',
  system_prompt: 'Translate.',
  settings: { temperature: 0.2, tools: false },
}
const PRESETS = { 'GET /api/presets': { body: { presets: [PRESET] } } }
const BEGUN = 'This chat begins with the preset “To German”.'

describe('a new chat', () => {
  function open(answers: Parameters<typeof fakeServer>[0] = {}) {
    const server = fakeServer({ ...API, ...answers })
    render(
      <ChatShell>
        <NewChat />
      </ChatShell>,
    )
    return server
  }

  test('begins with its first message: creates the session, sends the turn, opens its page', async () => {
    const server = open()
    await userEvent.type(field(), 'Hello{Enter}')
    await waitFor(() => expect(navigation.pushed).toEqual(['/c/S9']))
    expect(server.bodyOf('POST /api/sessions')).toEqual({})
    expect(server.bodyOf('POST /api/sessions/S9/turns')).toEqual({ content: [{ type: 'text', text: 'Hello' }] })
    expect(FakeEventSource.last?.url).toBe('/api/sessions/S9/stream?gather=48')
  })

  test('offers a chat that plays by itself where only a script answers, and goes there', async () => {
    const server = open({ 'POST /api/scripted-chats': { status: 201, body: { id: 'S7' } } })
    await userEvent.click(await screen.findByRole('button', { name: /^See a chat move between models/ }))
    await waitFor(() => expect(navigation.pushed).toEqual(['/c/S7']))
    expect(server.bodyOf('POST /api/scripted-chats')).toEqual({ title: 'A chat that moves between models (scripted)' })
    cleanup()
    open({ 'GET /api/models': { body: { models: [model('two:small')], default: 'two:small' } } })
    expect(await screen.findByRole('button', { name: 'Model: SMALL' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: /^See a chat move/ })).toBeNull()
  })

  test('says that a chat that plays by itself did not begin', async () => {
    open({ 'POST /api/scripted-chats': { status: 500, body: { error: { code: 'internal', message: 'no' } } } })
    await userEvent.click(await screen.findByRole('button', { name: /^See a chat move between models/ }))
    expect(await screen.findByText('The chat could not begin. Try it again.')).toBeTruthy()
  })

  test('takes the model that was picked', async () => {
    const server = open()
    await userEvent.click(await screen.findByRole('button', { name: 'Model: PLAY' }))
    await userEvent.keyboard('small{Enter}')
    await userEvent.type(field(), 'Hello{Enter}')
    await waitFor(() => expect(server.bodyOf('POST /api/sessions')).toEqual({ active_model: 'two:small' }))
  })

  test('begins with copies of a preset that is chosen below it, which later chats do not begin with', async () => {
    const server = open(PRESETS)
    const row = await screen.findByRole('button', { name: /^To German/ })
    expect(row.textContent).toContain('SMALL, temperature 0.2, no tools')
    await userEvent.click(row)
    expect(row.getAttribute('aria-pressed')).toBe('true')
    expect(screen.getByText(BEGUN)).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Model: SMALL' })).toBeTruthy()
    expect(document.activeElement).toBe(field())
    await userEvent.type(field(), 'Hello{Enter}')
    await waitFor(() => expect(navigation.pushed).toEqual(['/c/S9']))
    const { model, settings, system_prompt } = PRESET
    expect(server.bodyOf('POST /api/sessions')).toEqual({ active_model: model, settings, system_prompt })
    expect(localStorage.getItem('chat-settings')).toBeNull()
  })

  test('is what its settings say once they are changed after a preset was chosen', async () => {
    open(PRESETS)
    await userEvent.click(await screen.findByRole('button', { name: /^To German/ }))
    await userEvent.type(field(), '/system Be brief.')
    await userEvent.keyboard('{Enter}')
    expect(screen.queryByText(BEGUN)).toBeNull()
    expect(screen.getByRole('button', { name: /^To German/ }).getAttribute('aria-pressed')).toBe('false')
  })

  test('begins with the preset that its address asks for, once; one that is gone is said', async () => {
    navigation.asked = 'preset=P1'
    open(PRESETS)
    expect(await screen.findByText(BEGUN)).toBeTruthy()
    expect(navigation.replaced).toEqual(['/'])
    cleanup()
    navigation.asked = 'preset=P2'
    open(PRESETS)
    expect(await screen.findByText('That preset is not there any more. This chat begins as usual.')).toBeTruthy()
  })

  test('begins with the rest of a preset whose model is gone, and says so', async () => {
    const server = open({ 'GET /api/presets': { body: { presets: [{ ...PRESET, model: 'old:gone' }] } } })
    await userEvent.click(await screen.findByRole('button', { name: /^To German/ }))
    expect(screen.getByText(/but for its model: gone is not here\.$/)).toBeTruthy()
    await userEvent.type(field(), 'Hello{Enter}')
    const { settings, system_prompt } = PRESET
    await waitFor(() => expect(server.bodyOf('POST /api/sessions')).toEqual({ settings, system_prompt }))
  })

  test('finds presets behind a slash, by their names', async () => {
    open({ 'GET /api/presets': { body: { presets: [PRESET, { ...PRESET, id: 'P2', name: 'Brief' }] } } })
    await userEvent.type(field(), '/preset germ')
    const options = await screen.findAllByRole('option')
    expect(options.map(({ textContent }) => textContent)).toEqual(['To GermanSMALL, temperature 0.2, no tools'])
    await userEvent.keyboard('{Enter}')
    expect(navigation.pushed).toEqual(['/?preset=P1'])
    await userEvent.type(field(), '/preset none of them')
    expect(screen.getByText(/^No preset is called so\./)).toBeTruthy()
  })

  test('that is refused keeps the text and leaves no empty session', async () => {
    const refusal = { error: { code: 'no_model', message: 'no model can see' } }
    const server = open({
      'POST /api/sessions/S9/turns': { status: 422, body: refusal },
      'DELETE /api/sessions/S9': { status: 204, body: null },
    })
    await userEvent.type(field(), 'Hello{Enter}')
    expect((await screen.findByRole('alert')).textContent).toContain('no model can see')
    expect(field().value).toBe('Hello')
    // What the page asks for by itself may come after it.
    expect(server.requests.findLast(({ route }) => !route.startsWith('GET '))?.route).toBe('DELETE /api/sessions/S9')
    expect(navigation.pushed).toEqual([])
  })

  test('that got no answer is not thrown away: it may have been accepted', async () => {
    const server = open({
      'POST /api/sessions/S9/turns': () => Promise.reject(new TypeError('connection reset')),
      'DELETE /api/sessions/S9': { status: 204, body: null },
    })
    await userEvent.type(field(), 'Hello{Enter}')
    expect((await screen.findByRole('alert')).textContent).toContain('cannot be reached')
    expect(server.requests.filter(({ route }) => route.startsWith('DELETE'))).toEqual([])
  })

  test('that is sent again because no answer came is the same request, and opens the one chat', async () => {
    let sent = 0
    const server = open({
      'POST /api/sessions/S9/turns': () => {
        sent += 1
        return sent === 1 ? Promise.reject(new TypeError('connection reset')) : API['POST /api/sessions/S9/turns']
      },
    })
    await userEvent.type(field(), 'Hello{Enter}')
    await screen.findByRole('alert')
    await userEvent.type(field(), '{Enter}')
    await waitFor(() => expect(navigation.pushed).toEqual(['/c/S9']))
    const keys = [...server.keysOf('POST /api/sessions'), ...server.keysOf('POST /api/sessions/S9/turns')]
    expect(keys).toHaveLength(4)
    expect(new Set(keys).size).toBe(1)
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/)
  })

  test('that was refused, or says something else, is a new request', async () => {
    const refusal = { error: { code: 'no_model', message: 'no model can see' } }
    const server = open({
      'POST /api/sessions/S9/turns': { status: 422, body: refusal },
      'DELETE /api/sessions/S9': { status: 204, body: null },
    })
    await userEvent.type(field(), 'Hello{Enter}')
    await screen.findByRole('alert')
    await userEvent.type(field(), '{Enter}')
    await waitFor(() => expect(server.keysOf('DELETE /api/sessions/S9')).toHaveLength(2))
    expect(new Set(server.keysOf('POST /api/sessions')).size).toBe(2)
  })

  test('takes along what is typed while it begins', async () => {
    const { promise, resolve } = Promise.withResolvers<{ status: number; body: unknown }>()
    open({ 'POST /api/sessions/S9/turns': () => promise })
    await userEvent.type(field(), 'Hello{Enter}')
    await userEvent.type(field(), 'and')
    resolve(API['POST /api/sessions/S9/turns'])
    await waitFor(() => expect(navigation.pushed).toEqual(['/c/S9']))
    await userEvent.type(field(), ' then')
    expect(localStorage.getItem('draft:S9')).toBe('and then')
    expect(localStorage.getItem('draft:new')).toBeNull()
  })

  test('whose page is left before it is known to have begun begins once, from the words that stand there again', async () => {
    const before = open({ 'POST /api/sessions/S9/turns': () => new Promise(() => undefined) })
    await userEvent.type(field(), 'Hello{Enter}')
    await waitFor(() => expect(before.keysOf('POST /api/sessions/S9/turns')).toHaveLength(1))
    cleanup()
    const server = open()
    expect(field().value).toBe('Hello')
    await userEvent.type(field(), '{Enter}')
    await waitFor(() => expect(navigation.pushed).toEqual(['/c/S9']))
    const keys = [before, server].flatMap(({ keysOf }) => keysOf('POST /api/sessions'))
    expect(keys).toHaveLength(2)
    expect(new Set([...keys, ...server.keysOf('POST /api/sessions/S9/turns')]).size).toBe(1)
    expect(Object.keys(localStorage).filter((key) => key.endsWith(':new'))).toEqual([])
  })

  test('keeps the text when the server cannot be reached', async () => {
    open({ 'POST /api/sessions': { status: 500, body: null } })
    await userEvent.type(field(), 'Hello{Enter}')
    expect(await screen.findByRole('alert')).toBeTruthy()
    expect(field().value).toBe('Hello')
  })

  test('offers examples that fill the message field', async () => {
    open()
    await userEvent.click(await screen.findByRole('button', { name: /^Calculate 12\*\(3\+4\)/ }))
    expect(field().value).toBe('Calculate 12*(3+4)')
    expect(document.activeElement).toBe(field())
  })

  test('says that the default model is scripted, and how to add a key', async () => {
    open()
    const note = within(await screen.findByRole('note'))
    expect(note.getByText(/^No key yet, so a script answers\./)).toBeTruthy()
    expect(note.getByRole('link', { name: 'Add a key' }).getAttribute('href')).toBe('/settings/keys')
  })

  test('says nothing of a demo once a key is configured', async () => {
    open({ 'GET /api/models': { body: { models: [demo, model('two:small')], default: 'two:small' } } })
    await screen.findByRole('button', { name: 'Model: SMALL' })
    expect(screen.queryByRole('note')).toBeNull()
    const examples = within(screen.getByRole('list', { name: 'Examples' }))
    expect(examples.getAllByRole('button').map((button) => button.querySelector('span > span')?.textContent)).toEqual([
      'Change the model in the middle',
      'Compare two models on one question',
      'See what a question costs',
    ])
  })

  test('says which server is away when nothing else can answer, in place of a model and of the note on demos', async () => {
    const unlisted = [
      { provider: 'openai', label: 'OpenAI', problem: 'unreachable' },
      { provider: 'ollama', label: 'Ollama', problem: 'no_models' },
    ]
    const server = open({ 'GET /api/models': { body: { models: [demo], default: '', unlisted } } })
    expect((await screen.findByRole('status')).textContent).toBe(
      'OpenAI: the server cannot be reached. Its models are listed as soon as it answers.' +
        'Ollama: the server has no models yet. They are listed as soon as it has.',
    )
    expect(screen.queryByRole('note')).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Model: No model' }))
    const list = within(screen.getByRole('listbox', { name: 'Models' }))
    expect(list.getByRole('option', { name: /Automatic/ }).textContent).toContain('no model at the moment')
    expect(list.getByText(/the server cannot be reached/)).toBeTruthy()
    // Who wants the demo can have it.
    await userEvent.click(list.getByRole('option', { name: /PLAY/ }))
    expect(screen.queryByRole('status')).toBeNull()
    await userEvent.type(field(), 'Hello{Enter}')
    await waitFor(() => expect(server.bodyOf('POST /api/sessions')).toEqual({ active_model: 'demo:play' }))
  })

  test('warns before sending to a server that is away, and is silent about others', async () => {
    const models = [model('openai:tiny'), model('two:small')]
    const away = (problem: string, fallback: string) => ({
      'GET /api/models': {
        body: { models, default: fallback, unlisted: [{ provider: 'openai', label: 'OpenAI', problem }] },
      },
    })
    open(away('unreachable', 'openai:tiny'))
    expect((await screen.findByRole('status')).textContent).toContain('OpenAI: the server cannot be reached.')
    cleanup()
    open(away('key_refused', 'openai:tiny'))
    expect((await screen.findByRole('status')).textContent).toContain('OpenAI: the server refuses the key.')
    for (const [problem, fallback] of [
      ['unreachable', 'two:small'],
      ['no_list', 'openai:tiny'],
    ] as const) {
      cleanup()
      open(away(problem, fallback))
      await screen.findByRole('button', { name: /^Model: (SMALL|TINY)/ })
      expect(screen.queryByRole('status')).toBeNull()
    }
  })

  test('reaches the message field from anywhere with a slash, and a new chat with Ctrl, Shift and O', async () => {
    open()
    field().blur()
    await userEvent.keyboard('/')
    expect(document.activeElement).toBe(field())
    await userEvent.keyboard('{Control>}{Shift>}[KeyO]{/Shift}{/Control}')
    expect(navigation.pushed).toEqual(['/'])
  })
})

describe('the list of chats', () => {
  async function open(answers: Parameters<typeof fakeServer>[0] = {}) {
    const server = fakeServer({ ...API, ...answers })
    render(
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <Sidebar />
      </QueryClientProvider>,
    )
    return server
  }

  test('shows title and cost of each', async () => {
    await open()
    const link = await screen.findByRole('link', { name: /About cats/ })
    expect(link.getAttribute('href')).toBe('/c/S1')
    expect(within(link).getByTitle('Cost: $0.0123').textContent).toBe('$0.012')
  })

  test.each([
    [{ cost_usd: null, unpriced_calls: 2 }, 'Cost: no price; 2 model calls have no price', 'no price'],
    [
      { cost_usd: '0.0123', unpriced_calls: 1 },
      'Cost: at least $0.0123; one model call has no price',
      'at least $0.012',
    ],
  ])('says of %j what is not known of the cost', async (spent, title, label) => {
    await open({ 'GET /api/sessions': { body: { sessions: [{ ...SESSION, ...spent }], next: null } } })
    const link = await screen.findByRole('link', { name: /A talk/ })
    expect(within(link).getByTitle(title).textContent).toBe(label)
  })

  test('says nothing of the cost of a chat that has cost nothing', async () => {
    await open({ 'GET /api/sessions': { body: { sessions: [SESSION], next: null } } })
    expect((await screen.findByRole('link', { name: /A talk/ })).textContent).toBe('A talk')
  })

  test('marks the ones that are answering', async () => {
    await open({ 'GET /api/sessions': { body: { sessions: [{ ...SESSION, state: 'running' }], next: null } } })
    expect((await screen.findByRole('link', { name: /Answering/ })).textContent).toContain('A talk')
  })

  test('says that it is empty, and when it could not be loaded', async () => {
    await open({ 'GET /api/sessions': { body: { sessions: [], next: null } } })
    expect(await screen.findByText(/^Your chats will be listed here/)).toBeTruthy()
    cleanup()
    await open({ 'GET /api/sessions': { status: 500, body: null } })
    expect(await screen.findByText('The chats could not be loaded.')).toBeTruthy()
  })

  test('renames one in place', async () => {
    const server = await open({ 'PATCH /api/sessions/S1': { body: { ...SESSION, title: 'About dogs' } } })
    await userEvent.click(await screen.findByRole('button', { name: 'Actions for About cats' }))
    await userEvent.click(screen.getByRole('menuitem', { name: 'Rename' }))
    const title = screen.getByRole('textbox', { name: 'Title' })
    await userEvent.clear(title)
    await userEvent.type(title, 'About dogs{Enter}')
    expect(server.bodyOf('PATCH /api/sessions/S1')).toEqual({ title: 'About dogs' })
    expect(document.activeElement).toBe(await screen.findByRole('link', { name: /About dogs/ }))
    expect(server.requests.filter(({ route }) => route.startsWith('PATCH'))).toHaveLength(1)
  })

  test('leaves a name as it was on Escape, and puts the focus back on the chat', async () => {
    const server = await open({})
    await userEvent.click(await screen.findByRole('button', { name: 'Actions for About cats' }))
    await userEvent.click(screen.getByRole('menuitem', { name: 'Rename' }))
    await userEvent.type(screen.getByRole('textbox', { name: 'Title' }), ' and dogs{Escape}')
    expect(document.activeElement).toBe(screen.getByRole('link', { name: /About cats/ }))
    expect(server.requests.some(({ route }) => route.startsWith('PATCH'))).toBe(false)
  })

  test('deletes one at once, and brings it back with its draft', async () => {
    localStorage.setItem('draft:S1', 'and birds?')
    const server = await open({
      'DELETE /api/sessions/S1': { status: 204, body: null },
      'POST /api/sessions/S1/restore': { body: { ...SESSION, title: 'About cats' } },
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Actions for About cats' }))
    await userEvent.click(screen.getByRole('menuitem', { name: 'Delete' }))
    await waitFor(() => expect(screen.queryByRole('link', { name: /About cats/ })).toBeNull())
    expect(localStorage.getItem('draft:S1')).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('link', { name: /About cats/ })))
    expect(localStorage.getItem('draft:S1')).toBe('and birds?')
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
    expect(server.requests.map(({ route }) => route)).toContain('POST /api/sessions/S1/restore')
  })

  test('gives the focus to the next chat when one is deleted, and to a new one after the last; drafts go as well', async () => {
    const sessions = [
      { ...SESSION, title: 'About cats' },
      { ...SESSION, id: 'S2', title: 'About dogs' },
    ]
    localStorage.setItem('draft:S1', 'and birds?')
    await open({
      'GET /api/sessions': { body: { sessions, next: null } },
      'DELETE /api/sessions/S1': { status: 204, body: null },
      'DELETE /api/sessions/S2': { status: 204, body: null },
    })
    const remove = async (title: string) => {
      await userEvent.click(await screen.findByRole('button', { name: `Actions for ${title}` }))
      await userEvent.click(screen.getByRole('menuitem', { name: 'Delete' }))
      await waitFor(() => expect(screen.queryByRole('link', { name: title })).toBeNull())
    }
    await remove('About cats')
    expect(document.activeElement).toBe(screen.getByRole('link', { name: 'About dogs' }))
    expect(localStorage.getItem('draft:S1')).toBeNull()
    await remove('About dogs')
    expect(document.activeElement).toBe(screen.getByRole('link', { name: 'New chat' }))
  })

  test.each([
    ['is asked for again and again while an answer is written and no stream is open', '/', 4],
    ['is left to the stream of a chat that is open', '/c/S1', 1],
  ])('%s', async (_how, path, requests) => {
    vi.useFakeTimers()
    try {
      navigation.path = path
      const server = await open({
        'GET /api/sessions': { body: { sessions: [{ ...SESSION, state: 'running' }], next: null } },
      })
      await act(() => vi.advanceTimersByTimeAsync(16_000))
      expect(server.requests.filter(({ route }) => route === 'GET /api/sessions')).toHaveLength(requests)
    } finally {
      vi.useRealTimers()
    }
  })
})
