import { globSync, mkdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { isBlockOf, textOf } from '#lib/canonical/block.ts'
import type { Message } from '#lib/canonical/message.ts'
import { createDemoFetch } from '#lib/demo/demo-fetch.ts'
import { isEndOfTurn } from '#lib/events/catalog.ts'
import { memoryLogger } from '#lib/log.ts'
import { type SessionServer, startSessionServer } from '#test/support/session-server.ts'

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

let server: SessionServer

beforeEach(async () => {
  server = await startSessionServer()
})
afterEach(() => server.close())

const newSession = (active_model = 'demo:anthropic') => server.sessions.create({ active_model })
const roles = (messages: Message[]) => messages.map((message) => message.role)
const last = (messages: Message[]) => {
  const message = messages.at(-1)
  if (!message) throw new Error('no message')
  return message
}

describe('failures', () => {
  test.each([
    ['fault overloaded', 'rate_limit', 'server_error'],
    ['fault auth', 'auth'],
    ['fault billing', 'billing'],
    ['fault overflow', 'context_overflow'],
    ['fault bad request', 'invalid_request'],
    ['fault midstream error', 'rate_limit', 'server_error'],
    ['fault dropped', 'network'],
    ['fault no end', 'network'],
    ['fault malformed', 'server_error'],
  ])('%s ends the turn as %s on both wire formats, and the session goes on', async (text, first, second = first) => {
    for (const [model, errorClass] of [
      ['demo:anthropic', first],
      ['demo:openai', second],
    ]) {
      const id = await newSession(model)
      const watch = server.watch(id)
      await server.say(id, text)
      await watch.untilType('turn.failed')
      await watch.stop()
      const failed = watch.frames.find((frame) => frame.type === 'turn.failed')
      expect([model, failed?.payload]).toMatchObject([
        model,
        { error_class: errorClass, message: expect.stringMatching(/\w/) },
      ])
      const answer = last(await server.store.path(id))
      expect(answer.metadata).toMatchObject({ status: 'error', error: { error_class: errorClass } })
      expect((await server.store.session(id))?.state).toBe('idle')
      await server.say(id, 'hello')
      expect(last(await server.store.path(id)).metadata.status).toBe('complete')
    }
  })

  test.each([
    ['fault overloaded', 'overloaded'],
    ['fault unreachable', 'unreachable'],
    ['fault auth', undefined],
    ['fault dropped', undefined],
  ])('of %s everything that tells of it says the reason %s', async (text, reason) => {
    for (const model of ['demo:anthropic', 'demo:openai']) {
      const id = await newSession(model)
      await server.say(id, text)
      const told = (await server.store.events(id)).filter(({ type }) => type.endsWith('failed'))
      expect(told.map(({ payload }) => ('reason' in payload ? payload.reason : undefined))).toEqual(
        told.map(() => reason),
      )
      expect(told.length).toBeGreaterThanOrEqual(2)
      expect(last(await server.store.path(id)).metadata.error?.reason).toBe(reason)
    }
  })

  test('what arrived before a dropped connection is kept', async () => {
    const id = await newSession()
    await server.say(id, 'fault dropped')
    expect(textOf(last(await server.store.path(id)).content)).not.toBe('')
  })

  test('a retry is a pair of events of its own, and the answer starts once', async () => {
    const id = await newSession()
    const watch = server.watch(id)
    await server.say(id, 'fault overloaded once')
    await watch.untilType('turn.completed')
    await watch.stop()
    const types = watch.types().filter((type) => type.startsWith('llm.') || type === 'message.start')
    expect(types).toEqual([
      'llm.call_started',
      'llm.call_failed',
      'llm.call_started',
      'message.start',
      'llm.call_completed',
    ])
    const attempts = watch.frames.flatMap((frame) =>
      frame.type.startsWith('llm.') ? [(frame.payload as { attempt: number }).attempt] : [],
    )
    expect(attempts).toEqual([1, 1, 2, 2])
    // Demo's overload is Anthropic's: a status, not an error inside an answer.
    const failed = watch.frames.find(({ type }) => type === 'llm.call_failed')
    expect(failed?.payload).toMatchObject({ error_class: 'rate_limit', provider_status: 529, retry_count: 0 })
  })

  test('a call with unreadable arguments is never run, and the model is told so', async () => {
    const id = await newSession()
    await server.say(id, 'fault cut call')
    const path = await server.store.path(id)
    const [call] = path.flatMap((message) => message.content.filter(isBlockOf('tool_use')))
    expect(call).toMatchObject({ input: {}, raw_input: expect.stringMatching(/./) })
    const [result] = path.flatMap((message) => message.content.filter(isBlockOf('tool_result')))
    expect(result).toMatchObject({ tool_use_id: call?.id, is_error: true })
  })

  test('a tool runs only when it is stored that it was called', async () => {
    await server.close()
    const steps: string[] = []
    server = await startSessionServer({
      wrapStore: (store) => ({
        ...store,
        commit: async (write) => {
          const session = await store.commit(write)
          if (write.events?.some(({ type }) => type === 'tool.called')) {
            await sleep(10)
            steps.push('stored')
          }
          return session
        },
      }),
      tools: [
        {
          definition: {
            name: 'calculator',
            description: 'leaves a trace',
            input_schema: { type: 'object', properties: { expression: { type: 'string' } } },
            side_effects: 'none',
          },
          run: async () => {
            steps.push('ran')
            return { ok: true, content: [{ type: 'text', text: '6' }] }
          },
        },
      ],
    })
    const id = await newSession()
    await server.say(id, 'calculate 2*3 and 4*5')
    expect(steps).toEqual(['stored', 'ran', 'ran'])
  })

  test('an upload that cannot be read is logged, and does not stop the turn', async () => {
    await server.close()
    const log = memoryLogger()
    server = await startSessionServer({ log })
    const id = await newSession()
    const source = { kind: 'base64' as const, data: PIXEL }
    await server.turns.start(id, { content: [{ type: 'image', source, media_type: 'image/png' }] })
    await server.turns.idle(id)
    const folder = join(server.folder, 'attachments')
    const [file] = globSync(join(folder, '**/*')).filter((path) => statSync(path).isFile())
    rmSync(file ?? '')
    // Any failure but a missing file.
    mkdirSync(file ?? '')
    await server.say(id, 'calculate 6*7')
    const answer = last(await server.store.path(id))
    expect(answer.metadata.status).toBe('complete')
    const errors = log.entries.filter(({ level }) => level === 'error')
    expect(errors.map(({ message }) => message)).toEqual(['an upload cannot be read', 'an upload cannot be read'])
  })

  describe('a store that fails', () => {
    /** The next writes that end a turn come to grief, before or after they are carried out. */
    let faults: ('before' | 'after')[] = []
    let isAway = false
    beforeEach(async () => {
      await server.close()
      faults = []
      isAway = false
      server = await startSessionServer({
        fetch: createDemoFetch({ delay: () => sleep(1) }),
        wrapStore: (store) => ({
          ...store,
          commit: async (write) => {
            const fault = write.events?.some(isEndOfTurn) ? faults.shift() : undefined
            const committed = fault !== 'before' && !isAway ? await store.commit(write) : null
            if (fault !== undefined || committed === null) throw new Error('connection lost')
            return committed
          },
          recover: (only) => (isAway ? Promise.reject(new Error('connection lost')) : store.recover(only)),
        }),
      })
    })

    const snapshotOf = async (id: string) => {
      const watch = server.watch(id)
      await watch.untilType('snapshot')
      await watch.stop()
      const [snapshot] = watch.frames
      if (snapshot?.type !== 'snapshot') throw new Error('no snapshot')
      return snapshot.payload
    }

    test('for a moment keeps what it had of the answer, for those who watch and those who come later', async () => {
      const id = await newSession('demo:openai')
      faults = ['before']
      const watch = server.watch(id)
      await server.say(id, 'Write a long answer in Markdown')
      await watch.untilType('turn.failed')
      await watch.stop()
      const answer = last(await server.store.path(id))
      expect(answer.metadata).toMatchObject({ status: 'error', error: { message: expect.stringContaining('stored') } })
      expect(textOf(answer.content).length).toBeGreaterThan(100)
      const appended = watch.frames.filter((frame) => frame.type === 'message.appended')
      expect(appended.at(-1)).toMatchObject({ payload: { message: { id: answer.id, content: answer.content } } })
      expect(watch.types().slice(-3)).toEqual(['message.appended', 'turn.failed', 'session.updated'])
      const { messages, turn, session } = await snapshotOf(id)
      expect(messages.at(-1)).toMatchObject({ id: answer.id, content: answer.content })
      expect([turn, session.state]).toEqual([null, 'idle'])
      expect((await server.store.events(id)).filter(isEndOfTurn)).toHaveLength(1)
      await server.say(id, 'hello')
      expect(roles(await server.store.path(id))).toEqual(['user', 'assistant', 'user', 'assistant'])
    })

    test('only to say that it has stored has the whole answer, and that is what is shown', async () => {
      const id = await newSession('demo:openai')
      faults = ['after']
      const watch = server.watch(id)
      await server.say(id, 'Hello there')
      await watch.untilType('turn.completed')
      await watch.stop()
      const answer = last(await server.store.path(id))
      expect(answer.metadata).toMatchObject({ status: 'complete', usage: { cost_usd: expect.any(String) } })
      expect(watch.types()).toContain('message.appended')
      expect((await snapshotOf(id)).turn).toBeNull()
    })

    test('for longer is told at once, and what it has is mended before the next turn', async () => {
      const id = await newSession('demo:openai')
      const watch = server.watch(id)
      await server.turns.start(id, { content: [{ type: 'text', text: 'Write a long answer in Markdown' }] })
      await watch.untilType('text.delta', 20)
      isAway = true
      await watch.untilType('turn.failed')
      await watch.stop()
      await server.turns.idle(id)
      isAway = false
      await server.say(id, 'hello')
      const path = await server.store.path(id)
      expect(path.map(({ metadata }) => metadata.status)).toEqual(['complete', 'error', 'complete', 'complete'])
      expect((await snapshotOf(id)).messages).toHaveLength(4)
    })
  })
})
