import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { isBlockOf } from '#lib/canonical/block.ts'
import { pathViolations } from '#lib/canonical/invariant.ts'
import type { JsonObject } from '#lib/canonical/json.ts'
import { type Message, statusOf } from '#lib/canonical/message.ts'
import type { SideEffects } from '#lib/canonical/tool.ts'
import { createDemoFetch } from '#lib/demo/demo-fetch.ts'
import { isEndOfTurn } from '#lib/events/catalog.ts'
import { LOCAL_OWNER } from '#lib/principal.ts'
import { anthropicFaults } from '#test/support/anthropic-validator.ts'
import { chatFaults } from '#test/support/chat-validator.ts'
import { temporaryFolder } from '#test/support/database.ts'
import { type SessionServer, startSessionServer } from '#test/support/session-server.ts'
import { program } from '#test/support/turn-loop.ts?program'

/** Each interrupts eight turns, at a point of its own: `KILLS=300 npm run unit -- run test/lib/turn/kill.test.ts`. */
const KILLS = Number(process.env.KILLS ?? 12)

/** Lets a process answer turns for a while, from the first accepted one on, and kills it. Returns what it had accepted. */
async function runAndKill(folder: string, sideEffects: SideEffects, afterMs: number): Promise<string[]> {
  const child = spawn(process.execPath, [program, folder, sideEffects], { stdio: ['pipe', 'pipe', 'inherit'] })
  const accepted: string[] = []
  const lines = createInterface({ input: child.stdout })
  const first = Promise.withResolvers<void>()
  lines.on('line', (line) => {
    if (line === 'ready') {
      child.stdin.write('go\n')
    } else {
      accepted.push(line)
      first.resolve()
    }
  })
  const closed = once(lines, 'close')
  await Promise.race([first.promise, closed])
  await sleep(afterMs)
  child.kill('SIGKILL')
  await closed
  return accepted
}

/** How each turn of the session ended, for people: its question, and the last message of its path. */
async function turnsOf({ store }: SessionServer, id: string) {
  const path = await store.path(id)
  expect(pathViolations(path)).toEqual([])
  expect(path.filter((message) => statusOf(message) === 'partial')).toEqual([])
  expect((await store.toolCalls(id)).filter(({ status }) => status === 'pending')).toEqual([])
  expect((await store.session(id))?.state).toBe('idle')
  const ends = (await store.events(id)).filter(isEndOfTurn)
  const questions = path.filter(({ role }) => role === 'user')
  return questions.map((question) => {
    const own = path.filter(({ metadata }) => metadata.turn_id === question.metadata.turn_id)
    const end = ends.filter(({ turn_id }) => turn_id === question.metadata.turn_id)
    return { question, messages: own, last: own.at(-1) as Message, end }
  })
}

async function check(server: SessionServer, accepted: readonly string[]) {
  const missing = new Set(accepted)
  const cutOff: Message[] = []
  const { items } = await server.store.sessions(LOCAL_OWNER, { limit: 10_000 })
  for (const { id } of items) {
    for (const { question, last, messages, end } of await turnsOf(server, id)) {
      missing.delete(`${id} ${question.id}`)
      expect(last).toMatchObject({ role: 'assistant', metadata: { status: expect.stringMatching(/complete|error/) } })
      expect(end).toHaveLength(1)
      const isError = statusOf(last) === 'error'
      expect(end[0]?.type).toBe(isError ? 'turn.failed' : 'turn.completed')
      if (!isError) continue
      cutOff.push(last)
      expect(last.metadata.error?.message).toMatch(/^The server stopped before the answer was complete\./)
      expect(last.metadata).toMatchObject({ model: expect.stringMatching(/^demo:/), provider: 'demo' })
      expect(last.metadata.routing?.chosen_model).toBe(last.metadata.model)
      if (last.content.length === 0) expect(end[0]?.payload).toEqual(last.metadata.error)
      const calls = messages.flatMap(({ content }) => content.filter(isBlockOf('tool_use')))
      const results = messages.flatMap(({ content }) => content.filter(isBlockOf('tool_result')))
      const saysSo = last.metadata.error?.message.includes('Not every tool call has its result.')
      if (last.content.length === 0) expect(saysSo).toBe(calls.length > results.length)
    }
  }
  expect([...missing]).toEqual([])
  return { sessions: items.map(({ id }) => id), cutOff }
}

test('a process that is killed at any point of a turn leaves an answer, or the word that there is none, after each question', {
  timeout: 120_000 + KILLS * 30_000,
}, async () => {
  await using folder = await temporaryFolder()
  const accepted: string[] = []
  for (let kill = 0; kill < KILLS; kill += 1) {
    // What only looked is done again, what may have acted is not.
    accepted.push(...(await runAndKill(folder.path, kill % 2 === 0 ? 'write' : 'none', Math.random() * 1_000)))
  }

  const faults: string[] = []
  const demo = createDemoFetch({ delay: async () => {} })
  const server = await startSessionServer({
    folder: folder.path,
    fetch: async (url, init) => {
      const body = JSON.parse(String(init?.body)) as JsonObject
      faults.push(...(String(url).includes('/chat/completions') ? chatFaults(body) : anthropicFaults(body)))
      return await demo(url, init)
    },
  })
  await server.turns.recover({ isAlone: true })
  await server.turns.idle()
  const { sessions, cutOff } = await check(server, accepted)
  expect(cutOff.length).toBeGreaterThan(3 * KILLS)
  // Of every kind: before the first word, in the middle of an answer, and between a call and its result.
  expect(cutOff.some(({ content }) => content.length === 0)).toBe(true)
  expect(cutOff.some(({ content }) => content.length > 0)).toBe(true)
  expect(await server.turns.recover({ isAlone: true })).toBe(0)

  // Whatever was cut off, the conversation goes on, also with the other wire format.
  for (const id of sessions.slice(0, 96)) {
    for (const model of ['demo:anthropic', 'demo:openai']) {
      await server.say(id, 'calculate 1+1', { model })
      expect(statusOf((await server.store.path(id)).at(-1) as Message)).toBe('complete')
    }
  }
  expect(faults).toEqual([])
  await server.close()
})
