import { readdir, readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import type { ContentBlock } from '#lib/canonical/block.ts'
import { LOCAL_OWNER } from '#lib/principal.ts'
import { picture } from '#test/support/picture-builder.ts'
import { type SessionServer, startSessionServer } from '#test/support/session-server.ts'

let server: SessionServer
afterEach(() => server.close())

const FITTED = { media_types: ['image/png'], max_base64_bytes: 100_000, max_side_pixels: 50, takes_animation: false }

/** The files of the folder of the data in which a word stands, with no regard to what is still in use of them. */
async function filesWith(word: string) {
  const entries = await readdir(server.folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
  const read = await Promise.all(files.map(async (path) => ({ path, bytes: await readFile(path) })))
  return read.filter(({ bytes }) => bytes.includes(word)).map(({ path }) => relative(server.folder, path))
}

const file = (text: string) => server.attachments.put(Buffer.from(text), 'text/plain', {}, LOCAL_OWNER.id)

async function sayWith(id: string, text: string, { data }: { data: string }) {
  const media_type = 'text/plain'
  const upload: ContentBlock = { type: 'document', source: { kind: 'file_ref', data }, media_type, name: 'a.txt' }
  await server.turns.start(id, { content: [{ type: 'text', text }, upload] })
  await server.turns.idle(id)
}

async function removed(...ids: string[]) {
  for (const id of ids) await server.removal.remove(id)
}

test('of what was said in a temporary chat, and of its files, no byte is left', { timeout: 60_000 }, async () => {
  server = await startSessionServer()
  const [before, after] = [await server.sessions.create({}), await server.sessions.create({})]
  await server.say(before, 'kept words')
  const id = await server.sessions.create({ temporary: true, system_prompt: 'zebrasecret' })
  await sayWith(id, 'zebrasecret begins', await file('the file says zebrasecret'))
  // Rows between others, and rows of many pages.
  for (let n = 0; n < 12; n += 1) {
    await server.say(id, `zebrasecret ${'is said often '.repeat(n * 40)} zebrasecret`)
    await server.say(after, `kept words ${'stand beside them '.repeat(n * 30)}`)
  }
  await server.store.indexPending()
  expect(await filesWith('zebrasecret')).not.toEqual([])
  await removed(id)
  expect(await filesWith('zebrasecret')).toEqual([])
  expect(await filesWith('kept words')).not.toEqual([])
})

test('a temporary chat comes into no index', async () => {
  server = await startSessionServer()
  const id = await server.sessions.create({ temporary: true })
  await server.sessions.change(id, { title: 'zebrasecret' })
  await server.say(id, 'zebrasecret')
  while (await server.store.indexPending());
  const { rows } = await server.database.execute('SELECT count(*) AS n FROM search_entries')
  expect(rows[0]?.n).toBe(0)
})

test('its files stay where another chat says them, or where they were put again since', async () => {
  server = await startSessionServer()
  const [id, kept] = [await server.sessions.create({ temporary: true }), await server.sessions.create({})]
  const [shared, again, own] = [await file('of two'), await file('put again'), await file('of one')]
  for (const upload of [shared, again, own]) await sayWith(id, 'look', upload)
  await sayWith(kept, 'look', shared)
  const other = await server.sessions.fork(id)
  await removed(id)
  const are = async () => await Promise.all([shared, again, own].map(({ data }) => server.attachments.has(data)))
  expect(await are()).toEqual([true, true, true])
  // By the clock of files, which is not that of messages.
  await sleep(5)
  await file('put again')
  await removed(other)
  expect(await are()).toEqual([true, true, false])
  expect(await filesWith('of one')).toEqual([])
})

test('a removal that was cut off after its files were gone is brought to its end by the next', async () => {
  server = await startSessionServer()
  const id = await server.sessions.create({ temporary: true })
  const upload = await file('zebrasecret')
  await sayWith(id, 'look', upload)
  const hash = upload.data.replace('attachments/', '')
  await server.pictures.fit(await picture({ width: 200 }).png().toBuffer(), FITTED, hash)
  expect(await server.attachments.removeWith(id)).toEqual([hash])
  expect(await server.store.temporarySessions()).toEqual([id])
  await removed(id)
  expect(await server.store.temporarySessions()).toEqual([])
  expect(await readdir(join(server.folder, 'fitted-pictures', hash.slice(0, 2)))).toEqual([])
})

test('what was uploaded stays with an ordinary chat that is removed', async () => {
  server = await startSessionServer()
  const id = await server.sessions.create({})
  const upload = await file('kept')
  await sayWith(id, 'look', upload)
  await removed(id)
  expect(await server.attachments.has(upload.data)).toBe(true)
})
