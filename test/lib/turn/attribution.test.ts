import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Principal } from '#lib/principal.ts'
import { type SessionServer, startSessionServer } from '#test/support/session-server.ts'

// canonical-message-format §4.1: `user_id` and `team_id` of whoever asked, as ids.

let server: SessionServer
beforeAll(async () => {
  server = await startSessionServer()
})
afterAll(() => server.close())

async function said(teams: string[]) {
  const anna: Principal = { id: 'anna', role: 'member', teams }
  const { sessions, say } = server.as(anna)
  const id = await sessions.create({ active_model: 'demo:anthropic' })
  await say(id, 'calculate 6*7')
  const [path, calls] = await Promise.all([server.store.path(id), server.store.llmCalls(id)])
  return {
    messages: path.map(({ role, metadata: { user_id, team_id } }) => [role, user_id, team_id]),
    calls: calls.map(({ started_by, team_id }) => [started_by, team_id]),
  }
}

test('the question, its answers, what tools gave and the calls are of whoever asked, and of their team', async () => {
  expect(await said(['growers'])).toEqual({
    messages: [
      ['user', 'anna', 'growers'],
      ['assistant', 'anna', 'growers'],
      ['tool', 'anna', 'growers'],
      ['assistant', 'anna', 'growers'],
    ],
    calls: [
      ['anna', 'growers'],
      ['anna', 'growers'],
    ],
  })
})

test.each([[[]], [['growers', 'sellers']]])('nobody guesses a team where there are %j', async (teams) => {
  const { messages, calls } = await said(teams)
  expect(new Set(messages.map(([, , team]) => team))).toEqual(new Set([undefined]))
  expect(new Set(calls.map(([, team]) => team))).toEqual(new Set([null]))
})
