import { act, cleanup, createEvent, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { renderToString } from 'react-dom/server'
import { describe, expect, test, vi } from 'vitest'
import {
  ACCEPTED,
  conversation,
  field,
  fillStorage,
  open,
  receive,
  setUpConversation,
  TURNS,
} from '../conversation-page.tsx'
import { frame, message, SESSION, snapshot } from '../frame-builder.ts'

vi.mock('next/navigation', () => ({
  useRouter: () => ({ push: () => undefined }),
  usePathname: () => '/c/S1',
  useSearchParams: () => null,
}))

setUpConversation()

const IMPORT = 'POST /api/attachments/import'

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

  test('offers to have the pictures of a refused message described, and sends all of it again with that', async () => {
    URL.createObjectURL = () => 'blob:x'
    URL.revokeObjectURL = () => undefined
    const chain = [{ policy: 'manual', model: 'one:big', rejection: 'no_vision_support' }]
    const options = [{ id: 'describe', label: 'x', model: 'two:small', cost_usd: '0.0034' }]
    const refusal = { error: { code: 'no_model', message: 'it takes no pictures', details: { chain, options } } }
    const server = open({
      'POST /api/attachments': { status: 201, body: { data: 'attachments/abc', media_type: 'image/png' } },
      [TURNS]: (body) => ('resolution' in (body as object) ? ACCEPTED : { status: 422, body: refusal }),
    })
    await receive(snapshot())
    await userEvent.upload(screen.getByLabelText('Pictures'), new File(['x'], 'cat.png', { type: 'image/png' }))
    await screen.findByRole('button', { name: 'Remove cat.png' })
    await userEvent.type(field(), 'what is it{Enter}')
    const describing = await screen.findByRole('button', { name: 'Have them described and send' })
    const alert = screen.getByRole('alert')
    expect(alert.textContent).toContain('SMALL describes each once, for about $0.0034.')
    expect(alert.textContent).not.toContain('See what can be done')
    expect(screen.getByRole('button', { name: 'Choose another model' })).toBeTruthy()
    expect(field().value).toBe('what is it')
    await userEvent.click(describing)
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
    const [first, second] = server.requests.flatMap(({ route, body }) => (route === TURNS ? [body] : []))
    expect(second).toEqual({ ...(first as object), resolution: 'describe' })
    const [before, after] = server.keysOf(TURNS)
    expect(after).not.toBe(before)
    expect(field().value).toBe('')
  })

  test('sends again under the same key what had no answer, and anything else under a new one', async () => {
    const server = open({ [TURNS]: () => Promise.reject(new TypeError('connection reset')) })
    await receive(snapshot())
    await userEvent.type(field(), 'one{Enter}')
    await screen.findByRole('alert')
    await userEvent.type(field(), '{Enter}')
    await waitFor(() => expect(server.keysOf(TURNS)).toHaveLength(2))
    await screen.findByRole('alert')
    await userEvent.type(field(), ' more{Enter}')
    await waitFor(() => expect(server.keysOf(TURNS)).toHaveLength(3))
    const [first, second, third] = server.keysOf(TURNS)
    expect(second).toBe(first)
    expect(third).not.toBe(first)
  })

  test('says that what is written is not kept where the browser has no room, and asks before it goes', async () => {
    const leave = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }))
    open()
    await receive(snapshot())
    await userEvent.type(field(), 'a')
    expect(leave()).toBe(false)
    fillStorage()
    await userEvent.type(field(), 'b')
    expect(await screen.findByText(/has no room to keep what you write/)).toBeTruthy()
    expect(leave()).toBe(true)
    await userEvent.clear(field())
    expect(screen.queryByText(/has no room to keep/)).toBeNull()
    expect(leave()).toBe(false)
  })

  test('has what another window on the same chat has in it', async () => {
    open()
    await receive(snapshot())
    await userEvent.type(field(), 'begun here')
    const written = async (text: string | null) => {
      if (text === null) localStorage.removeItem('draft:S1')
      else localStorage.setItem('draft:S1', text)
      await act(async () => dispatchEvent(new StorageEvent('storage', { key: 'draft:S1' })))
    }
    await written('begun here, gone on with there')
    expect(field().value).toBe('begun here, gone on with there')
    await written(null)
    expect(field().value).toBe('')
  })

  test('keeps a draft for each session over a reload', async () => {
    open()
    await receive(snapshot())
    await userEvent.type(field(), 'half a thou')
    cleanup()
    open()
    await waitFor(() => expect(field().value).toBe('half a thou'))
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

  test('sends files under the names that the server gave them, and says what it would not take', async () => {
    const data = 'attachments/abc'
    const stored = { data, media_type: 'text/csv', name: 'sales.csv' }
    const server = open({ 'POST /api/attachments': { status: 201, body: stored } })
    await receive(snapshot())
    await userEvent.upload(screen.getByLabelText('Pictures'), new File(['a,b'], '../sales.csv', { type: 'text/csv' }))
    expect((await screen.findByText('CSV · 3 B')).textContent).toBeTruthy()
    await userEvent.type(field(), 'sum it up{Enter}')
    const file = { type: 'document', source: { kind: 'file_ref', data }, media_type: 'text/csv', name: 'sales.csv' }
    await waitFor(() => expect(server.bodyOf(TURNS)).toEqual({ content: [file, { type: 'text', text: 'sum it up' }] }))
  })

  test('offers to attach the picture whose address was pasted, and fetches nothing before', async () => {
    const data = 'attachments/abc'
    const server = open({ [IMPORT]: { status: 201, body: { data, media_type: 'image/webp' } } })
    await receive(snapshot())
    await userEvent.click(field())
    await userEvent.paste('https://example.com/cat.webp')
    expect(field().value).toBe('https://example.com/cat.webp')
    expect(server.bodyOf(IMPORT)).toBeUndefined()
    await userEvent.click(screen.getByRole('button', { name: 'Attach the picture' }))
    await screen.findByRole('button', { name: 'Remove cat.webp' })
    expect(server.bodyOf(IMPORT)).toEqual({ url: 'https://example.com/cat.webp' })
    expect(field().value).toBe('')
    await userEvent.type(field(), 'what is it{Enter}')
    const picture = { type: 'image', source: { kind: 'file_ref', data }, media_type: 'image/webp' }
    await waitFor(() =>
      expect(server.bodyOf(TURNS)).toEqual({ content: [picture, { type: 'text', text: 'what is it' }] }),
    )
  })

  test('attaches a copy of a picture of the conversation that lies elsewhere, and says why it cannot', async () => {
    const refusal = { error: { code: 'download_failed', message: 'example.com cannot be reached' } }
    const server = open({ [IMPORT]: { status: 422, body: refusal } })
    const source = { kind: 'url' as const, data: 'https://example.com/dog' }
    await receive(snapshot({ messages: [message('M1', 'user', [{ type: 'image', source, media_type: 'image/png' }])] }))
    await userEvent.click(await screen.findByRole('button', { name: 'Attach a copy' }))
    expect((await screen.findByRole('alert')).textContent).toBe('dog: example.com cannot be reached')
    expect(server.bodyOf(IMPORT)).toEqual({ url: 'https://example.com/dog' })
  })

  test('takes what is dropped anywhere on the page, says what it cannot take, and sends the rest', async () => {
    URL.createObjectURL = () => 'blob:x'
    URL.revokeObjectURL = () => undefined
    const server = open({
      'POST /api/attachments': { status: 201, body: { data: 'attachments/abc', media_type: 'image/png' } },
    })
    await receive(snapshot())
    const files = [
      new File(['x'], 'cat.png', { type: 'image/png' }),
      new File(['x'], 'tale.tiff', { type: 'image/tiff' }),
    ]
    const drop = Object.assign(new Event('drop', { cancelable: true }), { dataTransfer: { types: ['Files'], files } })
    act(() => void window.dispatchEvent(drop))
    expect(drop.defaultPrevented).toBe(true)
    expect(await screen.findByRole('button', { name: 'Remove cat.png' })).toBeTruthy()
    expect((await screen.findByRole('alert')).textContent).toContain('tale.tiff: Only PNG, JPEG, GIF, WebP and AVIF')
    await waitFor(() => expect(screen.queryByText('Uploading')).toBeNull())
    await userEvent.click(screen.getByRole('button', { name: 'Send' }))
    const picture = { type: 'image', source: { kind: 'file_ref', data: 'attachments/abc' }, media_type: 'image/png' }
    await waitFor(() => expect(server.bodyOf(TURNS)).toEqual({ content: [picture] }))
  })
})

describe('while a message is being sent', () => {
  /** The server takes its time; whoever calls `answer` ends that. */
  async function sendSlowly(text: string, answered: typeof ACCEPTED | { status: number; body: unknown }) {
    const { promise, resolve } = Promise.withResolvers<typeof answered>()
    open({ [TURNS]: () => promise })
    await receive(snapshot())
    await userEvent.type(field(), `${text}{Enter}`)
    return { answer: () => act(async () => resolve(answered)) }
  }

  test('the field is free for the next one, which stays when the first is accepted', async () => {
    const { answer } = await sendSlowly('first', ACCEPTED)
    expect(field().value).toBe('')
    await userEvent.type(field(), 'what I thought of next')
    await answer()
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Send' }).getAttribute('aria-disabled')).toBe('false'),
    )
    expect(field().value).toBe('what I thought of next')
    expect(localStorage.getItem('draft:S1')).toBe('what I thought of next')
  })

  test('it stays kept, in front of what is typed since, until it is known to have come', async () => {
    const { answer } = await sendSlowly('first', ACCEPTED)
    expect(localStorage.getItem('draft:S1')).toBe('first')
    await userEvent.type(field(), 'next')
    expect(localStorage.getItem('draft:S1')).toBe('first\nnext')
    await answer()
    await waitFor(() => expect(localStorage.getItem('draft:S1')).toBe('next'))
    expect(localStorage.getItem('sent:S1')).toBeNull()
  })

  test('nothing is lost when it is refused: it comes back in front of what was typed since', async () => {
    const { answer } = await sendSlowly('first', { status: 422, body: { error: { code: 'no_model' } } })
    await userEvent.type(field(), 'next')
    await answer()
    await waitFor(() => expect(field().value).toBe('first\nnext'))
    expect(localStorage.getItem('draft:S1')).toBe('first\nnext')
  })

  test('the focus comes back to the field, but not from where its author has gone since', async () => {
    const first = await sendSlowly('first', ACCEPTED)
    await userEvent.click(screen.getByRole('button', { name: /^Model: / }))
    const search = screen.getByRole('combobox', { name: 'Search models' })
    fireEvent.change(field(), { target: { value: 'next' } })
    await first.answer()
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Send' }).getAttribute('aria-disabled')).toBe('false'),
    )
    expect(document.activeElement).toBe(search)
    cleanup()

    open()
    await receive(snapshot())
    await userEvent.type(field(), 'second')
    await userEvent.click(screen.getByRole('button', { name: 'Send' }))
    await waitFor(() => expect(document.activeElement).toBe(field()))
  })

  test('pictures that are added are for the next one, and those of a refused one come back', async () => {
    URL.createObjectURL = () => 'blob:x'
    URL.revokeObjectURL = () => undefined
    let data = 0
    const { promise, resolve } = Promise.withResolvers<{ status: number; body: unknown }>()
    open({
      [TURNS]: () => promise,
      'POST /api/attachments': () => ({
        status: 201,
        body: { data: `attachments/${++data}`, media_type: 'image/png' },
      }),
    })
    await receive(snapshot())
    const add = async (name: string) => {
      await userEvent.upload(screen.getByLabelText('Pictures'), new File(['x'], name, { type: 'image/png' }))
      await screen.findByRole('button', { name: `Remove ${name}` })
      await waitFor(() => expect(screen.queryByText('Uploading')).toBeNull())
    }
    const tray = () => screen.queryAllByRole('button', { name: /^Remove/ }).map((button) => button.title)
    await add('one.png')
    await userEvent.type(field(), 'look{Enter}')
    expect(tray()).toEqual([])
    await add('two.png')
    await act(async () => resolve({ status: 422, body: { error: { code: 'no_model' } } }))
    await waitFor(() => expect(tray()).toEqual(['Remove one.png', 'Remove two.png']))
  })
})

describe('a page that is left before it knows that what was sent has come', () => {
  /** As the next page finds it. */
  async function comeBack(sent: string, answers: Parameters<typeof open>[0] = {}) {
    const before = open({ [TURNS]: () => new Promise(() => undefined) })
    await receive(snapshot())
    await userEvent.type(field(), sent)
    await waitFor(() => expect(before.keysOf(TURNS)).toHaveLength(1))
    cleanup()
    const server = open(answers)
    return { server, keys: () => [...before.keysOf(TURNS), ...server.keysOf(TURNS)] }
  }
  const asked = (text: string, id = 'M1') => snapshot({ messages: [message(id, 'user', text)] })

  test('has it in the field again, to be said once however often it is sent', async () => {
    const { keys } = await comeBack('first{Enter}')
    await receive(snapshot())
    expect(field().value).toBe('first')
    await userEvent.type(field(), '{Enter}')
    await waitFor(() => expect(keys()).toHaveLength(2))
    expect(new Set(keys()).size).toBe(1)
    await waitFor(() => expect(localStorage.getItem('draft:S1')).toBeNull())
  })

  test('says something else under another key', async () => {
    const { keys } = await comeBack('first{Enter}')
    await receive(snapshot())
    await userEvent.type(field(), ' of all{Enter}')
    await waitFor(() => expect(new Set(keys()).size).toBe(2))
  })

  test('says the same words anew where they were taken out of the field before', async () => {
    const { keys } = await comeBack('first{Enter}')
    await receive(snapshot())
    await userEvent.clear(field())
    await userEvent.type(field(), 'first{Enter}')
    await waitFor(() => expect(new Set(keys()).size).toBe(2))
  })

  test('does not have it in the field where it has come', async () => {
    const { keys } = await comeBack('first{Enter}')
    await receive(asked('first'))
    await waitFor(() => expect(field().value).toBe(''))
    expect(Object.keys(localStorage).filter((key) => key.endsWith(':S1'))).toEqual([])
    await userEvent.type(field(), 'first{Enter}')
    await waitFor(() => expect(new Set(keys()).size).toBe(2))
  })

  test('keeps what was written behind it', async () => {
    await comeBack('first{Enter}next')
    await receive(asked('first'))
    await waitFor(() => expect(field().value).toBe('next'))
    expect(localStorage.getItem('draft:S1')).toBe('next')
  })

  test.each([
    ['another question', asked('second'), 'first{Enter}'],
    ['the same that hangs elsewhere', asked('first', 'M5'), 'first{Enter}'],
    ['an answer in the same words', snapshot({ messages: [message('M1', 'assistant', 'first')] }), 'first{Enter}'],
  ])('keeps it beside %s', async (_, seen, sent) => {
    await comeBack(sent)
    await receive(seen)
    await receive(frame('storage.changed', { problem: null }))
    expect(field().value).toBe('first')
  })

  test.each([
    ['that it began', 'S1', 'first', null],
    ['that it did not begin', 'S2', 'first', 'first'],
    ['that it began, while another one is being written', 'S1', 'another', 'another'],
  ])('may be the start page: in the chat %s', async (_, begins, draft, left) => {
    const said = JSON.stringify({ content: [{ type: 'text', text: 'first' }] })
    localStorage.setItem('draft:new', draft)
    localStorage.setItem('sent:new', JSON.stringify({ said, key: 'K1', after: null, begins }))
    open()
    await receive(asked('first'))
    await receive(frame('storage.changed', { problem: null }))
    expect(localStorage.getItem('draft:new')).toBe(left)
    expect(field().value).toBe('')
  })

  test('leaves alone what only begins with the same letters', async () => {
    await comeBack('first{Enter}')
    await userEvent.type(field(), 'born')
    await receive(asked('first'))
    await receive(frame('storage.changed', { problem: null }))
    expect(field().value).toBe('firstborn')
  })
})

test('what came back because no answer came leaves the field once it is seen to have been said, and may be said again', async () => {
  let isAway = true
  const server = open({ [TURNS]: () => (isAway ? Promise.reject(new TypeError('offline')) : ACCEPTED) })
  await receive(snapshot())
  await userEvent.type(field(), 'go on{Enter}')
  await waitFor(() => expect(field().value).toBe('go on'))
  expect(screen.getByRole('alert').textContent).toContain('cannot be reached')
  await receive(frame('message.appended', { message: message('M1', 'user', 'go on') }))
  await waitFor(() => expect(field().value).toBe(''))
  expect(screen.queryByRole('alert')).toBeNull()
  isAway = false
  await userEvent.type(field(), 'go on{Enter}')
  await waitFor(() => expect(new Set(server.keysOf(TURNS)).size).toBe(2))
})

describe('what is typed before the scripts are there', () => {
  async function hydrate(typed: string) {
    const container = document.createElement('div')
    document.body.append(container)
    open()
    cleanup()
    container.innerHTML = renderToString(conversation())
    const typedInto = container.querySelector('textarea') as HTMLTextAreaElement
    typedInto.value = typed
    render(conversation(), { container, hydrate: true })
    await receive(snapshot())
    expect(field()).toBe(typedInto)
  }

  test('stays, and is a draft like any other', async () => {
    await hydrate('quick as I am')
    expect(field().value).toBe('quick as I am')
    expect(localStorage.getItem('draft:S1')).toBe('quick as I am')
  })

  test('comes after what was typed in an earlier visit', async () => {
    localStorage.setItem('draft:S1', 'half a thought')
    await hydrate('and a half')
    expect(field().value).toBe('half a thought\nand a half')
  })

  test('is not doubled where the browser filled the field in by itself', async () => {
    localStorage.setItem('draft:S1', 'half a thought')
    await hydrate('half a thought')
    expect(field().value).toBe('half a thought')
  })
})

describe('the list of aliases', () => {
  const list = () => screen.queryByRole('listbox', { name: 'Models for this message' })
  async function openList() {
    const server = open({ 'POST /api/sessions/S1/turns/T1/cancel': { status: 202, body: {} } })
    await receive(snapshot({ turn: { turn_id: 'T1', state: 'running' } }))
    await screen.findByRole('button', { name: 'Model: BIG' })
    await userEvent.type(field(), '@sm')
    expect(list()).toBeTruthy()
    return server
  }

  test('is closed by Escape, which does not also stop the answer, and opens again with the next letter', async () => {
    const server = await openList()
    await userEvent.keyboard('{Escape}')
    expect(list()).toBeNull()
    expect(server.requests.filter(({ route }) => route.endsWith('/cancel'))).toEqual([])
    await userEvent.keyboard('a')
    expect(list()).toBeTruthy()
  })

  test('leaves Tab and Enter with Shift to the field', async () => {
    await openList()
    expect(fireEvent.keyDown(field(), { key: 'Tab', shiftKey: true })).toBe(true)
    expect(fireEvent.keyDown(field(), { key: 'Enter', shiftKey: true })).toBe(true)
    expect(field().value).toBe('@sm')
  })
})

describe('what is pasted', () => {
  async function paste(types: string[]) {
    URL.createObjectURL = () => 'blob:x'
    open({ 'POST /api/attachments': { status: 201, body: { data: 'attachments/abc', media_type: 'image/png' } } })
    await receive(snapshot())
    const event = createEvent.paste(field(), {
      clipboardData: { types, files: [new File(['x'], 'cat.png', { type: 'image/png' })] },
    })
    fireEvent(field(), event)
    return event.defaultPrevented
  }

  test.each([
    ['a screenshot', ['Files']],
    ['a picture of a web page', ['text/html', 'Files']],
    ['a picture file, which comes with its name', ['text/plain', 'Files']],
  ])('is attached where it is %s', async (_what, types) => {
    expect(await paste(types)).toBe(true)
    expect(await screen.findByRole('button', { name: 'Remove cat.png' })).toBeTruthy()
  })

  test('is text where a word processor added a picture of it', async () => {
    expect(await paste(['text/plain', 'text/html', 'text/rtf', 'Files'])).toBe(false)
    expect(screen.queryByRole('button', { name: 'Remove cat.png' })).toBeNull()
  })
})

describe('a long text that is pasted', () => {
  const log = Array.from({ length: 250 }, (_, at) => `line ${at}`).join('\n')
  const stored = { data: 'attachments/abc', media_type: 'text/plain', name: 'pasted.txt' }

  test('is a file with its beginning, which can be text again', async () => {
    open({ 'POST /api/attachments': { status: 201, body: stored } })
    await receive(snapshot())
    await userEvent.click(field())
    await userEvent.paste(log)
    expect(field().value).toBe('')
    expect(await screen.findByText('goes as text')).toBeTruthy()
    expect(screen.getByText(/^line 0/).textContent).toBe('line 0\nline 1\nline 2')
    await userEvent.click(screen.getByRole('button', { name: 'Put it back as text' }))
    expect(field().value).toBe(log)
    expect(screen.queryByRole('button', { name: 'Remove pasted.txt' })).toBeNull()
  })

  test('is text where it is short', async () => {
    open()
    await receive(snapshot())
    await userEvent.click(field())
    await userEvent.paste('a\nb')
    expect(field().value).toBe('a\nb')
  })
})

describe('a slash at the beginning', () => {
  const PATCH = 'PATCH /api/sessions/S1'
  const options = () => screen.queryAllByRole('option').map(({ textContent }) => textContent)

  test('changes the model of the chat, by the words of its name', async () => {
    const server = open({ [PATCH]: { status: 200, body: SESSION } })
    await receive(snapshot())
    await screen.findByRole('button', { name: 'Model: BIG' })
    await userEvent.type(field(), '/mo')
    expect(options()).toEqual(['/modelChange the model of this chat'])
    await userEvent.keyboard('{Enter}small{Enter}')
    expect(field().value).toBe('')
    await waitFor(() => expect(server.bodyOf(PATCH)).toEqual({ active_model: 'two:small' }))
    expect(server.bodyOf(TURNS)).toBeUndefined()
  })

  test('clears the choice of a model', async () => {
    const server = open({ [PATCH]: { status: 200, body: SESSION } })
    await receive(snapshot())
    await screen.findByRole('button', { name: 'Model: BIG' })
    await userEvent.type(field(), '/model -{Enter}')
    await waitFor(() => expect(server.bodyOf(PATCH)).toEqual({ active_model: null }))
  })

  test('says the model of the next message, and changes nothing', async () => {
    const server = open()
    await receive(snapshot({ session: { ...SESSION, active_model: 'two:small' } }))
    await screen.findByRole('button', { name: 'Model: SMALL' })
    await userEvent.type(field(), '/model show')
    expect(options()).toEqual(['SMALLtwo:small · chosen for this chat'])
    await userEvent.keyboard('{Enter}')
    expect([field().value, server.bodyOf(PATCH), server.bodyOf(TURNS)]).toEqual(['', undefined, undefined])
  })

  test('sets the system prompt, and says where nothing fits', async () => {
    const server = open({ [PATCH]: { status: 200, body: SESSION } })
    await receive(snapshot())
    await screen.findByRole('button', { name: 'Model: BIG' })
    await userEvent.type(field(), '/system Be brief.{Enter}')
    await waitFor(() => expect(server.bodyOf(PATCH)).toEqual({ system_prompt: 'Be brief.' }))
    await userEvent.type(field(), '/model nobody{Enter}')
    expect(server.bodyOf(TURNS)).toBeUndefined()
    expect(screen.getByText('No model that is set up has all of these words in its name.')).toBeTruthy()
  })

  test('is a message where it begins no command', async () => {
    const server = open()
    await receive(snapshot())
    await userEvent.type(field(), '/usr/bin is full{Enter}')
    await waitFor(() => expect(server.bodyOf(TURNS)).toEqual({ content: [{ type: 'text', text: '/usr/bin is full' }] }))
  })
})

test('the arrow up in an empty field edits the last question, and in any other moves the caret', async () => {
  open()
  await receive(snapshot({ messages: [message('M1', 'user', [{ type: 'text', text: 'one more thing' }])] }))
  await userEvent.type(field(), 'x{ArrowUp}')
  expect(screen.queryByDisplayValue('one more thing')).toBeNull()
  await userEvent.clear(field())
  await userEvent.type(field(), '{ArrowUp}')
  expect(await screen.findByDisplayValue('one more thing')).toBeTruthy()
})

test('a message keeps the indentation of its first line, and loses the empty lines around it', async () => {
  const server = open()
  await receive(snapshot())
  await userEvent.type(
    field(),
    '  {Shift>}{Enter}{/Shift}  a:{Shift>}{Enter}{/Shift}    b: 1{Shift>}{Enter}{/Shift} {Enter}',
  )
  expect(server.bodyOf(TURNS)).toEqual({ content: [{ type: 'text', text: '  a:\n    b: 1' }] })
})
