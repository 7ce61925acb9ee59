import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { textOf } from '#lib/canonical/block.ts'
import type { Message } from '#lib/canonical/message.ts'
import type { SessionFrame } from '#lib/events/frame.ts'
import { diskFull, RefusingStore } from '#test/support/refusing-store.ts'
import { type SessionServer, startSessionServer } from '#test/support/session-server.ts'

let server: SessionServer
let id: string

beforeEach(async () => {
  server = await startSessionServer()
  id = await server.sessions.create({ active_model: 'demo:anthropic' })
})
afterEach(() => server.close())

const last = <T>(items: readonly T[]) => items.at(-1) as T
const questions = async () =>
  (await server.store.path(id)).filter(({ role }) => role === 'user').map(({ content }) => textOf(content))
const movesIn = (frames: readonly SessionFrame[]) => frames.filter((frame) => frame.type === 'head.moved')

/** Two branches below the first answer; the second one is active. */
async function branched() {
  await server.say(id, 'first')
  const shared = last(await server.store.path(id))
  const one = await server.say(id, 'one')
  const endOfOne = last(await server.store.path(id))
  const two = await server.say(id, 'two', { parent_id: shared.id })
  return { shared, one, two, endOfOne, endOfTwo: last(await server.store.path(id)) }
}

async function watched() {
  const watch = server.watch(id)
  await watch.untilType('snapshot')
  return watch
}

describe('the head', () => {
  test('moves to the newest leaf below a message, and everybody who watches is told', async () => {
    const { one, endOfOne } = await branched()
    const before = await server.store.session(id)
    const [watch, other] = [await watched(), await watched()]
    expect(await server.sessions.moveHead(id, one.message_id)).toEqual(before)
    expect(await server.store.head(id)).toBe(endOfOne.id)
    expect(await questions()).toEqual(['first', 'one'])
    for (const each of [watch, other]) {
      await each.untilType('head.moved')
      expect(last(each.frames)).toMatchObject({
        session_id: id,
        turn_id: null,
        type: 'head.moved',
        payload: { message_id: endOfOne.id, last_turn: { turn_id: one.turn_id, outcome: 'completed' } },
      })
      await each.stop()
    }
  })

  test('is told to whoever comes back with a cursor, and is where a snapshot ends', async () => {
    const { one, endOfOne } = await branched()
    const first = await watched()
    await first.stop()
    await server.sessions.moveHead(id, one.message_id)
    const again = server.watch(id, first.frames[0]?.id)
    await again.untilType('head.moved')
    await again.stop()
    expect(again.types()).toEqual(['head.moved'])
    const anew = await watched()
    await anew.stop()
    const [snapshot] = anew.frames
    expect(snapshot?.type === 'snapshot' && last(snapshot.payload.messages).id).toBe(endOfOne.id)
  })

  test('of where it is already changes nothing and tells nobody', async () => {
    const { shared, endOfOne, endOfTwo } = await branched()
    const watch = await watched()
    for (const message of [endOfTwo, shared]) await server.sessions.moveHead(id, message.id)
    await server.sessions.moveHead(id, endOfOne.id)
    await server.sessions.moveHead(id, endOfOne.id)
    await server.sessions.change(id, { title: 'the end' })
    await watch.untilType('session.updated')
    await watch.stop()
    expect(movesIn(watch.frames)).toHaveLength(1)
  })

  test('says how the turn of its own branch ended', async () => {
    const failed = await server.say(id, 'fault auth')
    await server.say(id, 'hello', { parent_id: null })
    const watch = await watched()
    await server.sessions.moveHead(id, failed.message_id)
    await watch.untilType('head.moved')
    await watch.stop()
    expect(last(watch.frames).payload).toMatchObject({
      last_turn: { turn_id: failed.turn_id, outcome: 'failed', error_class: 'auth' },
    })
  })

  test('stays while a turn runs, also while one is about to start', async () => {
    const { one } = await branched()
    const head = await server.store.head(id)
    const starting = server.turns.start(id, { content: [{ type: 'text', text: 'fault stall' }] })
    await expect(server.sessions.moveHead(id, one.message_id)).rejects.toMatchObject({ name: 'TurnInProgressError' })
    const { turn_id, message_id } = await starting
    await expect(server.sessions.moveHead(id, one.message_id)).rejects.toMatchObject({ name: 'TurnInProgressError' })
    server.turns.cancel(id, turn_id)
    await server.turns.idle(id)
    const path = (await server.store.path(id)).map((message: Message) => message.id)
    expect(path).toContain(head)
    expect(path).toContain(message_id)
  })

  test('moves as often as it is told to at once, and a turn that is asked for meanwhile follows the last move', async () => {
    const { one, two, endOfOne } = await branched()
    const moves = [one, two, one].map(({ message_id }) => server.sessions.moveHead(id, message_id))
    const asked = server.say(id, 'and on')
    await Promise.all(moves)
    const { message_id } = await asked
    expect(await questions()).toEqual(['first', 'one', 'and on'])
    expect(await server.store.message(id, message_id)).toMatchObject({ parent_id: endOfOne.id })
  })

  test('moves to no message of another session, and to none that is not there', async () => {
    await branched()
    const stranger = await server.say(await server.sessions.create({ active_model: 'demo:anthropic' }), 'elsewhere')
    for (const message_id of [stranger.message_id, 'nothing']) {
      await expect(server.sessions.moveHead(id, message_id)).rejects.toMatchObject({ name: 'UnknownMessageError' })
    }
    await expect(server.sessions.moveHead('nowhere', 'nothing')).rejects.toMatchObject({ name: 'UnknownSessionError' })
    expect(await questions()).toEqual(['first', 'two'])
  })

  test('stays, and nobody is told, where the move cannot be stored', async () => {
    await server.close()
    const refusing = new RefusingStore()
    server = await startSessionServer({ wrapStore: refusing.wrap })
    id = await server.sessions.create({ active_model: 'demo:anthropic' })
    const { one } = await branched()
    const watch = await watched()
    refusing.failure = diskFull
    await expect(server.sessions.moveHead(id, one.message_id)).rejects.toMatchObject({ name: 'StorageError' })
    refusing.failure = null
    await server.sessions.change(id, { title: 'the end' })
    await watch.untilType('session.updated')
    await watch.stop()
    expect(movesIn(watch.frames)).toEqual([])
    expect(await questions()).toEqual(['first', 'two'])
  })
})

describe('a turn', () => {
  test('that answers an earlier message moves the head to its question, and the next one moves it no more', async () => {
    await server.say(id, 'first')
    const shared = last(await server.store.path(id))
    await server.say(id, 'one')
    const watch = await watched()
    const two = await server.say(id, 'two', { parent_id: shared.id })
    await watch.untilType('turn.completed')
    await server.say(id, 'and on')
    await server.say(id, 'on', { parent_id: await server.store.head(id) })
    await watch.untilType('turn.completed', 3)
    await watch.stop()
    expect(movesIn(watch.frames)).toMatchObject([
      { turn_id: two.turn_id, payload: { message_id: two.message_id, last_turn: null } },
    ])
    const [asked, moved] = ['message.appended', 'head.moved'].map((type) => watch.types().indexOf(type as 'head.moved'))
    expect(asked).toBeLessThan(moved as number)
  })
})
