import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ProviderAdapter } from '#lib/adapters/adapter.ts'
import { newId } from '#lib/canonical/id.ts'
import type { StopReason } from '#lib/canonical/stop-reason.ts'
import { LOCAL_OWNER } from '#lib/principal.ts'
import { Journal } from '#lib/turn/journal.ts'
import { callModel, type ModelCall } from '#lib/turn/model-call.ts'
import { type LeftBehind, startLeftBehind } from '#test/support/left-behind.ts'
import { call as callBlock, canonicalRequest, toolId } from '#test/support/message-builder.ts'
import { completeOf, delta, keylessModel, NOTHING_USED, scriptedModel } from '#test/support/scripted-model.ts'
import { messageOf, NOON, toolCallOf } from '#test/support/session-builder.ts'

// What becomes of what an adapter says: the answer, and what is to be stored of it.

let left: LeftBehind
beforeAll(async () => {
  left = await startLeftBehind()
})
afterAll(() => left.close())

/** A call in a turn of its own. */
async function called(
  stream: ProviderAdapter['stream'],
  { clock = left.deps.clock, ...fields }: Partial<ModelCall> & { clock?: () => number } = {},
) {
  const { session_id, question, turn } = await left.begin()
  const owner = { session_id, turn_id: turn.id, owner: 'gone' }
  const message_id = newId(question.id)
  const result = await callModel({
    ...left.deps,
    session_id,
    turn_id: turn.id,
    principal: LOCAL_OWNER,
    message_id,
    parent_id: question.id,
    model: scriptedModel(stream),
    routing: turn.routing,
    journal: new Journal({ ...left.deps, clock }, owner, new AbortController().signal),
    estimated_input_tokens: 7,
    setting_changes: [],
    prepare: async (request) => request,
    request: canonicalRequest({ session_id, messages: [question] }),
    ...fields,
  })
  return { session_id, message_id, result }
}

const asked = callBlock(toolId(1))
const withCall = (stop_reason: StopReason) => completeOf({ stop_reason, final_content: [asked] })
const silent: ProviderAdapter['stream'] = async function* () {}

/** How the calls of an answer are stored: as they were made, or as cancelled at once. */
const rowOf = (
  { session_id, message_id }: { session_id: string; message_id: string },
  status: 'pending' | 'cancelled',
) =>
  toolCallOf(messageOf({ id: session_id }, { id: message_id }), {
    id: asked.id,
    status,
    provider_id: null,
    provider: 'scripted',
    completed_at: status === 'pending' ? null : NOON,
  })

describe('the calls in an answer', () => {
  test.each(['tool_use', 'end_turn', 'stop_sequence', 'max_tokens'] as const)(
    'are to be run where it ended with %s',
    async (reason) => {
      const { result, ...ids } = await called(async function* () {
        yield withCall(reason)
      })
      expect(result.pending).toEqual([asked])
      expect(result.write.tool_calls).toEqual([rowOf(ids, 'pending')])
    },
  )

  test.each(['refusal', 'pause_turn', 'context_window_exceeded'] as const)(
    'end with it where it ended with %s',
    async (reason) => {
      const { result, ...ids } = await called(async function* () {
        yield withCall(reason)
      })
      expect(result.pending).toEqual([])
      expect(result.write.tool_calls).toEqual([rowOf(ids, 'cancelled')])
    },
  )

  test('end with it where the adapter broke down after it', async () => {
    const { result, ...ids } = await called(async function* () {
      yield withCall('tool_use')
      throw new Error('broken')
    })
    expect(result).toMatchObject({ outcome: 'failed', pending: [], error: { message: 'broken' } })
    expect(result.write.tool_calls).toEqual([rowOf(ids, 'cancelled')])
  })
})

describe('how long it thought', () => {
  const thinking = (text: string) => ({ type: 'thinking.delta' as const, content_block_index: 0, text })

  test('is from its first thought to what came behind it, and stays so whatever follows', async () => {
    let now = left.deps.clock()
    const { result } = await called(
      async function* () {
        yield thinking('let')
        now += 2_000_000
        yield thinking(' me see')
        now += 500_000
        yield delta('So')
        now += 9_000_000
        yield thinking('more')
        yield delta('done')
        yield completeOf({ stop_reason: 'end_turn' })
      },
      { clock: () => now },
    )
    expect(result.message.metadata.thinking_ms).toBe(2_500)
  })

  test('is not said of an answer without thoughts', async () => {
    const { result } = await called(async function* () {
      yield delta('So')
      yield completeOf({ stop_reason: 'end_turn' })
    })
    expect(result.message.metadata).not.toHaveProperty('thinking_ms')
  })
})

describe('a call that failed', () => {
  const failure = {
    request_id: 'req_1',
    model: 'demo:anthropic',
    provider: 'scripted',
    attempt: 1,
    error_class: 'other',
    provider_status: null,
    retry_count: 0,
    delay_ms: null,
  }
  const told = ({ write }: Awaited<ReturnType<typeof callModel>>) =>
    write.events.map(({ type, payload }) => ({ type, payload }))

  test('is told with what it used and what that costs', async () => {
    const usage = { ...NOTHING_USED, input_tokens: 1_000, output_tokens: 10 }
    const { result } = await called(async function* () {
      yield completeOf({ usage })
      throw new Error('broken')
    })
    const { cost_usd, pricing_version } = result.message.metadata.usage ?? {}
    expect(cost_usd).toMatch(/^0\.\d+$/)
    expect(told(result)).toEqual([
      { type: 'llm.call_failed', payload: { ...failure, usage, cost_usd, pricing_version } },
    ])
  })

  test('is told without a usage where nothing is known of it', async () => {
    const { result } = await called(silent)
    expect(told(result)).toEqual([{ type: 'llm.call_failed', payload: failure }])
  })

  test('in mid-answer leaves what had come, from the moment in which it began', async () => {
    const { result, message_id } = await called(async function* () {
      left.pass(1_000)
      yield { type: 'message.start', model: 'demo:anthropic' }
      yield delta('Hel')
      throw new Error('broken')
    })
    left.pass(-1_000)
    expect(result.message).toMatchObject({
      id: message_id,
      content: [{ type: 'text', text: 'Hel' }],
      created_at: NOON,
      metadata: { status: 'error', error: { error_class: 'other', message: 'broken' } },
    })
  })

  test('and is made anew is stored as failed while the next one runs', async () => {
    const { result, session_id } = await called(async function* ({ onAttempt }) {
      onAttempt?.({ attempt: 1, error_class: 'server_error', provider_status: 503, delay_ms: 0 })
      yield completeOf()
    })
    const stored = await left.store.llmCalls(session_id)
    expect(stored.map(({ attempt, outcome }) => [attempt, outcome])).toEqual([
      [1, 'failed'],
      [2, 'running'],
    ])
    expect(result.write.llm_calls).toMatchObject([{ attempt: 2, outcome: 'completed' }])
  })
})

test.each([
  ['scripted', () => scriptedModel(silent)],
  ['', keylessModel],
] as const)('what became of a setting is kept with the request, of the adapter "%s"', async (adapter, model) => {
  const change = { block_type: 'temperature', action: 'dropped', reason: 'the model takes no temperature' } as const
  const { result, session_id } = await called(silent, { model: model(), setting_changes: [change] })
  expect(result.write.projections).toEqual([{ session_id, message_id: '', adapter, request_id: 'req_1', ...change }])
})
