import { afterEach, beforeEach, expect, test } from 'vitest'
import { textOf } from '#lib/canonical/block.ts'
import { statusOf } from '#lib/canonical/message.ts'
import { createDemoFetch } from '#lib/demo/demo-fetch.ts'
import type { SessionFrame } from '#lib/events/frame.ts'
import { temporaryFolder } from '#test/support/database.ts'
import { diskFull, RefusingStore } from '#test/support/refusing-store.ts'
import { type SessionServer, startSessionServer } from '#test/support/session-server.ts'

const MODELS = ['demo:anthropic', 'demo:openai']
const asked = (text: string, models = MODELS) => ({ content: [{ type: 'text' as const, text }], models })

let stack: AsyncDisposableStack
beforeEach(() => {
  stack = new AsyncDisposableStack()
})
afterEach(() => stack.disposeAsync())

async function serverOf(options: Parameters<typeof startSessionServer>[0] = {}): Promise<SessionServer> {
  const server = await startSessionServer(options)
  stack.defer(() => server.close())
  return server
}

/** An upstream of which the models answer only when they are let go, each by itself. */
function heldUpstream() {
  const demo = createDemoFetch({ delay: async () => {} })
  const gates = new Map(['anthropic', 'openai'].map((name) => [name, gateOf()]))
  const fetch: typeof globalThis.fetch = async (url, init) => {
    const gate = gates.get(String(url).includes('/chat/completions') ? 'openai' : 'anthropic')
    gate?.asked.resolve()
    await gate?.open.promise
    return demo(url, init)
  }
  return { fetch, asked: () => Promise.all([...gates.values()].map((gate) => gate.asked.promise)), gates }
}

const gateOf = () => ({ asked: Promise.withResolvers<void>(), open: Promise.withResolvers<void>() })

test('several models answer one question at the same time, each a version of it with its own turn and cost', async () => {
  const { fetch, asked: bothAsked, gates } = heldUpstream()
  const server = await serverOf({ fetch })
  const id = await server.sessions.create({})
  const { turns } = await server.turns.compare(id, asked('Hello there'))
  expect(turns.map(({ model }) => model)).toEqual(MODELS)
  // Neither has answered: both were asked.
  await bothAsked()
  expect((await server.store.session(id))?.state).toBe('running')
  expect((await server.store.versions(id, turns[0]?.message_id ?? ''))?.map(({ state }) => state)).toEqual([
    'running',
    'running',
  ])

  gates.get('openai')?.open.resolve()
  await expect.poll(() => stateOf(server, id, turns[1]?.message_id)).toBe('completed')
  expect((await server.store.session(id))?.state).toBe('running')
  expect(server.turns.isBusy(id)).toBe(true)
  await expect(server.sessions.moveHead(id, turns[1]?.message_id ?? '')).rejects.toThrow('a turn is running')

  gates.get('anthropic')?.open.resolve()
  await server.turns.idle(id)
  const session = await server.store.session(id)
  expect(session).toMatchObject({ state: 'idle', title: 'Hello there' })
  const path = await server.store.path(id)
  expect(path.map(({ id, metadata }) => [id === turns[0]?.message_id, metadata.model])).toEqual([
    [true, undefined],
    [false, 'demo:anthropic'],
  ])
  const totals = await server.store.turnTotals(
    id,
    turns.map(({ turn_id }) => turn_id),
  )
  expect(totals).toHaveLength(2)
  expect(totals.every(({ calls, cost_usd }) => calls === 1 && Number(cost_usd) > 0)).toBe(true)

  // The other one is gone on with, and nothing of the first is lost.
  await server.sessions.moveHead(id, turns[1]?.message_id ?? '')
  await server.say(id, 'And on')
  expect((await server.store.path(id)).map(({ metadata }) => metadata.model ?? null)).toEqual([
    null,
    'demo:openai',
    null,
    expect.any(String),
  ])
  const kept = await server.store.exchange(id, turns[0]?.message_id ?? '')
  expect(kept?.map(({ message }) => message.metadata.model ?? null)).toEqual([null, 'demo:anthropic'])
})

test('whoever watches, or comes in the middle, is told which answers run beside the active path', async () => {
  const { fetch, asked: bothAsked, gates } = heldUpstream()
  const server = await serverOf({ fetch })
  const id = await server.sessions.create({})
  const watch = server.watch(id)
  await watch.untilType('snapshot')
  const { turns } = await server.turns.compare(id, asked('Hello there'))
  await bothAsked()
  const late = server.watch(id)
  await late.untilType('snapshot')
  const [snapshot] = late.frames.filter((frame) => frame.type === 'snapshot')
  const [first, second] = turns
  expect(snapshot?.payload).toMatchObject({
    session: { state: 'running' },
    messages: [{ id: first?.message_id }],
    turn: { turn_id: first?.turn_id, state: 'running' },
    beside: [{ turn_id: second?.turn_id, state: 'running', question_id: second?.message_id, partial: null }],
    places: [{ message_id: first?.message_id, index: 0, total: 2 }],
  })
  for (const gate of gates.values()) gate.open.resolve()
  await server.turns.idle(id)
  await watch.until((frames) => frames.some(isIdleAgain))
  await Promise.all([watch.stop(), late.stop()])
  expect(appendedIn(watch.frames, second?.turn_id)).toEqual([
    ['user', true],
    ['assistant', true],
  ])
  expect(appendedIn(watch.frames, first?.turn_id)).toEqual([
    ['user', false],
    ['assistant', false],
  ])
})

test('each is stopped by itself', async () => {
  const { fetch, asked: bothAsked, gates } = heldUpstream()
  const server = await serverOf({ fetch })
  const id = await server.sessions.create({})
  const { turns } = await server.turns.compare(id, asked('Hello there'))
  await bothAsked()
  expect(server.turns.cancel(id, turns[0]?.turn_id ?? '')).toBe(true)
  for (const gate of gates.values()) gate.open.resolve()
  await server.turns.idle(id)
  const versions = await server.store.versions(id, turns[0]?.message_id ?? '')
  expect(versions?.map(({ state }) => state)).toEqual(['cancelled', 'completed'])
})

test('where one of the models cannot answer, none is asked and nothing is stored', async () => {
  const server = await serverOf()
  const id = await server.sessions.create({})
  await expect(server.turns.compare(id, asked('Hello', ['demo:openai', 'nobody']))).rejects.toThrow('no model nobody')
  await expect(server.turns.compare(id, asked('Hello', ['demo:openai', 'openai:gpt-5.1']))).rejects.toThrow()
  expect(await server.store.path(id)).toEqual([])
  expect((await server.store.session(id))?.state).toBe('idle')
})

test('sent again under its key it begins nothing, and is answered the same', async () => {
  const server = await serverOf()
  const id = await server.sessions.create({})
  const key = { scope: 'comparison', key: 'once', fingerprint: 'the same' }
  const answer = await server.turns.compare(id, asked('Hello'), key)
  await server.turns.idle(id)
  expect((await server.store.keptAnswer('comparison', 'once'))?.answer).toEqual(answer)
})

test('a process that dies leaves a word of its end in each of them, with what had come', async () => {
  const folder = stack.use(await temporaryFolder()).path
  const { fetch, asked: bothAsked, gates } = heldUpstream()
  const dying = await serverOf({ folder, fetch })
  stack.defer(() => {
    for (const gate of gates.values()) gate.open.resolve()
  })
  const id = await dying.sessions.create({})
  const { turns } = await dying.turns.compare(id, asked('Hello there', [...MODELS, 'demo:openai']))
  await bothAsked()
  gates.get('openai')?.open.resolve()
  await expect.poll(() => stateOf(dying, id, turns[1]?.message_id)).toBe('completed')
  await expect.poll(() => stateOf(dying, id, turns[2]?.message_id)).toBe('completed')

  const next = await serverOf({ folder })
  expect(await next.turns.recover({ isAlone: true })).toBe(1)
  await next.turns.idle()
  expect(await endsOf(next, id, turns)).toEqual([
    ['turn.failed', 'error'],
    ['turn.completed', 'complete'],
    ['turn.completed', 'complete'],
  ])
  expect((await next.store.session(id))?.state).toBe('idle')
  expect((await next.store.path(id)).map(({ role }) => role)).toEqual(['user', 'assistant'])
})

test('two that are cut off before their first word both say so', async () => {
  const folder = stack.use(await temporaryFolder()).path
  const { fetch, asked: bothAsked, gates } = heldUpstream()
  const dying = await serverOf({ folder, fetch })
  stack.defer(() => {
    for (const gate of gates.values()) gate.open.resolve()
  })
  const id = await dying.sessions.create({})
  const { turns } = await dying.turns.compare(id, asked('Hello there'))
  await bothAsked()
  const next = await serverOf({ folder })
  expect(await next.turns.recover({ isAlone: true })).toBe(2)
  expect(await endsOf(next, id, turns)).toEqual([
    ['turn.failed', 'error'],
    ['turn.failed', 'error'],
  ])
  expect((await next.store.path(id)).map(({ role }) => role)).toEqual(['user', 'assistant'])
  await next.say(id, 'And now?')
  expect((await next.store.session(id))?.state).toBe('idle')
})

test('a store that refuses ends both, and the session is free once it takes writes again', async () => {
  const { fetch, asked: bothAsked, gates } = heldUpstream()
  const refusing = new RefusingStore()
  const server = await serverOf({
    fetch,
    wrapStore: refusing.wrap,
    patience: { firstDelayMs: 1, longestDelayMs: 5, forMs: 20 },
  })
  const id = await server.sessions.create({})
  const { turns } = await server.turns.compare(id, asked('Hello there'))
  await bothAsked()
  refusing.failure = diskFull
  for (const gate of gates.values()) gate.open.resolve()
  await server.turns.idle(id)
  expect(server.turns.isBusy(id)).toBe(false)
  refusing.failure = null
  await server.say(id, 'And now?')
  const ends = await endsOf(server, id, turns)
  expect(ends).toEqual([
    ['turn.failed', 'error'],
    ['turn.failed', 'error'],
  ])
})

async function stateOf(server: SessionServer, id: string, messageId = '') {
  const versions = await server.store.versions(id, messageId)
  return versions?.find(({ message_id }) => message_id === messageId)?.state
}

function isIdleAgain(frame: SessionFrame): boolean {
  return frame.type === 'session.updated' && 'state' in frame.payload.session && frame.payload.session.state === 'idle'
}

function appendedIn(frames: readonly SessionFrame[], turnId: string | undefined) {
  return frames.flatMap((frame) => {
    if (frame.type !== 'message.appended' || frame.turn_id !== turnId) return []
    return [[frame.payload.message.role, frame.payload.beside === true]]
  })
}

/** How each turn ended, by its last event and by the last message of its branch. */
async function endsOf({ store }: SessionServer, id: string, turns: readonly { turn_id: string; message_id: string }[]) {
  const ends = []
  for (const { turn_id, message_id } of turns) {
    const events = await store.events(id, { turn_id, types: ['turn.completed', 'turn.failed', 'turn.cancelled'] })
    const last = (await store.exchange(id, message_id))?.at(-1)?.message
    expect(events).toHaveLength(1)
    expect(last?.role === 'assistant' && (textOf(last.content) !== '' || last.metadata.error !== undefined)).toBe(true)
    ends.push([events[0]?.type, last && statusOf(last)])
  }
  return ends
}
