import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as restoring from '#app/api/sessions/[id]/deletions/[deletion_id]/restore/route.ts'
import * as deleting from '#app/api/sessions/[id]/messages/[message_id]/route.ts'
import { readEnv } from '#lib/env.ts'
import { type Installation, openInstallation } from '#lib/installation.ts'
import { LOCAL_OWNER } from '#lib/principal.ts'
import { askRoute } from '#test/support/ask-route.ts'

let folder: string
let installation: Installation
let id: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'metis-deletions-'))
  const env = readEnv({ METIS_DATA_DIR: folder, METIS_LOG_LEVEL: 'error' })
  installation = await openInstallation(env, { checksContract: true })
  Object.assign(globalThis, { metisServer: Promise.resolve({ ...installation, version: 'test' }) })
  id = await installation.sessions.create(LOCAL_OWNER, { active_model: 'demo:openai' })
})
afterAll(async () => {
  Object.assign(globalThis, { metisServer: undefined })
  await installation.close()
  await rm(folder, { recursive: true, force: true })
})

const ask = (route: unknown, method: string, params: Record<string, string>, query = '') =>
  askRoute(route, method, { params: { id, ...params }, query })

const remove = (message_id: string, query?: string) => ask(deleting.DELETE, 'DELETE', { message_id }, query)
const restore = (deletion_id: string) => ask(restoring.POST, 'POST', { deletion_id })
const pathOf = async () => (await installation.store.path(id)).map((message) => message.id)

async function say(text: string): Promise<string> {
  const { message_id } = await installation.turns.start(LOCAL_OWNER, id, { content: [{ type: 'text', text }] })
  await installation.turns.idle(id)
  return message_id
}

test('a message is deleted alone or with all below it, brought back in the opposite order, and each refusal says why', async () => {
  await say('fault refused')
  const question = await say('fault refused')
  const before = await pathOf()
  const first = await remove(question)
  expect(first).toEqual({ status: 200, body: { deletion_id: expect.any(String), deleted: 1 } })
  const second = await remove(before[0] ?? '', '?extent=branch')
  expect(second).toMatchObject({ status: 200, body: { deleted: before.length - 1 } })
  expect(await pathOf()).toEqual([])

  expect(await restore(first.body.deletion_id)).toMatchObject({
    status: 409,
    body: { error: { code: 'deleted_since', message: expect.stringContaining('undo that first') } },
  })
  expect(await restore(second.body.deletion_id)).toEqual({ status: 200, body: { restored: before.length - 1 } })
  expect(await restore(first.body.deletion_id)).toEqual({ status: 200, body: { restored: 1 } })
  expect(await pathOf()).toEqual(before)

  expect(await restore(first.body.deletion_id)).toMatchObject({ status: 404, body: { error: { code: 'not_found' } } })
  expect(await remove('nothing')).toMatchObject({ status: 404, body: { error: { code: 'not_found' } } })
  expect(await remove(question, '?extent=all')).toMatchObject({
    status: 400,
    body: { error: { code: 'invalid_request', details: [{ path: 'extent' }] } },
  })
  expect(await pathOf()).toEqual(before)
})
