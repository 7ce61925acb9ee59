import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { textOf } from '#lib/canonical/block.ts'
import type { SessionFrame } from '#lib/events/frame.ts'
import { memoryLogger } from '#lib/log.ts'
import { LOCAL_OWNER } from '#lib/principal.ts'
import { parseSearch } from '#lib/search/search-query.ts'
import { indexInBackground } from '#lib/session/background-index.ts'
import { member } from '#test/support/member.ts'
import { diskFull, RefusingStore } from '#test/support/refusing-store.ts'
import { ANSWERED, chain, messageOf } from '#test/support/session-builder.ts'
import { type SessionServer, startSessionServer } from '#test/support/session-server.ts'

let server: SessionServer
let id: string

beforeEach(async () => {
  server = await startSessionServer()
  id = await server.sessions.create({ active_model: 'demo:anthropic' })
})
afterEach(() => server.close())

const last = <T>(items: readonly T[]) => items.at(-1) as T
const path = () => server.store.path(id)
const roles = async () => (await path()).map(({ role }) => role)
const questions = async () => (await path()).filter(({ role }) => role === 'user').map(({ content }) => textOf(content))
const found = async (q: string) =>
  (await server.store.search(LOCAL_OWNER, parseSearch(q), { limit: 10 })).items.map(({ message_id }) => message_id)
const payloadOf = <T extends SessionFrame['type']>(frames: readonly SessionFrame[], type: T) =>
  last(frames.filter((frame) => frame.type === type)).payload as Extract<SessionFrame, { type: T }>['payload']

async function watched() {
  const watch = server.watch(id)
  await watch.untilType('snapshot')
  return watch
}

describe('what was deleted', () => {
  test('is told to everybody who watches, with where the rest hangs, and so is its coming back', async () => {
    const first = await server.say(id, 'apple')
    const second = await server.say(id, 'calculate 2*3')
    await server.say(id, 'cherry')
    const before = await path()
    const totals = await server.store.turnTotals(id, [second.turn_id])
    const [watch, other] = [await watched(), await watched()]
    const at = before.findIndex((message) => message.id === second.message_id)
    const answer = before[at + 1]
    const { deletion_id } = await server.sessions.deleteMessages(id, second.message_id, 'message')
    await server.sessions.restoreMessages(id, deletion_id)
    for (const each of [watch, other]) {
      await each.untilType('messages.restored')
      await each.stop()
      const change = { deletion_id, message_ids: [second.message_id], parent_id: before[at - 1]?.id, places: [] }
      const end = { head_id: last(before).id, last_turn: { outcome: 'completed' } }
      expect(payloadOf(each.frames, 'messages.deleted')).toMatchObject({
        ...change,
        ...end,
        moved: [{ message_id: answer?.id, parent_id: before[at - 1]?.id }],
      })
      expect(payloadOf(each.frames, 'messages.restored')).toMatchObject({
        ...change,
        ...end,
        moved: [{ message_id: answer?.id, parent_id: second.message_id }],
        messages: [{ id: second.message_id, parent_id: before[at - 1]?.id }],
        turn_totals: totals,
      })
    }
    expect(await path()).toEqual(before)
    expect(await found('apple')).toEqual([first.message_id])
  })

  test('is not found, is in no snapshot and goes into no copy, and what it cost stays spent', async () => {
    await server.say(id, 'apple')
    const { message_id } = await server.say(id, 'banana')
    const before = await server.store.session(id)
    expect(await found('banana')).toContain(message_id)
    const { deletion_id } = await server.sessions.deleteMessages(id, message_id, 'branch')
    expect(await found('banana')).toEqual([])
    const watch = await watched()
    await watch.stop()
    const snapshot = payloadOf(watch.frames, 'snapshot')
    expect(snapshot.messages.map(({ id }) => id)).toEqual((await path()).map(({ id }) => id))
    expect(snapshot.cost_usd).toBe(before?.cost_usd)
    const copy = await server.sessions.fork(id)
    expect((await server.store.path(copy)).map(({ content }) => textOf(content))).not.toContain('banana')
    expect(await server.store.session(id)).toMatchObject({ cost_usd: before?.cost_usd, updated_at: before?.updated_at })
    await server.sessions.restoreMessages(id, deletion_id)
    expect(await found('banana')).toContain(message_id)
    expect(await server.store.session(id)).toEqual(before)
  })

  test('takes along that its turn failed: neither the list nor whoever opens the chat is told so any more', async () => {
    await server.say(id, 'apple')
    const failed = await server.say(id, 'fault auth')
    expect(await server.store.session(id)).toMatchObject({ turn: { state: 'failed' } })
    const { deletion_id } = await server.sessions.deleteMessages(id, last(await path()).id, 'message')
    expect(await server.store.session(id)).toMatchObject({ turn: { state: 'completed' } })
    const watch = await watched()
    expect(payloadOf(watch.frames, 'snapshot')).toMatchObject({ last_turn: null })
    await server.sessions.restoreMessages(id, deletion_id)
    await watch.untilType('messages.restored')
    await watch.stop()
    const end = { turn_id: failed.turn_id, outcome: 'failed', error_class: 'auth' }
    expect(payloadOf(watch.frames, 'messages.restored')).toMatchObject({ last_turn: end })
    expect(await server.store.session(id)).toMatchObject({ turn: { state: 'failed' } })
  })

  test.each(['demo:anthropic', 'demo:openai'])(
    'leaves a chat that %s goes on with, whatever is missing',
    async (model) => {
      await server.sessions.change(id, { active_model: model })
      const first = await server.say(id, 'apple')
      const called = await server.say(id, 'calculate 2*3')
      const third = await server.say(id, 'cherry')
      const goesOn = async () => {
        const { turn_id } = await server.say(id, 'and on')
        expect(await server.store.events(id, { turn_id, types: ['turn.failed'] })).toEqual([])
        expect(last(await path())).toMatchObject({ role: 'assistant', metadata: { status: 'complete' } })
      }
      // Two answers one after the other, then two questions, then an answer at the very beginning.
      await server.sessions.deleteMessages(id, third.message_id, 'message')
      await goesOn()
      const step = (await path()).find(({ content }) => content.some(({ type }) => type === 'tool_use'))
      await server.sessions.deleteMessages(id, step?.id ?? '', 'message')
      expect(await server.store.toolCalls(id)).toEqual([])
      expect((await roles()).slice(0, 4)).toEqual(['user', 'assistant', 'user', 'assistant'])
      await goesOn()
      await server.sessions.deleteMessages(id, called.message_id, 'message')
      await server.sessions.deleteMessages(id, first.message_id, 'message')
      expect((await roles())[0]).toBe('assistant')
      await goesOn()
    },
  )

  test('comes back after the answer to what was asked meanwhile, beside that', async () => {
    await server.say(id, 'apple')
    const { message_id } = await server.say(id, 'banana')
    const { deletion_id } = await server.sessions.deleteMessages(id, message_id, 'branch')
    await server.say(id, 'cherry')
    await server.sessions.restoreMessages(id, deletion_id)
    expect(await questions()).toEqual(['apple', 'cherry'])
    await server.sessions.moveHead(id, message_id)
    expect(await questions()).toEqual(['apple', 'banana'])
  })
})

describe('a deletion is refused', () => {
  test('while a turn runs, wherever, and of what is not there or somebody else’s', async () => {
    const { message_id } = await server.say(id, 'apple')
    const { deletion_id } = await server.sessions.deleteMessages(id, last(await path()).id, 'message')
    const { turn_id } = await server.turns.start(id, { content: [{ type: 'text', text: 'fault stall' }] })
    const busy = { name: 'TurnInProgressError' }
    await expect(server.sessions.deleteMessages(id, message_id, 'message')).rejects.toMatchObject(busy)
    await expect(server.sessions.restoreMessages(id, deletion_id)).rejects.toMatchObject(busy)
    server.turns.cancel(id, turn_id)
    await server.turns.idle(id)
    const unknown = { name: 'UnknownMessageError' }
    await expect(server.sessions.deleteMessages(id, 'nothing', 'branch')).rejects.toMatchObject(unknown)
    const { sessions } = server.as(member('somebody'))
    const missing = { name: 'UnknownSessionError' }
    await expect(sessions.deleteMessages(id, message_id, 'branch')).rejects.toMatchObject(missing)
    await expect(sessions.restoreMessages(id, deletion_id)).rejects.toMatchObject(missing)
  })

  test('where it cannot be stored, and nobody is told', async () => {
    await server.close()
    const refusing = new RefusingStore()
    server = await startSessionServer({ wrapStore: refusing.wrap })
    id = await server.sessions.create({ active_model: 'demo:anthropic' })
    const { message_id } = await server.say(id, 'apple')
    const watch = await watched()
    refusing.failure = diskFull
    await expect(server.sessions.deleteMessages(id, message_id, 'branch')).rejects.toMatchObject({
      name: 'StorageError',
    })
    refusing.failure = null
    await server.sessions.change(id, { title: 'the end' })
    await watch.untilType('session.updated')
    await watch.stop()
    expect(watch.types()).not.toContain('messages.deleted')
    expect(await questions()).toEqual(['apple'])
  })

  test('a second time, where two ask for the same at once', async () => {
    await server.say(id, 'apple')
    const { message_id } = await server.say(id, 'banana')
    const asked = [1, 2].map(() => server.sessions.deleteMessages(id, message_id, 'branch'))
    const [one, two] = await Promise.allSettled(asked)
    expect([one?.status, two?.status]).toEqual(['fulfilled', 'rejected'])
    expect(await questions()).toEqual(['apple'])
  })
})

test('of very many that come back, all are found within moments, and not only the first that are put back at once', async () => {
  let wake: (() => void) | undefined
  await using stack = new AsyncDisposableStack()
  const large = await startSessionServer({ indexing: { wake: () => wake?.() } })
  stack.defer(() => large.close())
  const indexing = indexInBackground({ store: large.store, log: memoryLogger() }, { pauseMs: 0, lookAgainMs: 600_000 })
  stack.defer(() => indexing.stop())
  wake = indexing.wake
  const session = { id: await large.sessions.create({ active_model: 'demo:anthropic' }) }
  const messages = Array.from({ length: 240 }, (_, n) =>
    messageOf(session, {
      ...(n % 2 === 1 && { role: 'assistant', metadata: ANSWERED }),
      content: [{ type: 'text', text: `banana fruit${n}` }],
    }),
  )
  const patch = { head_id: last(messages).id }
  await large.store.commit({ session_id: session.id, messages: chain(messages), patch })
  const hits = async (q: string) =>
    (await large.store.search(LOCAL_OWNER, parseSearch(q), { limit: 10 })).items.map(({ message_id }) => message_id)
  const first = messages[0]?.id ?? ''
  const { deletion_id } = await large.sessions.deleteMessages(session.id, first, 'branch')
  expect(await hits('banana')).toEqual([])
  await large.sessions.restoreMessages(session.id, deletion_id)
  expect(await hits('fruit239')).toEqual([last(messages).id])
  // The oldest come last.
  await vi.waitFor(async () => expect(await hits('fruit0')).toEqual([first]), { timeout: 10_000 })
})
