import { renameSync } from 'node:fs'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { localDatabaseUrl, openClient } from '#db/client.ts'
import { type SessionServer, startSessionServer } from '#test/support/session-server.ts'

let server: SessionServer

beforeEach(async () => {
  server = await startSessionServer()
})
afterEach(() => server.close())

async function damage(id: string) {
  const client = await openClient({ url: localDatabaseUrl(server.folder) })
  await client.execute({ sql: `UPDATE messages SET content_json = '[{"type":' WHERE id = ?`, args: [id] })
  client.close()
}

test.each([
  ['demo:anthropic', 0],
  ['demo:anthropic', 1],
  ['demo:anthropic', 2],
  ['demo:openai', 0],
  ['demo:openai', 1],
  ['demo:openai', 2],
])(
  'with %s a chat goes on whose message %i is damaged: models do not see it, which is recorded',
  async (model, index) => {
    const id = await server.sessions.create({ active_model: model })
    await server.say(id, 'calculate 6*7')
    const before = await server.store.path(id)
    expect(before.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'assistant'])
    const broken = before[index]?.id ?? ''
    await damage(broken)

    await server.say(id, 'hello again')
    const after = await server.store.path(id)
    expect(after.at(-1)?.metadata).toMatchObject({ status: 'complete' })
    expect(after[index]).toMatchObject({ id: broken, content: [{ type: 'unreadable' }] })
    expect(await server.store.projections(id)).toContainEqual(
      expect.objectContaining({ message_id: broken, block_type: 'unreadable', action: 'dropped' }),
    )

    const watch = server.watch(id)
    await watch.untilType('snapshot')
    await watch.stop()
    const [snapshot] = watch.frames
    expect(snapshot).toMatchObject({ payload: { messages: after.map((message) => ({ id: message.id })) } })
  },
)

test('a turn is refused while the data folder is away, in words, and taken when it is back', async () => {
  const id = await server.sessions.create({ active_model: 'demo:anthropic' })
  await server.say(id, 'hello')
  const before = await server.store.path(id)
  renameSync(server.folder, `${server.folder}-away`)
  await expect(server.say(id, 'are you there?')).rejects.toMatchObject({
    name: 'StorageError',
    kind: 'missing',
    message: expect.stringContaining('deleted, moved or replaced'),
  })
  renameSync(`${server.folder}-away`, server.folder)
  await server.say(id, 'and now?')
  const after = await server.store.path(id)
  expect(after.slice(0, before.length)).toEqual(before)
  expect(after.at(-1)?.metadata.status).toBe('complete')
})
