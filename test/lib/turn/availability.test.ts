import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { formatTimestamp } from '#lib/canonical/timestamp.ts'
import { readEnv } from '#lib/env.ts'
import { type Installation, openInstallation } from '#lib/installation.ts'
import type { Policy } from '#lib/policy/policy.ts'
import { LOCAL_OWNER } from '#lib/principal.ts'
import type { LlmCall } from '#lib/store/turn-record.ts'
import { temporaryFolder } from '#test/support/database.ts'
import { llmCallOf } from '#test/support/session-builder.ts'
import { type SessionServer, startSessionServer } from '#test/support/session-server.ts'

describe('what calls say of a model', () => {
  let server: SessionServer
  beforeEach(async () => {
    server = await startSessionServer()
  })
  afterEach(() => server.close())

  const changesIn = async (id: string) =>
    (await server.store.events(id)).filter(({ type }) => type.startsWith('routing.'))

  test('is an event of the turn that showed it, and so is the call that ends it', async () => {
    const id = await server.sessions.create({ active_model: 'demo:anthropic' })
    await server.say(id, 'hello')
    expect(await changesIn(id)).toEqual([])
    await server.say(id, 'fault auth')
    expect(await changesIn(id)).toMatchObject([
      {
        type: 'routing.provider_unavailable',
        payload: { provider: 'demo', model: null, reason: 'it refuses the key' },
      },
    ])
    expect(server.models.availability.of('demo:openai')).toMatchObject({ of: 'provider', error_class: 'auth' })
    await server.say(id, 'hello')
    expect((await changesIn(id)).slice(1)).toMatchObject([
      { type: 'routing.provider_recovered', payload: { provider: 'demo', model: null } },
    ])
    expect(server.models.availability.of('demo:openai')).toBeNull()
  })

  test('is in the words of the decision, where it is tried all the same', async () => {
    const id = await server.sessions.create({})
    const decided = async () => {
      const events = await server.store.events(id, { types: ['route.decided'] })
      return events.at(-1)?.payload
    }
    for (let n = 0; n < 5; n += 1) server.models.availability.ended('demo:anthropic', serverError)
    await server.say(id, 'hello')
    expect(await decided()).toMatchObject({
      chosen_model: 'demo:anthropic',
      reason: expect.stringMatching(
        /^the default model, and tried though it is unavailable since .*Z \(server_error\), and counted on again from .*Z on: no other model is left$/,
      ),
    })
  })
})

test('what was never sent says nothing of who would have been asked', async () => {
  const policy: Policy = {
    decide: ({ at }) => (at === 'request' ? { verdict: 'deny', reason: 'Not today.' } : { verdict: 'allow' }),
  }
  const server = await startSessionServer({ policy })
  try {
    const id = await server.sessions.create({ active_model: 'demo:anthropic' })
    for (let n = 0; n < 6; n += 1) await server.say(id, 'hello')
    expect((await server.store.path(id)).filter(({ metadata }) => metadata.error)).toHaveLength(6)
    expect(server.models.availability.of('demo:anthropic')).toBeNull()
  } finally {
    await server.close()
  }
})

const serverError = { error_class: 'server_error', retry_after_seconds: null } as const

test('it is known after a start as well, with the retries of a call as one failure', async () => {
  await using folder = await temporaryFolder()
  const open = () => openInstallation(readEnv({ METIS_DATA_DIR: folder.path, METIS_LOG_LEVEL: 'error' }))
  const say = async (metis: Installation, text: string) => {
    const id = await metis.sessions.create(LOCAL_OWNER, { active_model: 'demo:anthropic' })
    await metis.turns.start(LOCAL_OWNER, id, { content: [{ type: 'text', text }] })
    await metis.turns.idle()
  }
  const before = await open()
  await say(before, 'fault auth')
  const known = before.models.availability.of('demo:anthropic')
  expect(known).toMatchObject({ of: 'provider', error_class: 'auth' })
  await before.close()
  const after = await open()
  try {
    expect(after.models.availability.of('demo:anthropic')).toMatchObject({ of: 'provider', error_class: 'auth' })
    await say(after, 'hello')
    expect(after.models.availability.of('demo:anthropic')).toBeNull()
  } finally {
    await after.close()
  }
})

test('what a provider asked to wait for is known after a start, too, until it answers', async () => {
  await using folder = await temporaryFolder()
  const open = () => openInstallation(readEnv({ METIS_DATA_DIR: folder.path, METIS_LOG_LEVEL: 'error' }))
  const ago = (minutes: number) => formatTimestamp((Date.now() - minutes * 60_000) * 1_000)
  const call = (model_asked: string, fields: Partial<LlmCall>) => {
    const request_id = `${model_asked} ${fields.started_at}`
    return llmCallOf({ id: '' }, { session_id: null, model_asked, request_id, ...fields })
  }
  const refused = (minutes: number, retry_after: string): Partial<LlmCall> => ({
    started_at: ago(minutes),
    outcome: 'failed',
    error_class: 'rate_limit',
    exchange: {
      request: { sha256: '0'.repeat(64), bytes: 1, fields: {} },
      response_headers: { 'retry-after': retry_after },
    },
  })
  const before = await open()
  await before.store.keepCalls([
    call('demo:openai', refused(30, '3600')),
    call('demo:responses', refused(30, '60')),
    call('demo:ollama', refused(30, '3600')),
    call('demo:ollama', { started_at: ago(20), outcome: 'completed' }),
  ])
  await before.close()
  const after = await open()
  try {
    const { availability } = after.models
    const found = availability.of('demo:openai')
    expect(found).toMatchObject({ of: 'model', error_class: 'rate_limit', is_asked: true })
    expect((found?.until ?? 0) - (found?.since ?? 0)).toBe(3_600_000)
    expect(availability.of('demo:responses')).toBeNull()
    expect(availability.of('demo:ollama')).toBeNull()
    const id = await after.sessions.create(LOCAL_OWNER, { active_model: 'demo:openai' })
    await expect(after.turns.start(LOCAL_OWNER, id, { content: [{ type: 'text', text: 'Hello' }] })).rejects.toThrow(
      'it is unavailable since',
    )
  } finally {
    await after.close()
  }
})
