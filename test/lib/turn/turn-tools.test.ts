import { access, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { createDemoFetch } from '#lib/demo/demo-fetch.ts'
import { LOCAL_OWNER } from '#lib/principal.ts'
import type { ToolQuestion } from '#lib/tools/source.ts'
import type { PersonsAnswer } from '#lib/tools/tool.ts'
import { type SessionServer, startSessionServer } from '#test/support/session-server.ts'
import { anyTool } from '#test/support/tool-host.ts'

let server: SessionServer

afterEach(() => server.close())

test('a source is asked once for each turn, and every call of the turn offers what it gave then, byte for byte', async () => {
  const questions: ToolQuestion[] = []
  const offered: string[] = []
  const upstream = createDemoFetch({ delay: async () => {} })
  server = await startSessionServer({
    fetch: (input, init) => {
      offered.push(JSON.stringify((JSON.parse(String(init?.body)) as { tools: unknown }).tools))
      return upstream(input, init)
    },
    toolSources: [
      {
        name: 'growing',
        async tools(question) {
          questions.push(question)
          const lookup = anyTool('lookup', async () => {
            lookup.definition.description = 'Changed while the turn runs'
            return { ok: true, content: [{ type: 'text', text: 'found' }] }
          })
          return [lookup, ...questions.slice(1).map(() => anyTool('second_turn'))]
        },
      },
    ],
  })
  const id = await server.sessions.create({ active_model: 'demo:anthropic' })
  await server.say(id, 'use the tool lookup')
  await server.say(id, 'hello')
  expect(questions.map(({ session, principal }) => [session.id, principal])).toEqual([
    [id, LOCAL_OWNER],
    [id, LOCAL_OWNER],
  ])
  expect(offered).toHaveLength(3)
  expect(offered[1]).toBe(offered[0])
  const names = offered.map((tools) => (JSON.parse(tools) as { name: string }[]).map(({ name }) => name))
  expect(names).toEqual([
    ['calculator', 'lookup', 'web_search'],
    ['calculator', 'lookup', 'web_search'],
    ['calculator', 'lookup', 'second_turn', 'web_search'],
  ])
})

test('a source that fails leaves its turn with the other tools', async () => {
  server = await startSessionServer({
    toolSources: [{ name: 'away', tools: () => Promise.reject(new Error('no connection')) }],
  })
  const id = await server.sessions.create({ active_model: 'demo:anthropic' })
  const { turn_id } = await server.say(id, 'calculate 6*7')
  const types = (await server.store.events(id, { turn_id })).map(({ type }) => type)
  expect(types).toContain('tool.completed')
  expect(types.at(-1)).toBe('turn.completed')
})

test('a tool has the session, a folder of it, a way to report and a way to ask that says nobody is there', async () => {
  const seen: unknown[] = []
  let answer: PersonsAnswer | undefined
  server = await startSessionServer({
    tools: [
      anyTool('survey', async (_, context) => {
        context.report('reading')
        context.report(0.5)
        seen.push(context.session_id, await context.workspace())
        answer = await context.ask({ text: 'Which one?', choices: ['this', 'that'] })
        return { ok: true, content: [{ type: 'text', text: 'done' }] }
      }),
    ],
  })
  const folder = join(server.folder, 'workspaces')
  const id = await server.sessions.create({ active_model: 'demo:anthropic' })
  const watch = server.watch(id)
  await watch.untilType('snapshot')
  await server.say(id, 'hello')
  await expect(access(folder)).rejects.toThrow('ENOENT')
  const { turn_id } = await server.say(id, 'use the tool survey')
  await watch.untilType('turn.completed', 2)
  await watch.stop()

  const [call] = await server.store.toolCalls(id)
  expect(seen).toEqual([id, join(folder, id)])
  expect(answer).toEqual({ answered: false, reason: 'not_available' })
  const progress = watch.frames.filter(({ type }) => type === 'tool.progress')
  expect(progress).toMatchObject([
    { session_id: id, turn_id, payload: { tool_use_id: call?.id, text: 'reading', fraction: null } },
  ])
  const order = watch.types().filter((type) => /^tool\.(called|progress|completed)$/.test(type))
  expect(order).toEqual(['tool.called', 'tool.progress', 'tool.completed'])
  expect((await server.store.events(id)).map(({ type }) => type as string)).not.toContain('tool.progress')

  expect(await readdir(folder)).toEqual([id])
  // Deleted, it can still be restored, and its folder with it.
  await server.sessions.delete(id)
  expect(await readdir(folder)).toEqual([id])
  await server.removal.remove(id)
  expect(await readdir(folder)).toEqual([])
})
