import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AdapterType } from '#lib/adapters/adapter.ts'
import { readEnv } from '#lib/env.ts'
import { type Installation, openInstallation } from '#lib/installation.ts'
import { bytesOf, filesIn } from '#test/support/exportable.ts'
import { PNG } from '#test/support/rich-chat.ts'
import { ANSWERED, chain, messageOf, session, toolCallOf } from '#test/support/session-builder.ts'

let folder: string
let installation: Installation
const owner = session({ system_prompt: 'Be brief.', active_model: 'demo:anthropic', settings: { tools: false } })

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'metis-wire-'))
  installation = await openInstallation(readEnv({ METIS_DATA_DIR: folder, METIS_LOG_LEVEL: 'error' }))
  const { store, attachments } = installation
  const { data } = await attachments.put(PNG, 'image/png', {}, 'local')
  const seen = { type: 'image', source: { kind: 'file_ref', data }, media_type: 'image/png' } as const
  const question = messageOf(owner, { content: [{ type: 'text', text: 'What is it?' }, seen] })
  const call = toolCallOf(question, { status: 'cancelled' })
  const answer = messageOf(owner, {
    role: 'assistant',
    content: [
      { type: 'thinking', text: 'hm', signature: 'c2ln' },
      { type: 'tool_use', id: call.id, name: 'calculator', input: { a: 1 } },
    ],
    metadata: ANSWERED,
  })
  const again = messageOf(owner, { content: [{ type: 'text', text: 'Well?' }] })
  await store.createSession(owner, [])
  await store.commit({
    session_id: owner.id,
    messages: chain([question, answer, again]),
    tool_calls: [{ ...call, message_id: answer.id }],
    patch: { head_id: again.id },
  })
}, 60_000)
afterAll(async () => {
  await installation.close()
  await rm(folder, { recursive: true, force: true })
})

function formatOf(type: AdapterType | null) {
  const format = installation.wireFormat(type)
  if (!format) throw new Error(`${type} is no type`)
  return format
}

async function wireOf(type: AdapterType | null): Promise<Record<string, unknown>> {
  const file = await installation.exports.chat('local', owner.id, formatOf(type))
  if (!file) throw new Error('there is no such chat')
  expect([file.name, file.media_type]).toEqual([`metis-chat-${owner.id}.json`, 'application/json'])
  return JSON.parse((await bytesOf(file)).toString()) as Record<string, unknown>
}

test('a chat goes to its own model as its adapter would send it, with the open call closed and the picture in it', async () => {
  const own = await wireOf(null)
  expect(own).toEqual(await wireOf('anthropic'))
  expect(own).toMatchObject({ model: 'anthropic', stream: true })
  const text = JSON.stringify(own)
  expect(text).toContain('Be brief.')
  expect(text).toContain('"tool_use_id"')
  expect(text).toContain('"media_type":"image/')
  // Another model's thought stays behind.
  expect(text).not.toContain('c2ln')
})

test.each([
  ['openai', 'messages'],
  ['openai-responses', 'input'],
  ['ollama', 'messages'],
  ['openrouter', 'messages'],
] as const)('it is shown for %s, also where nobody has a key for it', async (type, field) => {
  const body = await wireOf(type)
  expect(body[field]).toBeInstanceOf(Array)
  expect(JSON.stringify(body)).toContain('Well?')
})

test('everything is a file for each chat', async () => {
  const file = await installation.exports.everything('local', formatOf('anthropic'))
  expect([...(await filesIn(await bytesOf(file))).keys()]).toEqual([`chats/${owner.id}.json`])
})

test('a type that is none is no format, and those that are have names for people', () => {
  expect(installation.wireFormat('telepathy')).toBeUndefined()
  for (const { id } of installation.wireTypes) expect(installation.wireFormat(id)).toBeDefined()
  expect(installation.wireTypes).toContainEqual({ id: 'openai-responses', label: 'OpenAI (Responses)' })
})
