import { afterEach, expect, test } from 'vitest'
import { textOf } from '#lib/canonical/block.ts'
import { copiedTotals } from '#lib/canonical/copied-total.ts'
import { LOCAL_OWNER } from '#lib/principal.ts'
import { parseSearch } from '#lib/search/search-query.ts'
import { member } from '#test/support/member.ts'
import { type SessionServer, startSessionServer } from '#test/support/session-server.ts'

let server: SessionServer
afterEach(() => server.close())

const path = (id: string) => server.store.path(id)
const words = async (id: string) => (await path(id)).map(({ role, content }) => [role, textOf(content)])

test('a fork begins with what was said up to a message, under ids of its own, has spent nothing and goes its own way', async () => {
  server = await startSessionServer()
  const id = await server.sessions.create({ active_model: 'demo:openai', folder: 'Work', tags: ['a'] })
  await server.say(id, 'calculate 2*3')
  const upTo = (await path(id)).at(-1)?.id ?? ''
  await server.say(id, 'hello')
  const source = await path(id)
  const fork = await server.sessions.fork(id, upTo)
  expect(await server.store.session(fork)).toMatchObject({
    title: 'calculate 2*3 (fork)',
    folder: 'Work',
    tags: ['a'],
    cost_usd: '0',
    unpriced_calls: 0,
    state: 'idle',
  })
  expect(await words(fork)).toEqual((await words(id)).slice(0, 4))

  const copy = await path(fork)
  const idsOf = (messages: typeof copy) =>
    new Set(messages.flatMap((message) => [message.id, message.metadata.turn_id]))
  expect(idsOf(copy).isDisjointFrom(idsOf(source))).toBe(true)
  expect(copy.map(({ metadata }) => metadata.usage)).toEqual(source.slice(0, 4).map(({ metadata }) => metadata.usage))

  const [call] = await server.store.toolCalls(id)
  const [copied, ...more] = await server.store.toolCalls(fork)
  expect(more).toEqual([])
  const used = copy[1]?.content.find(({ type }) => type === 'tool_use')
  expect(used).toMatchObject({ id: copied?.id, name: 'calculator' })
  expect(copy[2]?.content).toMatchObject([{ type: 'tool_result', tool_use_id: copied?.id }])
  expect(copied).toEqual({
    ...call,
    id: expect.not.stringContaining(call?.id ?? ''),
    session_id: fork,
    message_id: copy[1]?.id,
    result_message_id: copy[2]?.id,
  })

  expect(await server.store.turnTotals(fork, [copy[0]?.metadata.turn_id ?? ''])).toEqual([])
  const [total] = await server.store.turnTotals(id, [source[0]?.metadata.turn_id ?? ''])
  expect(copiedTotals(copy, [])).toEqual([
    { ...total, turn_id: copy[0]?.metadata.turn_id, latency_ms: expect.any(Number) },
  ])
  expect(copiedTotals(copy.slice(1), [])).toEqual([])

  await server.say(fork, 'go on')
  expect(await path(fork)).toHaveLength(6)
  expect(await path(id)).toEqual(source)
})

test('what was said is found in the chat and in its fork, and in the chat alone once the fork is deleted', async () => {
  server = await startSessionServer()
  const id = await server.sessions.create({ active_model: 'demo:openai' })
  await server.say(id, 'the lighthouse of Pharos')
  const fork = await server.sessions.fork(id)
  const found = async () => {
    const { items } = await server.store.search(LOCAL_OWNER, parseSearch('lighthouse pharos by:me'), { limit: 10 })
    return items.map(({ session_id }) => session_id).sort()
  }
  expect(await found()).toEqual([id, fork].sort())
  await server.sessions.delete(fork)
  expect(await found()).toEqual([id])
})

test('without a message it is the whole path; of a turn that is being written, what is finished', async () => {
  server = await startSessionServer()
  const id = await server.sessions.create({ active_model: 'demo:openai' })
  const watch = server.watch(id)
  await server.say(id, 'hello')
  await server.turns.start(id, { content: [{ type: 'text', text: 'fault stall' }] })
  await watch.untilType('text.delta', 1)
  const fork = await server.sessions.fork(id)
  expect((await words(fork)).map(([role]) => role)).toEqual(['user', 'assistant', 'user'])
  await server.turns.stop(id)
  await watch.stop()
})

test('a call whose result stays behind is cancelled; a chat in which nothing was said is one too', async () => {
  server = await startSessionServer()
  const empty = await server.sessions.create({ title: 'Empty' })
  expect(await path(await server.sessions.fork(empty))).toEqual([])
  const id = await server.sessions.create({ active_model: 'demo:openai' })
  await server.say(id, 'calculate 2*3')
  const fork = await server.sessions.fork(id, (await path(id))[1]?.id)
  expect(await server.store.toolCalls(fork)).toMatchObject([{ status: 'cancelled', result_message_id: null }])
  await server.say(fork, 'go on')
  expect((await path(fork)).map(({ role }) => role)).toEqual(['user', 'assistant', 'user', 'assistant'])
})

test('nobody forks what is not theirs, or from a message that is not there', async () => {
  server = await startSessionServer()
  const id = await server.sessions.create({})
  const other = await server.sessions.create({ active_model: 'demo:openai' })
  await server.say(other, 'hello')
  const foreign = (await path(other))[0]?.id ?? ''
  await expect(server.sessions.fork(id, foreign)).rejects.toMatchObject({ name: 'UnknownMessageError' })
  await expect(server.as(member('somebody')).sessions.fork(id)).rejects.toMatchObject({ name: 'UnknownSessionError' })
})
