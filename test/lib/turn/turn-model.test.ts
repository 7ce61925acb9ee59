import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { isBlockOf, textOf } from '#lib/canonical/block.ts'
import type { Message } from '#lib/canonical/message.ts'
import { isEndOfTurn } from '#lib/events/catalog.ts'
import type { SaidBlock } from '#lib/turn/turn-content.ts'
import { type SessionServer, startSessionServer } from '#test/support/session-server.ts'

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

let server: SessionServer

beforeEach(async () => {
  server = await startSessionServer()
})
afterEach(() => server.close())

const newSession = (active_model = 'demo:anthropic') => server.sessions.create({ active_model })
const last = (messages: Message[]) => {
  const message = messages.at(-1)
  if (!message) throw new Error('no message')
  return message
}

describe('the choice of the model', () => {
  test('an @alias chooses for one message; it is stored and not sent', async () => {
    const id = await newSession('demo:anthropic')
    await server.say(id, '@demo2 what did you receive?')
    await server.say(id, 'and what did you receive now?')
    const path = await server.store.path(id)
    expect(path.map((message) => message.metadata.model ?? null)).toEqual([null, 'demo:openai', null, 'demo:anthropic'])
    expect(textOf(path[0]?.content ?? [])).toBe('@demo2 what did you receive?')
    expect(path[1]?.metadata.routing).toMatchObject({ mode: 'override' })
    expect(path[3]?.metadata.routing).toMatchObject({ mode: 'manual' })
  })

  test('the request can name a model for its own turn', async () => {
    const id = await newSession('demo:anthropic')
    await server.say(id, 'hi', { model: 'demo:openai' })
    expect(last(await server.store.path(id)).metadata.model).toBe('demo:openai')
    expect((await server.store.session(id))?.active_model).toBe('demo:anthropic')
  })

  test('an unknown model is refused with what may have been meant, and nothing is stored', async () => {
    const id = await newSession()
    await expect(
      server.turns.start(id, { content: [{ type: 'text', text: 'hi' }], model: 'demo:opnai' }),
    ).rejects.toMatchObject({
      name: 'UnknownModelError',
      near: expect.arrayContaining(['demo:openai']),
    })
    expect(await server.store.path(id)).toEqual([])
    expect(server.turns.isBusy(id)).toBe(false)
  })

  test('a turn that no model can take is refused, shows why, and stores nothing', async () => {
    const id = await server.sessions.create({})
    const watch = server.watch(id)
    await watch.untilType('snapshot')
    const before = await server.store.events(id)
    await expect(
      server.turns.start(id, { content: [{ type: 'text', text: 'hi' }], model: 'anthropic:claude-sonnet-4-6' }),
    ).rejects.toMatchObject({ name: 'NoModelError', chain: expect.any(Array) })
    await watch.untilType('route.decided')
    await watch.stop()
    expect(watch.types()).toEqual(['snapshot', 'route.decided'])
    expect(await server.store.path(id)).toEqual([])
    expect(await server.store.events(id)).toEqual(before)
    expect(await server.store.session(id)).toMatchObject({ state: 'idle', title: null })
  })

  test('a turn that is refused leaves no picture behind', async () => {
    const id = await newSession()
    const content: SaidBlock[] = [
      { type: 'image', source: { kind: 'base64', data: PIXEL }, media_type: 'image/png' },
      { type: 'text', text: 'what is this?' },
    ]
    await expect(server.turns.start(id, { content, model: 'anthropic:claude-sonnet-4-6' })).rejects.toMatchObject({
      name: 'NoModelError',
    })
    await expect(server.turns.start(id, { content, parent_id: 'nothing' })).rejects.toMatchObject({
      name: 'InvalidContentError',
    })
    expect(existsSync(join(server.folder, 'attachments'))).toBe(false)
    await server.turns.start(id, { content })
    await server.turns.idle(id)
    const [asked] = await server.store.path(id)
    const [picture] = asked?.content.filter(isBlockOf('image')) ?? []
    expect(picture?.source.kind).toBe('file_ref')
    expect(await server.attachments.has(picture?.source.data ?? '')).toBe(true)
  })

  test('what is changed while a turn begins and ends is not overwritten', async () => {
    const changes = [
      { title: 'My own title', pending_model: 'demo:anthropic' },
      { active_model: 'demo:openai', pending_model: 'demo:anthropic' },
    ]
    const own = await startSessionServer({
      wrapStore: (store) => ({
        ...store,
        commit: async (write) => {
          const patch = write.patch?.state && changes.shift()
          if (patch) await store.commit({ session_id: write.session_id, patch })
          return store.commit(write)
        },
      }),
    })
    const id = await own.sessions.create({ active_model: 'demo:openai' })
    await own.say(id, 'Hello there')
    expect(changes).toEqual([])
    const session = await own.store.session(id)
    expect(session).toMatchObject({ title: 'My own title', active_model: 'demo:anthropic', state: 'idle' })
    expect(session).not.toHaveProperty('pending_model')
    await own.close()
  })

  test('a model chosen between turns wins over one that was chosen in the last moment of the turn before', async () => {
    let inLastMoment: (() => Promise<unknown>) | null = null
    const own = await startSessionServer({
      wrapStore: (store) => ({
        ...store,
        commit: async (write) => {
          const session = await store.commit(write)
          if (write.events?.some(isEndOfTurn)) await inLastMoment?.()
          return session
        },
      }),
    })
    const id = await own.sessions.create({ active_model: 'demo:openai' })
    inLastMoment = () => own.sessions.change(id, { active_model: 'demo:anthropic' })
    await own.say(id, 'Hello there')
    inLastMoment = null
    expect(await own.store.session(id)).toMatchObject({ pending_model: 'demo:anthropic' })
    const changed = await own.sessions.change(id, { active_model: 'demo:openai' })
    expect(changed.ok && changed.session).not.toHaveProperty('pending_model')
    await own.say(id, 'And now?')
    expect(last(await own.store.path(id)).metadata.model).toBe('demo:openai')
    expect(await own.store.session(id)).toMatchObject({ active_model: 'demo:openai' })
    await own.close()
  })

  test('a message that only names a model says nothing', async () => {
    const id = await newSession()
    await expect(server.turns.start(id, { content: [{ type: 'text', text: '@demo2 ' }] })).rejects.toMatchObject({
      faults: [{ path: 'content', problem: expect.any(String) }],
    })
    expect(await server.store.path(id)).toEqual([])
  })

  test('a change during a turn waits for the next one, and the last one wins', async () => {
    const id = await newSession('demo:anthropic')
    const watch = server.watch(id)
    await server.turns.start(id, { content: [{ type: 'text', text: 'fault stall' }] })
    await watch.untilType('text.delta')
    await server.sessions.change(id, { active_model: null })
    const changed = await server.sessions.change(id, { active_model: 'demo:openai' })
    expect(changed).toMatchObject({
      ok: true,
      session: { active_model: 'demo:anthropic', pending_model: 'demo:openai' },
    })
    await server.turns.stop(id)
    await watch.stop()
    const session = await server.store.session(id)
    expect(session?.active_model).toBe('demo:openai')
    expect(session).not.toHaveProperty('pending_model')
  })
})
