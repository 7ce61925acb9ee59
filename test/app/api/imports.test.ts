import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import * as apply from '#app/api/imports/[id]/apply/route.ts'
import * as one from '#app/api/imports/[id]/route.ts'
import * as all from '#app/api/imports/route.ts'
import { readEnv } from '#lib/env.ts'
import { type Installation, openInstallation } from '#lib/installation.ts'
import { LOCAL_OWNER } from '#lib/principal.ts'
import { parseSearch } from '#lib/search/search-query.ts'
import { askRoute } from '#test/support/ask-route.ts'
import { exportedBytes, startImports, writeChats } from '#test/support/importable.ts'

let folder: string
let installation: Installation

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'metis-imports-'))
  const env = readEnv({ METIS_DATA_DIR: folder, METIS_LOG_LEVEL: 'error' })
  installation = await openInstallation(env, { checksContract: true })
  Object.assign(globalThis, { metisServer: Promise.resolve({ ...installation, version: 'test' }) })
})
afterAll(async () => {
  Object.assign(globalThis, { metisServer: undefined })
  await installation.close()
  await rm(folder, { recursive: true, force: true })
})

const of = (id: string, method: 'GET' | 'DELETE', query = '') =>
  askRoute(one[method], method, { params: { id }, query })

async function exported() {
  const from = await startImports()
  onTestFinished(() => from[Symbol.asyncDispose]())
  const chats = await writeChats(from)
  return { chats, bytes: await exportedBytes(from) }
}

async function given(bytes: Uint8Array) {
  const headers = { host: 'localhost', 'content-type': 'application/zip' }
  const body = Buffer.from(bytes)
  const request = new Request('http://localhost/?name=my.zip', { method: 'POST', headers, body })
  const response = await all.POST(request, { params: Promise.resolve({}) })
  const answer = (await response.json()) as { id: string }
  await installation.imports.settled(answer.id)
  return { status: response.status, ...answer }
}

test('a file is given, looked at, applied and taken back', async () => {
  const { chats, bytes } = await exported()
  const { status, id } = await given(bytes)
  expect(status).toBe(202)
  const holds = { messages: 6, branches: 2, tool_calls: 0, files: 2, calls: 4 }
  const known = {
    id,
    source: 'metis',
    file_name: 'my.zip',
    byte_size: bytes.byteLength,
    holds,
    losses: [],
    failure: null,
  }
  const found = { new: 2, here: 0, conflict: 0, taken: 0, bad: 0 }
  const ready = { ...known, state: 'ready', chats: found, presets: 1, has_settings: true }
  expect(await of(id, 'GET')).toMatchObject({ status: 200, body: { ...ready, bad: [], conflicts: [], changed: [] } })
  expect((await askRoute(all.GET, 'GET')).body).toMatchObject({ imports: [ready] })
  const begun = await askRoute(apply.POST, 'POST', { params: { id }, body: {} })
  expect(begun).toMatchObject({ status: 202, body: { state: 'applying', progress: { done: 0, of: 3 } } })
  await installation.imports.settled(id)
  const created = { chats: 2, presets: 1, failed: 0, kept: 0 }
  const listed = chats.map(({ id: session_id, title }) => ({ title, session_id, state: 'applied' }))
  expect((await of(id, 'GET')).body).toMatchObject({ state: 'applied', created, chats_listed: listed })
  expect((await askRoute(apply.POST, 'POST', { params: { id }, body: {} })).body.error).toEqual({
    code: 'import_not_ready',
    message: 'the import is applied',
  })
  expect(await of(id, 'DELETE')).toMatchObject({ status: 202, body: { state: 'undoing' } })
  await installation.imports.settled(id)
  expect((await of(id, 'GET')).body).toMatchObject({ state: 'undone', created: { chats: 0, presets: 0 } })
  expect(await of(id, 'DELETE')).toEqual({ status: 204, body: null })
  expect((await of(id, 'GET')).status).toBe(404)
  expect(await installation.store.countSessions(LOCAL_OWNER)).toMatchObject({ chats: 0 })
})

test('what is in no file that can be imported is said', async () => {
  const { id } = await given(Buffer.from('hello'))
  const failure = {
    during: 'reading',
    code: 'unknown_format',
    message: expect.stringContaining('is no export of Metis'),
  }
  expect((await of(id, 'GET')).body).toMatchObject({ state: 'failed', failure })
  expect((await of(id, 'DELETE')).status).toBe(204)
})

test('chats that came are found by their words once they are there', async () => {
  const { bytes } = await exported()
  const { id } = await given(bytes)
  await askRoute(apply.POST, 'POST', { params: { id }, body: { conflicts: 'copy', settings: true } })
  await installation.imports.settled(id)
  await vi.waitFor(
    async () => {
      const found = await installation.store.search(LOCAL_OWNER, parseSearch('Look'), { limit: 10 })
      expect(found.items).toHaveLength(2)
    },
    { timeout: 10_000 },
  )
})
