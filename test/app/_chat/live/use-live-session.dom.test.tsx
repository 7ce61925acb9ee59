import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { openAhead, prepareLiveSession, useLiveSession } from '#app/_chat/live/use-live-session.ts'
import { whenServerIsBack } from '#app/_client/server-is-back.ts'
import { SESSIONS_KEY } from '#app/_client/session-part.ts'
import type { Snapshot } from '#lib/events/frame.ts'
import { FakeEventSource } from '../fake-server.ts'
import { frame, message, SESSION, snapshot, started } from '../frame-builder.ts'

function Page({ id }: { id: string }) {
  useLiveSession(id)
  return null
}

type Hooks = typeof import('#app/_chat/live/use-live-session.ts')

/** A page whose scripts were just loaded. */
function Titled({ hooks }: { hooks: Hooks }) {
  return (
    <hooks.LiveSessionProvider value={hooks.useLiveSession('S1')}>
      <Title hooks={hooks} />
    </hooks.LiveSessionProvider>
  )
}

function Title({ hooks }: { hooks: Hooks }) {
  return hooks.useSessionState(({ session }) => session?.title ?? 'nothing yet')
}

const ASKED = { content: [{ type: 'text' as const, text: 'Hi' }], message_id: 'M1' }
const client = new QueryClient()
const openPage = (id: string) =>
  render(
    <QueryClientProvider client={client}>
      <Page id={id} />
    </QueryClientProvider>,
  )
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const openStreams = () => FakeEventSource.all.filter((source) => !source.closed).map(({ url }) => url)

// It is loaded behind the first screen.
beforeAll(() => import('#app/_offline/keep-chat.ts'))
beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('EventSource', FakeEventSource)
  FakeEventSource.all.length = 0
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

describe('a tab that is opened in the background', () => {
  beforeEach(() => {
    vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  })

  test('lets its stream go after ten seconds, though nothing ever tells it that it is hidden', async () => {
    openPage('S1')
    await pass(9_999)
    expect(openStreams()).toHaveLength(1)
    await pass(1)
    expect(openStreams()).toEqual([])
  })

  test('does not open its stream again because the network is back', async () => {
    openPage('S1')
    await pass(10_000)
    act(() => void window.dispatchEvent(new Event('online')))
    expect(openStreams()).toEqual([])
  })
})

test('the network that is back opens a lost stream at once where the page is seen', async () => {
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('{}')))
  openPage('S1')
  act(() => FakeEventSource.last?.onerror?.())
  expect(openStreams()).toEqual([])
  act(() => void window.dispatchEvent(new Event('online')))
  expect(openStreams()).toEqual(['/api/sessions/S1/stream?gather=48'])
})

test('a stream that opens after it was lost says that the server is back, and the first one says nothing', async () => {
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('{}')))
  const onBack = vi.fn()
  onTestFinished(whenServerIsBack(onBack))
  openPage('S1')
  act(() => FakeEventSource.last?.onopen?.())
  expect(onBack).not.toHaveBeenCalled()
  act(() => FakeEventSource.last?.onerror?.())
  await pass(500)
  expect(onBack).not.toHaveBeenCalled()
  act(() => FakeEventSource.last?.onopen?.())
  expect(onBack).toHaveBeenCalledOnce()
})

test('what was heard while the page was on its way shows in a task behind the one that takes the page over', async () => {
  history.replaceState(null, '', '/c/S1')
  onTestFinished(() => history.replaceState(null, '', '/'))
  vi.resetModules()
  const loaded = await import('#app/_chat/live/use-live-session.ts')
  FakeEventSource.send(snapshot())
  await pass(1_000)
  const { container } = render(
    <QueryClientProvider client={client}>
      <Titled hooks={loaded} />
    </QueryClientProvider>,
  )
  expect(openStreams()).toHaveLength(1)
  expect(container.textContent).toBe('nothing yet')
  await pass(1)
  expect(container.textContent).toBe('A talk')
})

test('a stream that was prepared for a page is taken over by it', () => {
  prepareLiveSession('S1', client, ASKED)
  openPage('S1')
  expect(openStreams()).toEqual(['/api/sessions/S1/stream?gather=48'])
})

test('a stream that was opened ahead of a page is taken over by it, and goes where the page does not come', async () => {
  openAhead('S1')
  openAhead('S1')
  openPage('S1')
  await pass(20_000)
  expect(openStreams()).toEqual(['/api/sessions/S1/stream?gather=48'])
  openAhead('S2')
  expect(openStreams()).toHaveLength(2)
  await pass(10_000)
  expect(openStreams()).toEqual(['/api/sessions/S1/stream?gather=48'])
})

test('the chat whose page is loaded is opened before anything is rendered', async () => {
  vi.resetModules()
  history.replaceState(null, '', '/c/S%207')
  await import('#app/_chat/live/use-live-session.ts')
  history.replaceState(null, '', '/')
  expect(openStreams()).toEqual(['/api/sessions/S%207/stream?gather=48'])
})

test('a stream that was prepared for a page that never came is closed by the page that came instead', () => {
  prepareLiveSession('S1', client, ASKED)
  openPage('S2')
  expect(openStreams()).toEqual(['/api/sessions/S2/stream?gather=48'])
})

test('a second snapshot has the list of chats loaded again: news of others may have been missed', async () => {
  const invalidate = vi.spyOn(client, 'invalidateQueries')
  openPage('S1')
  act(() => FakeEventSource.send(snapshot()))
  await pass(100)
  expect(invalidate).not.toHaveBeenCalled()
  act(() => FakeEventSource.send(snapshot()))
  expect(invalidate).toHaveBeenCalledWith({ queryKey: SESSIONS_KEY })
})

/** What a browser keeps of chats, by their addresses. */
function stubKept() {
  const kept = new Map<string, Snapshot>()
  const cache = {
    put: async (key: string, answer: Response) => {
      kept.set(key, ((await answer.json()) as { snapshot: Snapshot }).snapshot)
    },
    delete: async (key: string) => kept.delete(key),
    keys: async () => [],
  }
  vi.stubGlobal('caches', { open: async () => cache, delete: async () => true })
  return {
    messages: () => [...kept].map(([key, { messages }]) => [key, messages.map(({ id }) => id)]),
    chat: () => kept.get('/kept/S1'),
  }
}

const ended = frame('turn.completed', { message_id: 'M2', model: 'm', llm_calls: 1, cost_usd: null })

/** A chat whose question is kept, and is being answered. */
async function openRunning() {
  const kept = stubKept()
  openPage('S1')
  act(() => FakeEventSource.last?.onopen?.())
  act(() => FakeEventSource.send(snapshot({ messages: [message('M1', 'user', 'one')] })))
  act(() => FakeEventSource.send(started))
  await pass(2_100)
  expect(kept.messages()).toEqual([['/kept/S1', ['M1']]])
  return kept
}

const answered = frame('message.appended', {
  message: message('M2', 'assistant', 'two', { model: 'one:big', turn_id: 'T1' }),
})

test('an answer is kept in the browser as its turn ends: the tab may be closed next', async () => {
  const kept = await openRunning()
  act(() => {
    FakeEventSource.send(answered)
    FakeEventSource.send(ended)
  })
  await pass(100)
  expect(kept.messages()).toEqual([['/kept/S1', ['M1', 'M2']]])
})

test('how a turn ended is kept though its answer was before, and so is what the chat is called from then on', async () => {
  const kept = await openRunning()
  act(() => FakeEventSource.send(answered))
  await pass(2_100)
  expect(kept.messages()).toEqual([['/kept/S1', ['M1', 'M2']]])
  expect(kept.chat()?.last_turn).toBeNull()
  act(() => FakeEventSource.send(ended))
  await pass(100)
  expect(kept.chat()?.last_turn).toEqual({ turn_id: 'T1', outcome: 'completed' })
  act(() => FakeEventSource.send(frame('session.updated', { session: { ...SESSION, title: 'Tides' } })))
  await pass(2_100)
  expect(kept.chat()?.session.title).toBe('Tides')
})

test('what was deleted is not kept in the browser for a moment longer, and where nothing is left nothing is kept', async () => {
  const kept = stubKept()
  openPage('S1')
  act(() => FakeEventSource.last?.onopen?.())
  act(() => FakeEventSource.send(snapshot({ messages: [message('M1', 'user', 'one'), message('M2', 'user', 'two')] })))
  await pass(3_000)
  expect(kept.messages()).toEqual([['/kept/S1', ['M1', 'M2']]])
  const change = { deletion_id: 'D1', moved: [], places: [], last_turn: null }
  const gone = (message_ids: string[], parent_id: string | null) =>
    frame('messages.deleted', { ...change, message_ids, parent_id, head_id: parent_id })
  act(() => FakeEventSource.send(gone(['M2'], 'M1')))
  await pass(100)
  expect(kept.messages()).toEqual([['/kept/S1', ['M1']]])
  act(() => FakeEventSource.send(gone(['M1'], null)))
  await pass(100)
  expect(kept.messages()).toEqual([])
})

/** As if what keeps a chat had not been loaded yet, and came as told. */
function loadKeeperBy(load: () => Promise<object>) {
  vi.doMock('#app/_offline/keep-chat.ts', load)
  vi.resetModules()
  onTestFinished(() => {
    vi.doUnmock('#app/_offline/keep-chat.ts')
    vi.resetModules()
  })
}

test('what is deleted while that which keeps it is loaded does not come back', async () => {
  const { promise: loaded, resolve: load } = Promise.withResolvers<void>()
  const keepChat = vi.fn()
  loadKeeperBy(() => loaded.then(() => ({ keepChat })))
  stubKept()
  openPage('S1')
  act(() => FakeEventSource.last?.onopen?.())
  act(() => FakeEventSource.send(snapshot({ messages: [message('M1', 'user', 'one')] })))
  await pass(2_100)
  act(() => FakeEventSource.send(frame('session.deleted', { session_id: 'S1' })))
  await pass(100)
  load()
  await pass(3_000)
  await vi.dynamicImportSettled()
  expect(keepChat).not.toHaveBeenCalled()
})

test('where what keeps a chat cannot be loaded, nothing stays of what was kept: it may be more than there is', async () => {
  loadKeeperBy(() => Promise.reject(new Error('the server has another build by now')))
  const kept = stubKept()
  await (await caches.open('any')).put('/kept/S1', Response.json({ snapshot: { messages: [{ id: 'M0' }] } }))
  expect(kept.messages()).toEqual([['/kept/S1', ['M0']]])
  openPage('S1')
  act(() => FakeEventSource.last?.onopen?.())
  act(() => FakeEventSource.send(snapshot({ messages: [message('M1', 'user', 'one')] })))
  await pass(2_100)
  await vi.dynamicImportSettled()
  await pass(1)
  expect(kept.messages()).toEqual([])
})
