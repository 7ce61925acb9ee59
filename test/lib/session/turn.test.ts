import { existsSync, globSync, mkdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type ContentBlock, isBlockOf, textOf } from '#lib/canonical/block.ts'
import { draftContent, EMPTY_DRAFT, fold } from '#lib/canonical/fold.ts'
import { pathViolations } from '#lib/canonical/invariant.ts'
import type { Message } from '#lib/canonical/message.ts'
import type { StreamEvent } from '#lib/canonical/stream-event.ts'
import { createDemoFetch } from '#lib/demo/demo-fetch.ts'
import { isEndOfTurn } from '#lib/events/catalog.ts'
import type { SessionFrame } from '#lib/events/frame.ts'
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

function answerOf(frames: readonly SessionFrame[], messageId: string): StreamEvent[] {
  return frames.flatMap((frame) => {
    const payload = frame.payload as { message_id?: string }
    if (payload.message_id !== messageId || !/^(message\.(start|complete)|text|thinking|tool\.use)/.test(frame.type))
      return []
    return [{ ...payload, type: frame.type } as StreamEvent]
  })
}

describe('a turn', () => {
  test('stores what was said and what was answered, with model, reason, usage and cost', async () => {
    const id = await newSession()
    await server.say(id, 'Hello there')
    const path = await server.store.path(id)
    expect(roles(path)).toEqual(['user', 'assistant'])
    expect(pathViolations(path)).toEqual([])
    const { metadata } = last(path)
    expect(metadata).toMatchObject({
      model: 'demo:anthropic',
      provider: 'demo',
      status: 'complete',
      stop_reason: 'end_turn',
      routing: { mode: 'manual', chosen_model: 'demo:anthropic' },
    })
    expect(metadata.usage?.cost_usd).toMatch(/^0\.\d+$/)
    const session = await server.store.session(id)
    expect(session).toMatchObject({ state: 'idle', title: 'Hello there', cost_usd: metadata.usage?.cost_usd })
  })

  test('shows its events in the order of the contract', async () => {
    const id = await newSession()
    const watch = server.watch(id)
    await watch.untilType('snapshot')
    await server.say(id, 'Hello there')
    await watch.untilType('turn.completed')
    await watch.stop()
    const types = watch.types().filter((type, index, all) => type !== all[index - 1])
    expect(types).toEqual([
      'snapshot',
      'message.appended',
      'turn.started',
      'route.decided',
      'session.updated',
      'llm.call_started',
      'message.start',
      'text.delta',
      'message.complete',
      'message.appended',
      'llm.call_completed',
      'turn.completed',
      'session.updated',
    ])
  })

  test('runs the tools that are asked for and goes on until none is', async () => {
    const id = await newSession()
    const watch = server.watch(id)
    await server.say(id, 'Please calculate 2*3 and 4*5')
    await watch.untilType('turn.completed')
    await watch.stop()
    const path = await server.store.path(id)
    expect(roles(path)).toEqual(['user', 'assistant', 'tool', 'tool', 'assistant'])
    expect(pathViolations(path)).toEqual([])
    expect(textOf(last(path).content)).toContain('6')
    expect(textOf(last(path).content)).toContain('20')
    const calls = await server.store.toolCalls(id)
    expect(calls.map(({ name, status, provider }) => [name, status, provider])).toEqual([
      ['calculator', 'succeeded', 'demo'],
      ['calculator', 'succeeded', 'demo'],
    ])
    expect(calls.every((call) => call.provider_id?.startsWith('toolu_') && call.result_message_id)).toBe(true)
    const types = watch.types().filter((type) => type.startsWith('tool.c'))
    expect(types).toEqual(['tool.called', 'tool.called', 'tool.completed', 'tool.completed'])
  })

  test('what a watcher folds from the deltas is what is stored', async () => {
    const id = await newSession()
    const watch = server.watch(id)
    await server.say(id, 'think about the calculator, then calculate 12*(3+4)')
    await watch.untilType('turn.completed')
    await watch.stop()
    const answers = (await server.store.path(id)).filter((message) => message.role === 'assistant')
    expect(answers.length).toBeGreaterThan(1)
    for (const answer of answers) {
      const events = answerOf(watch.frames, answer.id)
      const deltas = events.filter((event) => event.type !== 'message.complete')
      expect(draftContent(deltas.reduce(fold, EMPTY_DRAFT))).toEqual(answer.content)
    }
  })

  test('goes on with another wire format, with every call and result', async () => {
    const id = await newSession('demo:anthropic')
    await server.say(id, 'calculate 6*7')
    expect(await server.sessions.change(id, { active_model: 'demo:openai' })).toMatchObject({ ok: true })
    await server.say(id, 'what did you receive, with ids?')
    const path = await server.store.path(id)
    const [call] = path.flatMap((message) => message.content.filter(isBlockOf('tool_use')))
    const answer = last(path)
    expect(answer.metadata.model).toBe('demo:openai')
    // A call of another provider's making goes out under its canonical id.
    expect(textOf(answer.content)).toContain(call?.id ?? 'missing')
    expect(textOf(answer.content)).not.toContain('toolu_')
  })

  test('gives a provider its own ids back', async () => {
    const id = await newSession('demo:anthropic')
    await server.say(id, 'calculate 6*7')
    await server.say(id, 'what did you receive, with ids?')
    const [row] = await server.store.toolCalls(id)
    expect(textOf(last(await server.store.path(id)).content)).toContain(row?.provider_id ?? 'missing')
  })

  test('events are stored with their chain of parents, and carry nobody’s words', async () => {
    const id = await newSession()
    const { turn_id } = await server.say(id, 'my secret plan: calculate 1+1')
    const events = await server.store.events(id, { turn_id })
    expect(events[0]).toMatchObject({ type: 'turn.started', parent_event_id: null, actor: 'user' })
    const ids = new Set(events.map((event) => event.id))
    for (const event of events.slice(1)) expect(ids.has(event.parent_event_id ?? '')).toBe(true)
    expect(JSON.stringify(events)).not.toContain('secret plan')
  })
})

describe('the choice of the model', () => {
  test('an @alias chooses for one message; it is stored and not sent', async () => {
    const id = await newSession('demo:anthropic')
    await server.say(id, '@demo2 what did you receive?')
    await server.say(id, 'and what did you receive now?')
    const path = await server.store.path(id)
    expect(path.map((message) => message.metadata.model ?? null)).toEqual([null, 'demo:openai', null, 'demo:anthropic'])
    expect(textOf(path[0]?.content ?? [])).toBe('@demo2 what did you receive?')
    expect(path[1]?.metadata.routing).toMatchObject({ mode: 'override' })
    expect(path[3]?.metadata.routing).toMatchObject({ mode: 'manual' })
  })

  test('the request can name a model for its own turn', async () => {
    const id = await newSession('demo:anthropic')
    await server.say(id, 'hi', { model: 'demo:openai' })
    expect(last(await server.store.path(id)).metadata.model).toBe('demo:openai')
    expect((await server.store.session(id))?.active_model).toBe('demo:anthropic')
  })

  test('an unknown model is refused with what may have been meant, and nothing is stored', async () => {
    const id = await newSession()
    await expect(
      server.turns.start(id, { content: [{ type: 'text', text: 'hi' }], model: 'demo:opnai' }),
    ).rejects.toMatchObject({
      name: 'UnknownModelError',
      near: expect.arrayContaining(['demo:openai']),
    })
    expect(await server.store.path(id)).toEqual([])
    expect(server.turns.isBusy(id)).toBe(false)
  })

  test('a turn that no model can take is refused, shows why, and stores nothing', async () => {
    const id = await server.sessions.create({})
    const watch = server.watch(id)
    await watch.untilType('snapshot')
    const before = await server.store.events(id)
    await expect(
      server.turns.start(id, { content: [{ type: 'text', text: 'hi' }], model: 'anthropic:claude-sonnet-4-6' }),
    ).rejects.toMatchObject({ name: 'NoModelError', chain: expect.any(Array) })
    await watch.untilType('route.decided')
    await watch.stop()
    expect(watch.types()).toEqual(['snapshot', 'route.decided'])
    expect(await server.store.path(id)).toEqual([])
    expect(await server.store.events(id)).toEqual(before)
    expect(await server.store.session(id)).toMatchObject({ state: 'idle', title: null })
  })

  test('a turn that is refused leaves no picture behind', async () => {
    const id = await newSession()
    const content: ContentBlock[] = [
      { type: 'image', source: { kind: 'base64', data: PIXEL }, media_type: 'image/png' },
      { type: 'text', text: 'what is this?' },
    ]
    await expect(server.turns.start(id, { content, model: 'anthropic:claude-sonnet-4-6' })).rejects.toMatchObject({
      name: 'NoModelError',
    })
    await expect(server.turns.start(id, { content, parent_id: 'nothing' })).rejects.toMatchObject({
      name: 'InvalidContentError',
    })
    expect(existsSync(join(server.folder, 'attachments'))).toBe(false)
    await server.turns.start(id, { content })
    await server.turns.idle(id)
    const [asked] = await server.store.path(id)
    const [picture] = asked?.content.filter(isBlockOf('image')) ?? []
    expect(picture?.source.kind).toBe('file_ref')
    expect(await server.attachments.has(picture?.source.data ?? '')).toBe(true)
  })

  test('what is changed while a turn begins and ends is not overwritten', async () => {
    const changes = [
      { title: 'My own title', pending_model: 'demo:anthropic' },
      { active_model: 'demo:openai', pending_model: 'demo:anthropic' },
    ]
    const own = await startSessionServer({
      wrapStore: (store) => ({
        ...store,
        commit: async (write) => {
          const patch = write.patch?.state && changes.shift()
          if (patch) await store.commit({ session_id: write.session_id, patch })
          return store.commit(write)
        },
      }),
    })
    const id = await own.sessions.create({ active_model: 'demo:openai' })
    await own.say(id, 'Hello there')
    expect(changes).toEqual([])
    const session = await own.store.session(id)
    expect(session).toMatchObject({ title: 'My own title', active_model: 'demo:anthropic', state: 'idle' })
    expect(session).not.toHaveProperty('pending_model')
    await own.close()
  })

  test('a model chosen between turns wins over one that was chosen in the last moment of the turn before', async () => {
    let inLastMoment: (() => Promise<unknown>) | null = null
    const own = await startSessionServer({
      wrapStore: (store) => ({
        ...store,
        commit: async (write) => {
          const session = await store.commit(write)
          if (write.events?.some(isEndOfTurn)) await inLastMoment?.()
          return session
        },
      }),
    })
    const id = await own.sessions.create({ active_model: 'demo:openai' })
    inLastMoment = () => own.sessions.change(id, { active_model: 'demo:anthropic' })
    await own.say(id, 'Hello there')
    inLastMoment = null
    expect(await own.store.session(id)).toMatchObject({ pending_model: 'demo:anthropic' })
    const changed = await own.sessions.change(id, { active_model: 'demo:openai' })
    expect(changed.ok && changed.session).not.toHaveProperty('pending_model')
    await own.say(id, 'And now?')
    expect(last(await own.store.path(id)).metadata.model).toBe('demo:openai')
    expect(await own.store.session(id)).toMatchObject({ active_model: 'demo:openai' })
    await own.close()
  })

  test('a message that only names a model says nothing', async () => {
    const id = await newSession()
    await expect(server.turns.start(id, { content: [{ type: 'text', text: '@demo2 ' }] })).rejects.toMatchObject({
      faults: [{ path: 'content', problem: expect.any(String) }],
    })
    expect(await server.store.path(id)).toEqual([])
  })

  test('a change during a turn waits for the next one, and the last one wins', async () => {
    const id = await newSession('demo:anthropic')
    const watch = server.watch(id)
    await server.turns.start(id, { content: [{ type: 'text', text: 'fault stall' }] })
    await watch.untilType('text.delta')
    await server.sessions.change(id, { active_model: null })
    const changed = await server.sessions.change(id, { active_model: 'demo:openai' })
    expect(changed).toMatchObject({
      ok: true,
      session: { active_model: 'demo:anthropic', pending_model: 'demo:openai' },
    })
    await server.turns.stop(id)
    await watch.stop()
    const session = await server.store.session(id)
    expect(session?.active_model).toBe('demo:openai')
    expect(session).not.toHaveProperty('pending_model')
  })
})

describe('one turn at a time', () => {
  test('a second one is refused while the first is prepared or runs', async () => {
    const id = await newSession()
    const say = () => server.turns.start(id, { content: [{ type: 'text', text: 'fault stall' }] })
    const outcomes = await Promise.allSettled([say(), say(), say()])
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected'])
    await expect(say()).rejects.toMatchObject({ name: 'TurnInProgressError' })
    await server.turns.stop(id)
    expect(roles(await server.store.path(id))).toEqual(['user', 'assistant'])
  })

  test('whoever sees the end of a turn can start the next one at once', async () => {
    const id = await newSession()
    const watch = server.watch(id)
    await server.turns.start(id, { content: [{ type: 'text', text: 'hi' }] })
    await watch.untilType('turn.completed')
    await expect(server.say(id, 'again')).resolves.toBeDefined()
    await watch.stop()
  })
})

describe('cancel', () => {
  test('while the model streams: what came is kept, marked and shown', async () => {
    const id = await newSession()
    const watch = server.watch(id)
    const { turn_id } = await server.turns.start(id, { content: [{ type: 'text', text: 'fault stall' }] })
    await watch.untilType('text.delta', 4)
    expect(server.turns.cancel(id, turn_id)).toBe(true)
    expect(server.turns.cancel(id, 'another turn')).toBe(false)
    await watch.untilType('turn.cancelled')
    await watch.stop()
    const types = watch.types()
    expect(types.slice(types.indexOf('message.complete'))).toEqual([
      'message.complete',
      'message.appended',
      'llm.call_failed',
      'turn.cancelled',
      'session.updated',
    ])
    const answer = last(await server.store.path(id))
    expect(answer.metadata).toMatchObject({ status: 'cancelled', stop_reason: 'cancelled' })
    expect(textOf(answer.content)).not.toBe('')
    // The provider never came to count what it had said; what was shown is billed all the same.
    expect(answer.metadata.usage).toMatchObject({ estimated: true, input_tokens: expect.any(Number) })
    expect(answer.metadata.usage?.output_tokens).toBeGreaterThan(3)
    expect(server.turns.cancel(id, turn_id)).toBe(false)
    await server.say(id, 'go on')
    expect(last(await server.store.path(id)).metadata.status).toBe('complete')
  })

  test('while tools run: each open call fails as cancelled, and the next turn is well formed', async () => {
    await server.close()
    const started = Promise.withResolvers<void>()
    server = await startSessionServer({
      tools: [
        {
          definition: {
            name: 'calculator',
            description: 'never ends',
            input_schema: { type: 'object', properties: { expression: { type: 'string' } } },
            side_effects: 'none',
          },
          run: () => {
            started.resolve()
            return new Promise(() => {})
          },
        },
      ],
    })
    const id = await newSession()
    const watch = server.watch(id)
    const { turn_id } = await server.turns.start(id, { content: [{ type: 'text', text: 'calculate 2*3 and 4*5' }] })
    await started.promise
    server.turns.cancel(id, turn_id)
    await watch.untilType('turn.cancelled')
    await watch.stop()
    expect(watch.types().filter((type) => /^(tool\.(called|failed)|message\.complete|turn\.)/.test(type))).toEqual([
      'turn.started',
      'message.complete',
      'tool.called',
      'tool.called',
      'tool.failed',
      'tool.failed',
      'turn.cancelled',
    ])
    expect((await server.store.toolCalls(id)).map((call) => call.status)).toEqual(['cancelled', 'cancelled'])
    await server.say(id, 'hello again')
    expect(last(await server.store.path(id)).metadata.status).toBe('complete')
  })
})

describe('failures', () => {
  test.each([
    ['fault overloaded', 'rate_limit', 'server_error'],
    ['fault auth', 'auth'],
    ['fault billing', 'billing'],
    ['fault overflow', 'context_overflow'],
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
            const session = fault !== 'before' && !isAway ? await store.commit(write) : null
            if (fault !== undefined || session === null) throw new Error('connection lost')
            return session
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

describe('branches', () => {
  test('a turn can answer an earlier message; what came after stays and leaves the active path', async () => {
    const id = await newSession()
    await server.say(id, 'first')
    const [, answer] = await server.store.path(id)
    const { message_id } = await server.say(id, 'second')
    await server.say(id, 'another second', { parent_id: answer?.id ?? '' })
    const path = await server.store.path(id)
    expect(path.filter((message) => message.role === 'user').map((message) => textOf(message.content))).toEqual([
      'first',
      'another second',
    ])
    expect(await server.store.message(id, message_id)).not.toBeNull()
    await server.say(id, 'anew', { parent_id: null })
    expect(roles(await server.store.path(id))).toEqual(['user', 'assistant'])
  })

  test('an unknown parent is refused', async () => {
    const id = await newSession()
    await expect(server.say(id, 'hi', { parent_id: '01JZUNKNOWN000000000000000' })).rejects.toMatchObject({
      faults: [{ path: 'parent_id', problem: expect.any(String) }],
    })
  })
})
