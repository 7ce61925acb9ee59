import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { afterEach, expect, test } from 'vitest'
import { createAdapter } from '#lib/adapters/registry.ts'
import { memoryLogger } from '#lib/log.ts'
import { answering } from '#test/support/adapter-harness.ts'
import { type SessionServer, startSessionServer } from '#test/support/session-server.ts'

let server: SessionServer
afterEach(() => server.close())

const KEY = 'a-key-of-mine-0123456789'
const line = (value: object) => `data: ${JSON.stringify(value)}\n\n`

/** A turn whose calls a server of the user's own answers like this; all that was shown of it. */
async function turnWith(...bodies: string[]) {
  const log = memoryLogger()
  const fetch: typeof globalThis.fetch = (...request) => answering(bodies.shift() ?? '')(...request)
  const adapter = createAdapter({
    type: 'openai',
    api_key: KEY,
    base_url: 'http://127.0.0.1:9',
    fetch,
    log,
  })
  const provider = { name: 'openai', adapterOf: () => adapter, listModels: async () => [{ name: 'mine' }] }
  server = await startSessionServer({ providers: [provider], log })
  await server.models.refresh()
  const id = await server.sessions.create({ active_model: 'openai:mine' })
  const watch = server.watch(id)
  await server.say(id, 'hello')
  await watch.stop()
  const answer = (await server.store.path(id)).at(-1)
  return { id, answer, shown: inspect([watch.frames, log.entries], { depth: 30, maxStringLength: null }) }
}

test('a key that comes back as the name of the model, a tool or an id is neither stored, shown nor logged', async () => {
  const call = { index: 0, id: KEY, function: { name: `x-${KEY}`, arguments: '{}' } }
  const { id, answer, shown } = await turnWith(
    line({
      model: KEY,
      system_fingerprint: KEY,
      choices: [{ index: 0, delta: { content: 'Hi', tool_calls: [call] } }],
    }) + line({ model: KEY, choices: [{ index: 0, delta: {}, finish_reason: `${KEY}-stop` }] }),
    line({ model: KEY, choices: [{ index: 0, delta: { content: 'Bye' }, finish_reason: 'stop' }] }),
  )
  expect(answer?.metadata).toMatchObject({ model: 'openai:[redacted]', status: 'complete' })
  expect((await server.store.path(id))[1]?.metadata.model).toBe('openai:[redacted]')
  expect(shown).toContain('[redacted]')
  expect(shown).not.toContain(KEY)
  const files = globSync('**/*', { cwd: server.folder, withFileTypes: true }).filter((file) => file.isFile())
  expect(files.length).toBeGreaterThan(0)
  for (const file of files) expect(readFileSync(join(file.parentPath, file.name)).includes(KEY), file.name).toBe(false)
})

test('an answer without end ends its turn with what came, and with words for it', { timeout: 60_000 }, async () => {
  const piece = 'word '.repeat(200_000)
  const { id, answer } = await turnWith(line({ choices: [{ index: 0, delta: { content: piece } }] }).repeat(17))
  const message = 'openai: the answer was longer than 16 MB and was cut off there'
  expect(answer?.content).toEqual([{ type: 'text', text: piece.repeat(15) }])
  expect(answer?.metadata).toMatchObject({ status: 'error', error: { error_class: 'server_error', message } })
  const events = await server.store.events(id)
  expect(events.filter(({ type }) => type === 'llm.call_started')).toHaveLength(1)
  expect(events.at(-1)).toMatchObject({ type: 'turn.failed', payload: { error_class: 'server_error', message } })
  expect(await server.store.session(id)).toMatchObject({ state: 'idle' })
})
