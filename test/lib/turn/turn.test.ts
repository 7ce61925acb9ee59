import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { isBlockOf, textOf } from '#lib/canonical/block.ts'
import { draftContent, EMPTY_DRAFT, fold } from '#lib/canonical/fold.ts'
import { pathViolations } from '#lib/canonical/invariant.ts'
import type { Message } from '#lib/canonical/message.ts'
import type { StreamEvent } from '#lib/canonical/stream-event.ts'
import type { SessionFrame } from '#lib/events/frame.ts'
import { type SessionServer, startSessionServer } from '#test/support/session-server.ts'

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
