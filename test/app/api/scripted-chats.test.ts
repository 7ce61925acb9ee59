import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import * as scripted from '#app/api/scripted-chats/route.ts'
import type { Message } from '#lib/canonical/message.ts'
import { TOUR } from '#lib/demo/tour.ts'
import { readEnv } from '#lib/env.ts'
import { type Installation, openInstallation } from '#lib/installation.ts'
import { LOCAL_OWNER } from '#lib/principal.ts'
import { askRoute } from '#test/support/ask-route.ts'

// The demo speaks as fast as it can.
vi.mock('#lib/demo/pace.ts', async (original) => ({ ...(await original<object>()), delay: async () => {} }))

let folder: string
let installation: Installation

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'metis-scripted-'))
  const env = readEnv({ METIS_DATA_DIR: folder, METIS_LOG_LEVEL: 'error' })
  installation = await openInstallation(env, { checksContract: true })
  Object.assign(globalThis, { metisServer: Promise.resolve({ ...installation, version: 'test' }) })
})
afterAll(async () => {
  Object.assign(globalThis, { metisServer: undefined })
  await installation.close()
  await rm(folder, { recursive: true, force: true })
})

const begin = (key: string | null = null) =>
  askRoute(scripted.POST, 'POST', { body: { title: 'A tour (scripted)' }, key })

async function answersOf(id: string): Promise<Message[]> {
  const path = await installation.store.path(id)
  return path.filter(({ role }) => role === 'assistant')
}

test('a scripted chat plays to its end: each of its models answers, with tools, thoughts, sources and a picture', async () => {
  const { status, body } = await begin('one')
  expect(status).toBe(201)
  await vi.waitFor(async () => expect((await answersOf(body.id)).length).toBe(TOUR.length + 1), 20_000)
  await installation.turns.idle(body.id)
  const answers = await answersOf(body.id)
  const models = answers.map(({ metadata }) => metadata.model)
  // The first calls a tool, and answers twice.
  expect(models.slice(1)).toEqual(TOUR.map(({ model }) => model))
  const kinds = new Set(answers.flatMap(({ content }) => content.map(({ type }) => type)))
  expect([...kinds].sort()).toEqual(['hosted_tool', 'text', 'thinking', 'tool_use'])
  expect(answers.every(({ metadata }) => metadata.status !== 'error')).toBe(true)
  expect(JSON.stringify(answers.at(-1)?.content)).toContain('The refusal')
  const session = await installation.store.sessionOf(LOCAL_OWNER, body.id)
  expect(session).toMatchObject({ title: 'A tour (scripted)', turn: { state: 'completed' } })
  expect(Number(session?.cost_usd)).toBeGreaterThan(0)

  expect(await begin('one')).toEqual({ status: 201, body })
  const refused = await installation.sessions.change(LOCAL_OWNER, body.id, { active_model: 'demo:ollama' })
  expect(refused).toMatchObject({ ok: false })
})

test('it ends where its chat is deleted', async () => {
  const { body } = await begin()
  await installation.sessions.delete(LOCAL_OWNER, body.id)
  await installation.turns.idle(body.id)
  expect(await installation.store.sessionOf(LOCAL_OWNER, body.id)).toBeNull()
})
