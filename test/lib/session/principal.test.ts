import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Moment } from '#lib/policy/policy.ts'
import { UnknownSessionError } from '#lib/store/store.ts'
import { member } from '#test/support/member.ts'
import { type SessionServer, startSessionServer } from '#test/support/session-server.ts'

const ANNA = member('anna')
const BERT = member('bert')

let server: SessionServer
let moments: Moment[]

beforeEach(async () => {
  moments = []
  server = await startSessionServer({
    policy: {
      decide(moment) {
        moments.push(moment)
        return { verdict: 'allow' }
      },
    },
  })
})
afterEach(() => server.close())

test('a session and its turns are those of whoever began it, down to each call of a model', async () => {
  const anna = server.as(ANNA)
  const id = await anna.sessions.create({ active_model: 'demo:anthropic' })
  await anna.say(id, 'calculate 6*7')
  expect((await server.store.session(id))?.owner_id).toBe('anna')
  expect(new Set(moments.map(({ principal }) => principal.id))).toEqual(new Set(['anna']))
  expect(new Set((await server.store.llmCalls(id)).map(({ started_by }) => started_by))).toEqual(new Set(['anna']))
})

test('somebody else can neither change, delete nor answer it, whether a turn runs in it or not', async () => {
  const [anna, bert] = [server.as(ANNA), server.as(BERT)]
  const id = await anna.sessions.create({ active_model: 'demo:anthropic' })
  const content = [{ type: 'text' as const, text: 'Hello' }]
  const refused = async () => {
    await expect(bert.sessions.change(id, { title: 'Mine' })).rejects.toThrow(UnknownSessionError)
    await expect(bert.turns.start(id, { content })).rejects.toThrow(UnknownSessionError)
    expect(await bert.sessions.delete(id)).toBe(false)
  }
  await refused()
  const { turn_id } = await anna.turns.start(id, { content })
  expect(bert.turns.cancel(id, turn_id)).toBe(false)
  await refused()
  await anna.turns.idle(id)
  expect((await server.store.events(id, { turn_id })).at(-1)?.type).toBe('turn.completed')
  expect(await server.store.session(id)).toMatchObject({ title: 'Hello', state: 'idle' })
})

test('the stream of one person is silent about the sessions of another', async () => {
  const [anna, bert] = [server.as(ANNA), server.as(BERT)]
  const own = await anna.sessions.create({})
  const watch = anna.watch(own)
  await watch.untilType('snapshot')
  const theirs = await bert.sessions.create({ title: 'Secret' })
  const second = await anna.sessions.create({ title: 'Another of mine' })
  await watch.until((frames) => frames.some(({ session_id }) => session_id === second))
  await watch.stop()
  expect(watch.frames.map(({ session_id }) => session_id)).not.toContain(theirs)
  expect(JSON.stringify(watch.frames)).not.toContain('Secret')
})
