import { afterEach, expect, test } from 'vitest'
import { textOf } from '#lib/canonical/block.ts'
import { contentHash } from '#lib/canonical/hash.ts'
import { newId } from '#lib/canonical/id.ts'
import { createDemoFetch } from '#lib/demo/demo-fetch.ts'
import type { SaidBlock } from '#lib/turn/turn-content.ts'
import { text } from '#test/support/message-builder.ts'
import { ownServer } from '#test/support/own-server.ts'
import { pdf } from '#test/support/pdf-builder.ts'
import { chain, messageOf } from '#test/support/session-builder.ts'
import { type SessionServer, type SessionServerOptions, startSessionServer } from '#test/support/session-server.ts'

let server: SessionServer
afterEach(() => server.close())

async function start(options: SessionServerOptions = {}) {
  server = await startSessionServer(options)
  return server.sessions.create({ active_model: 'demo:anthropic' })
}

test('settings that come with a message hold for its turn alone, over those of the session', async () => {
  const bounds: unknown[] = []
  const script = createDemoFetch({ delay: async () => {} })
  const id = await start({
    fetch: (url, init) => {
      bounds.push((JSON.parse(String(init?.body)) as { max_tokens?: number }).max_tokens)
      return script(url, init)
    },
  })
  await server.sessions.change(id, { settings: { max_output_tokens: 1_000 } })
  await server.say(id, 'hello', { settings: { max_output_tokens: 900 } })
  await server.say(id, 'hello')
  expect(bounds).toEqual([900, 1_000])
})

test('a question sorts after all that is stored, whatever the clock says', async () => {
  const id = await start()
  const tomorrow = messageOf({ id }, { id: newId(null, Date.now() + 86_400_000) })
  await server.store.commit({ session_id: id, messages: chain([tomorrow]), patch: { head_id: tomorrow.id } })
  const { message_id } = await server.say(id, 'hello')
  const ids = (await server.store.path(id)).map((message) => message.id)
  expect(ids.slice(0, 2)).toEqual([tomorrow.id, message_id])
  expect(ids).toEqual(ids.toSorted())
})

test('whoever watches is told where a turn leaves the active path, and only there', async () => {
  const id = await start()
  const watch = server.watch(id)
  await watch.untilType('snapshot')
  await server.say(id, 'first')
  await server.say(id, 'second')
  const { message_id, turn_id } = await server.say(id, 'anew', { parent_id: null })
  await watch.untilType('turn.completed', 3)
  await watch.stop()
  const moves = watch.frames.flatMap(({ type, turn_id, payload }) =>
    type === 'head.moved' ? [{ turn_id, payload }] : [],
  )
  expect(moves).toEqual([{ turn_id, payload: { message_id, last_turn: null } }])
})

test('a model that was chosen in the last moment of the turn before answers, and is the session’s from then on', async () => {
  const id = await start()
  await server.store.commit({ session_id: id, patch: { pending_model: 'demo:openai' } })
  await server.say(id, 'hello')
  expect((await server.store.path(id)).at(-1)?.metadata.model).toBe('demo:openai')
  const session = await server.store.session(id)
  expect([session?.active_model, session?.pending_model]).toEqual(['demo:openai', undefined])
})

test('a turn opens with what it was asked, and names no lane on the active path', async () => {
  const id = await start()
  const { turn_id } = await server.say(id, 'hello')
  const [question] = await server.store.path(id)
  if (!question) throw new Error('no question')
  const [started] = await server.store.events(id, { turn_id })
  expect(started).toMatchObject({ type: 'turn.started', actor: 'user' })
  expect(started?.payload).toEqual({ message_id: question.id, content_hash: contentHash(question) })
})

test('a message that only names a model, or answers one that is not there, is refused in words', async () => {
  const id = await start()
  await expect(server.say(id, '@demo2 ')).rejects.toMatchObject({
    faults: [{ path: 'content', problem: 'names a model and says nothing to it' }],
  })
  await expect(server.say(id, 'hello', { parent_id: 'nobody' })).rejects.toMatchObject({
    faults: [{ path: 'parent_id', problem: 'no message nobody in this session' }],
  })
  expect(await server.store.path(id)).toEqual([])
})

test('servers are not asked for their models where a model is there already', async () => {
  let lists = 0
  let now = 0
  const listModels = async () => {
    lists += 1
    return [{ name: 'tiny' }]
  }
  const id = await start({ providers: [ownServer('tiny', { listModels })], now: () => now })
  await server.models.refresh()
  now += 20_000
  await server.say(id, 'hello')
  expect(textOf((await server.store.path(id)).at(-1)?.content ?? [])).not.toBe('')
  expect(lists).toBe(1)
})

test('a document of which the model can be given nothing refuses its turn, and nothing is stored', async () => {
  const id = await start({ providers: [ownServer('tiny', { listModels: async () => [{ name: 'tiny' }] })] })
  await server.models.refresh()
  const scan: SaidBlock = {
    type: 'document',
    source: { kind: 'base64', data: pdf({ pages: [''] }).toString('base64') },
    media_type: 'application/pdf',
    name: 'scan.pdf',
  }
  const content = [text('What is this?'), scan]
  await expect(server.turns.start(id, { content, model: 'openai:tiny' })).rejects.toThrow(
    'content.1: scan.pdf cannot be sent to tiny: the model takes no PDF files, and there is no text in it to send instead',
  )
  expect(await server.store.path(id)).toEqual([])
})
