import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ToolUseBlock } from '#lib/canonical/block.ts'
import type { SideEffects } from '#lib/canonical/tool.ts'
import type { ToolCall } from '#lib/store/store.ts'
import { readTurn } from '#lib/turn/turn-state.ts'
import { type LeftBehind, type LeftTurn, startLeftBehind } from '#test/support/left-behind.ts'
import { chain, eventOf, messageOf, toolCallOf } from '#test/support/session-builder.ts'

const CALLING = { path: [], calls: [], isCalling: true }

let left: LeftBehind

beforeAll(async () => {
  left = await startLeftBehind()
})
afterAll(() => left.close())

const call = (fields: Partial<ToolUseBlock> = {}): ToolUseBlock => ({
  type: 'tool_use',
  id: toolCallOf(messageOf({ id: '' })).id,
  name: 'calculator',
  input: { expression: '2*3' },
  ...fields,
})

/** A turn with an answer that makes these calls; of each, its row. */
async function calling(blocks: readonly ToolUseBlock[], statuses: readonly ToolCall['status'][] = []) {
  const begun = await left.begin()
  const { session_id, question, turn } = begun
  const asked = begun.answer(
    { stop_reason: 'tool_use' },
    { content: [{ type: 'text', text: 'Let me see' }, ...blocks] },
  )
  await left.keep(session_id, {
    messages: chain([asked], question.id),
    tool_calls: blocks.map(({ id, name }, at) => toolCallOf(asked, { id, name, status: statuses[at] ?? 'pending' })),
  })
  return { ...begun, asked, claimed: { ...turn, leaf_id: asked.id, is_calling: false } }
}

const called = ({ session_id }: LeftTurn, turn_id: string, { id, name }: ToolUseBlock, effect: SideEffects | null) => {
  const payload = {
    tool_use_id: id,
    name,
    message_id: 'message_1',
    side_effects: effect,
    input_hash: 'hash',
    input_bytes: 2,
  }
  return eventOf({ id: session_id }, 'tool.called', payload, { turn_id })
}

describe('of a turn that another process left', () => {
  test('nothing is read where a model was called, or nothing but the question is stored', async () => {
    const { turn, asked } = await calling([])
    const { store } = left
    expect(await readTurn(store, { ...turn, leaf_id: asked.id, is_calling: true })).toEqual(CALLING)
    expect(await readTurn(store, { ...turn, leaf_id: null, is_calling: false })).toEqual(CALLING)
    expect(await readTurn(store, { ...turn, leaf_id: turn.question_id, is_calling: false })).toEqual(CALLING)
  })

  test('the path ends with the last message of the turn, and a path without an answer of it has no calls', async () => {
    const { turn, question, session_id } = await left.begin()
    const [more, later] = [messageOf({ id: session_id }), messageOf({ id: session_id })]
    await left.keep(session_id, { messages: chain([more, later], question.id) })
    const state = await readTurn(left.store, { ...turn, leaf_id: more.id, is_calling: false })
    expect(state).toEqual({ path: [question, more], calls: [], isCalling: false })
  })

  test('a call that no event speaks of is pending, and one that somebody stopped is cancelled', async () => {
    const [waiting, stopped] = [call(), call({ name: 'clock', input: {} })]
    const { claimed, question, asked } = await calling([waiting, stopped], ['pending', 'cancelled'])
    expect(await readTurn(left.store, claimed)).toEqual({
      path: [question, asked],
      calls: [
        { block: waiting, status: 'pending' },
        { block: stopped, status: 'cancelled' },
      ],
      isCalling: false,
    })
  })

  test('a call that somebody stopped is cancelled even where it had begun', async () => {
    const stopped = call()
    const begun = await calling([stopped], ['cancelled'])
    await left.keep(begun.session_id, { events: [called(begun, begun.turn.id, stopped, 'write')] })
    expect((await readTurn(left.store, begun.claimed)).calls).toEqual([{ block: stopped, status: 'cancelled' }])
  })

  test.each(['none', 'read', 'write', null] as const)('a call that had begun says its effect: %s', async (effect) => {
    const [first, second] = [call(), call()]
    const begun = await calling([first, second])
    await left.keep(begun.session_id, { events: [called(begun, begun.turn.id, first, effect)] })
    expect((await readTurn(left.store, begun.claimed)).calls).toEqual([
      { block: first, status: 'begun', side_effects: effect },
      { block: second, status: 'pending' },
    ])
  })

  test('what was called in another turn says nothing of a call of this one', async () => {
    const block = call()
    const begun = await calling([block])
    await left.keep(begun.session_id, { events: [called(begun, 'another turn', block, 'write')] })
    expect((await readTurn(left.store, begun.claimed)).calls).toEqual([{ block, status: 'pending' }])
  })

  test('a call that has ended is not open, and neither is one of an answer before the last', async () => {
    const [early, done, failed, open] = [call(), call(), call(), call()]
    const begun = await calling([early])
    const { session_id, asked, turn, question } = begun
    const last = begun.answer({ stop_reason: 'tool_use' }, { content: [done, failed, open] })
    const statuses = ['succeeded', 'failed', 'pending'] as const
    await left.keep(session_id, {
      messages: chain([last], asked.id),
      tool_calls: [done, failed, open].map(({ id, name }, at) =>
        toolCallOf(last, { id, name, status: statuses[at] ?? 'pending' }),
      ),
    })
    expect(await readTurn(left.store, { ...turn, leaf_id: last.id, is_calling: false })).toEqual({
      path: [question, asked, last],
      calls: [{ block: open, status: 'pending' }],
      isCalling: false,
    })
  })

  test('a call that its answer does not hold cannot be read, whether or not somebody stopped it', async () => {
    const block = call()
    const { session_id, claimed, asked } = await calling([block])
    const unknown = [
      toolCallOf(asked, { name: 'lost' }),
      toolCallOf(asked, { name: 'stopped', status: 'cancelled' }),
    ] as const
    await left.keep(session_id, { tool_calls: [...unknown] })
    expect((await readTurn(left.store, claimed)).calls).toEqual([
      { block, status: 'pending' },
      ...unknown.map(({ id, name }) => ({ block: { type: 'tool_use', id, name, input: {} }, status: 'unreadable' })),
    ])
  })
})
