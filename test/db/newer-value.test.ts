import { expect, onTestFinished, test } from 'vitest'
import { localDatabaseUrl } from '#db/client.ts'
import { openStore } from '#db/store.ts'
import { memoryLogger } from '#lib/log.ts'
import { temporaryFolder } from '../support/database.ts'
import { ANSWERED, chain, eventOf, messageOf, projectionOf, session, toolCallOf } from '../support/session-builder.ts'
import { startSessionServer } from '../support/session-server.ts'

// Rows of a version to come, as this one finds them after the way back: an enum has grown.

async function newerChat() {
  const folder = await temporaryFolder()
  onTestFinished(() => folder[Symbol.asyncDispose]())
  const log = memoryLogger()
  const store = await openStore({ url: localDatabaseUrl(folder.path), log })
  const owner = session({ active_model: 'demo:anthropic' })
  await store.createSession(owner, [])
  const question = messageOf(owner)
  const answer = messageOf(owner, { role: 'assistant', metadata: ANSWERED })
  const call = toolCallOf(answer)
  const failed = eventOf(owner, 'turn.failed', { error_class: 'other', message: 'used up' }, { turn_id: 'T' })
  await store.commit({
    session_id: owner.id,
    messages: chain([question, answer]),
    tool_calls: [call],
    events: [failed],
    projections: [projectionOf(answer)],
    patch: { head_id: answer.id },
  })
  for (const change of [
    `UPDATE sessions SET state = 'waiting'`,
    `UPDATE tool_calls SET status = 'awaiting_approval'`,
    `UPDATE projections SET action = 'summarised'`,
    `UPDATE events SET payload_json = json_set(payload_json, '$.error_class', 'quota')`,
    `UPDATE messages SET status = 'superseded', metadata_json = json_set(metadata_json, '$.status', 'superseded')
      WHERE role = 'assistant'`,
  ]) {
    await store.client.execute(change)
  }
  return { folder: folder.path, store, log, owner, answer, call, failed }
}

test('a value that a newer version added to an enum is read as it is, and takes nothing else with it', async () => {
  const { store, log, owner, answer, call, failed } = await newerChat()
  const found = await store.session(owner.id)
  expect(found).toMatchObject({ id: owner.id, state: 'waiting', active_model: 'demo:anthropic' })
  expect((await store.path(owner.id)).at(-1)).toEqual({
    ...answer,
    metadata: { ...answer.metadata, status: 'superseded' },
  })
  expect(await store.toolCalls(owner.id)).toEqual([{ ...call, status: 'awaiting_approval' }])
  expect(await store.projections(owner.id)).toMatchObject([{ action: 'summarised' }])
  expect(await store.events(owner.id)).toEqual([{ ...failed, payload: { error_class: 'quota', message: 'used up' } }])
  expect(log.entries).toEqual([])
  await store.close()
})

test('a chat in a state that a newer version added goes on', async () => {
  const { folder, store, owner } = await newerChat()
  await store.close()
  const server = await startSessionServer({ folder })
  onTestFinished(() => server.close())
  expect(await server.store.recover()).toEqual([])
  await server.say(owner.id, 'Hello again')
  const path = await server.store.path(owner.id)
  expect(path.map(({ role, metadata }) => [role, metadata.status])).toEqual([
    ['user', undefined],
    ['assistant', 'superseded'],
    ['user', 'complete'],
    ['assistant', 'complete'],
  ])
  expect((await server.store.session(owner.id))?.state).toBe('idle')
})
