import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { ACCEPTED, field, open, receive, setUpConversation, TURNS } from '../conversation-page.tsx'
import { answer, frame, snapshot } from '../frame-builder.ts'

vi.mock('next/navigation', () => ({
  useRouter: () => ({ push: () => undefined }),
  usePathname: () => '/c/S1',
  useSearchParams: () => null,
}))

setUpConversation()

const CANCEL = 'POST /api/sessions/S1/turns/T1/cancel'
const RUNNING = snapshot({ turn: { turn_id: 'T1', state: 'running' } })
const completed = (turn_id = 'T1') =>
  frame('turn.completed', { message_id: 'M2', model: 'one:big', llm_calls: 1, cost_usd: null }, { turn_id })
const started = (turn_id: string) => frame('turn.started', { message_id: 'M3', content_hash: 'h' }, { turn_id })
const failed = frame('turn.failed', { error_class: 'network', message: 'gone' })
const cancelled = frame('turn.cancelled', { message_id: null })

const queued = () =>
  within(screen.getByRole('region', { name: 'Queued messages' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)
const said = (server: ReturnType<typeof open>) =>
  server.requests.flatMap(({ route, body }) =>
    route === TURNS ? (body as { content: { text: string }[] }).content.map(({ text }) => text) : [],
  )
const says = (text: RegExp) => screen.findByText(text)

test('what is sent while an answer is written waits, and goes message by message, each after an answer', async () => {
  const turns = ['T2', 'T3']
  const server = open({ [TURNS]: () => ({ status: 202, body: { turn_id: turns.shift(), message_id: 'M3' } }) })
  await receive(RUNNING)
  await userEvent.type(field(), 'first{Enter}')
  await userEvent.type(field(), 'second{Enter}')
  expect(field().value).toBe('')
  expect(queued()).toEqual(['Nextfirst', 'Thensecond'])
  expect(said(server)).toEqual([])
  await receive(completed())
  await waitFor(() => expect(said(server)).toEqual(['first']))
  await waitFor(() => expect(queued()).toEqual(['Nextsecond']))
  await receive(started('T2'))
  expect(said(server)).toEqual(['first'])
  await receive(completed('T2'))
  await waitFor(() => expect(said(server)).toEqual(['first', 'second']))
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Queued messages' })).toBeNull())
})

test('a message goes on where the answer before it was over before the page saw it begin', async () => {
  const server = open({ [TURNS]: () => ({ status: 202, body: { turn_id: 'T2', message_id: 'M3' } }) })
  await receive(RUNNING)
  await userEvent.type(field(), 'first{Enter}second{Enter}')
  await receive(completed())
  await waitFor(() => expect(said(server)).toEqual(['first']))
  await waitFor(() => expect(queued()).toEqual(['Nextsecond']))
  await receive(started('T2'), completed('T2'))
  await waitFor(() => expect(said(server)).toEqual(['first', 'second']))
})

test.each([
  ['failed', failed, /answer before it failed/],
  ['was stopped', cancelled, /answer before it was stopped/],
])('after an answer that %s it stays, says why, and is sent when the person says so', async (_, end, why) => {
  const server = open()
  await receive(RUNNING)
  await userEvent.type(field(), 'what of it?{Enter}')
  await receive(end)
  await says(why)
  expect(said(server)).toEqual([])
  await userEvent.click(screen.getByRole('button', { name: 'Send now' }))
  await waitFor(() => expect(said(server)).toEqual(['what of it?']))
})

test('it can be changed and removed; Escape keeps it as it was and does not stop the answer', async () => {
  const server = open()
  await receive(RUNNING)
  await userEvent.type(field(), 'one{Enter}two{Enter}')
  await userEvent.click(screen.getAllByRole('button', { name: 'Remove' })[0] as HTMLElement)
  expect(queued()).toEqual(['Nexttwo'])
  expect(document.activeElement).toBe(field())
  await userEvent.click(screen.getByRole('button', { name: 'Edit' }))
  await userEvent.type(screen.getByRole('textbox', { name: 'Queued message' }), ' or not{Escape}')
  expect(queued()).toEqual(['Nexttwo'])
  await userEvent.click(screen.getByRole('button', { name: 'Edit' }))
  await receive(completed())
  await userEvent.type(screen.getByRole('textbox', { name: 'Queued message' }), ', please')
  expect(said(server)).toEqual([])
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(said(server)).toEqual(['two, please']))
})

test('it survives a reload, and waits for a word where the answer ended meanwhile', async () => {
  open()
  await receive(RUNNING)
  await userEvent.type(field(), 'still here{Enter}')
  cleanup()
  const server = open()
  await receive(RUNNING)
  expect(queued()).toEqual(['Nextstill here'])
  cleanup()
  open()
  await receive(snapshot())
  await says(/ended while this page was closed/)
  expect(said(server)).toEqual([])
})

test('Ctrl and Enter stop the answer and send at once, before what waits', async () => {
  const server = open({ [CANCEL]: { status: 202, body: {} } })
  await receive(RUNNING)
  await userEvent.type(field(), 'later{Enter}now{Control>}{Enter}{/Control}')
  expect(queued()).toEqual(['Nextnow', 'Thenlater'])
  await waitFor(() => expect(server.requests.map(({ route }) => route)).toContain(CANCEL))
  await receive(cancelled)
  await waitFor(() => expect(said(server)).toEqual(['now']))
})

test('a message that is refused stays where it can be seen', async () => {
  const refusal = { status: 422, body: { error: { code: 'no_model', message: 'nobody answers' } } }
  const server = open({ [TURNS]: refusal })
  await receive(RUNNING)
  await userEvent.type(field(), 'hello?{Enter}')
  await receive(completed())
  await says(/nobody answers/)
  await says(/the server did not take it/)
  expect(queued()).toEqual(['Nexthello?'])
  expect(said(server)).toEqual(['hello?'])
})

test('a message that meets a turn which this page has not seen yet waits for its end', async () => {
  let isBusy = true
  const server = open({
    [TURNS]: () =>
      isBusy ? { status: 409, body: { error: { code: 'turn_in_progress', message: 'busy' } } } : ACCEPTED,
  })
  await receive(snapshot())
  await userEvent.type(field(), 'too early{Enter}')
  await waitFor(() => expect(queued()).toEqual(['Nexttoo early']))
  isBusy = false
  await receive(started('T7'))
  await receive(completed('T7'))
  await waitFor(() => expect(said(server)).toEqual(['too early', 'too early']))
})

describe('what is meant for the answer that is written', () => {
  const STEER = 'PUT /api/sessions/S1/turns/T1/steering'
  const told = (server: ReturnType<typeof open>) =>
    server.requests.flatMap(({ route, body }) =>
      route === STEER
        ? [(body as { messages: { content: { text: string }[] }[] }).messages.map(({ content }) => content[0]?.text)]
        : [],
    )
  const keyOf = (server: ReturnType<typeof open>) =>
    (server.bodyOf(STEER) as { messages: { key: string }[] }).messages.map(({ key }) => key)
  const step = () => frame('message.appended', { message: answer('M1') })

  test('is told to its turn before all that waits, and leaves the queue once a step has said it', async () => {
    let said: string[] = []
    const server = open({ [STEER]: () => ({ body: { taken: true, said } }) })
    await receive(RUNNING)
    await userEvent.type(field(), 'later{Enter}in French{Control>}{Shift>}{Enter}{/Shift}{/Control}')
    expect(queued()).toEqual(['Midwayin French', 'Thenlater'])
    await waitFor(() => expect(told(server)).toEqual([['in French']]))
    said = keyOf(server)
    await receive(step())
    await waitFor(() => expect(queued()).toEqual(['Nextlater']))
  })

  test('may be said behind it after all, and is never told with a name of another model or a file', async () => {
    const server = open({ [STEER]: { body: { taken: true, said: [] } } })
    await receive(RUNNING)
    await userEvent.type(field(), 'in French{Enter}@other what?{Enter}')
    expect(screen.getAllByRole('button', { name: /at its next step/ })).toHaveLength(1)
    await userEvent.click(screen.getByRole('button', { name: /at its next step/ }))
    await waitFor(() => expect(told(server)).toEqual([['in French']]))
    await userEvent.click(screen.getByRole('button', { name: 'Send it after the answer' }))
    await waitFor(() => expect(told(server)).toEqual([['in French'], []]))
    expect(queued()).toEqual(['Nextin French', 'Then@other what?'])
  })

  test('goes behind the answer where no step came, under the key that it was told under', async () => {
    const server = open({
      [STEER]: { body: { taken: true, said: [] } },
      [TURNS]: () => ({ status: 202, body: { turn_id: 'T2', message_id: 'M3' } }),
    })
    await receive(RUNNING)
    await userEvent.type(field(), 'in French{Control>}{Shift>}{Enter}{/Shift}{/Control}')
    await waitFor(() => expect(told(server)).toHaveLength(1))
    await receive(completed())
    await waitFor(() => expect(said(server)).toEqual(['in French']))
    expect(server.keysOf(TURNS)).toEqual(keyOf(server))
  })

  test('is not asked again where a step said it and the answer was over before that was known', async () => {
    let said: string[] = []
    const server = open({ [STEER]: () => ({ body: { taken: said.length === 0, said } }) })
    await receive(RUNNING)
    await userEvent.type(field(), 'in French{Control>}{Shift>}{Enter}{/Shift}{/Control}')
    await waitFor(() => expect(told(server)).toHaveLength(1))
    said = keyOf(server)
    await receive(completed())
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Queued messages' })).toBeNull())
    expect(server.requests.filter(({ route }) => route === TURNS)).toEqual([])
  })

  test('stays so where no answer comes, and is told again', async () => {
    let isAway = true
    const server = open({
      [STEER]: () => (isAway ? Promise.reject(new TypeError('offline')) : { body: { taken: true, said: [] } }),
    })
    await receive(RUNNING)
    await userEvent.type(field(), 'in French{Control>}{Shift>}{Enter}{/Shift}{/Control}')
    await waitFor(() => expect(told(server)).toEqual([['in French']]))
    expect(queued()).toEqual(['Midwayin French'])
    isAway = false
    await waitFor(() => expect(told(server)).toEqual([['in French'], ['in French']]))
    expect(queued()).toEqual(['Midwayin French'])
    expect(JSON.parse(localStorage.getItem('queue:S1') ?? '')).toMatchObject([{ steers: true }])
  })

  test('that the policy refuses says so, and waits for the end like any other', async () => {
    const refusal = { error: { code: 'policy_denied', message: 'no secrets', details: {} } }
    open({ [STEER]: { status: 403, body: refusal } })
    await receive(RUNNING)
    await userEvent.type(field(), 'a secret{Control>}{Shift>}{Enter}{/Shift}{/Control}')
    await says(/no secrets/)
    expect(queued()).toEqual(['Nexta secret'])
  })
})
