import { afterAll, beforeAll, expect, test } from 'vitest'
import { END_OF_TURN } from '#lib/events/catalog.ts'
import type { TurnRecord } from '#lib/store/turn-record.ts'
import { calculator } from '#lib/tools/builtins/calculator.ts'
import { builtInTools } from '#lib/tools/source.ts'
import { advance } from '#lib/turn/advance.ts'
import { Steering } from '#lib/turn/steering.ts'
import { takeOver } from '#lib/turn/take-over.ts'
import { type LeftBehind, startLeftBehind } from '#test/support/left-behind.ts'
import { chain, toolCallOf } from '#test/support/session-builder.ts'

const slow: typeof calculator = {
  ...calculator,
  run: (...args) => {
    left.pass(7)
    return calculator.run(...args)
  },
}

let left: LeftBehind
beforeAll(async () => {
  left = await startLeftBehind([builtInTools([slow])])
})
afterAll(() => left.close())

/** A turn that was left after an answer with a call, taken by this process. */
async function taken(status: 'pending' | 'cancelled' | 'succeeded', fields: Partial<TurnRecord> = {}) {
  const begun = await left.begin(fields)
  const { session_id, question } = begun
  const row = toolCallOf(question, { status })
  const content = [{ type: 'tool_use' as const, id: row.id, name: row.name, input: { expression: '2*3' } }]
  const asked = begun.answer({ stop_reason: 'tool_use' }, { content })
  await left.keep(session_id, { messages: chain([asked], question.id), tool_calls: [{ ...row, message_id: asked.id }] })
  const { resumed } = await takeOver(
    left.deps,
    { owner: 'this process', ms: 60_000 },
    { evenLeased: true, session_id, except: [] },
    () => new AbortController().signal,
  )
  const [one] = resumed
  if (!one) throw new Error('the turn cannot be gone on with')
  let stored = 0
  const turn = {
    ...one.turn,
    steering: new Steering(),
    signal: new AbortController().signal,
    onStored: () => (stored += 1),
  }
  return { ...begun, asked, call: row, run: turn, state: one.state, stored: () => stored }
}

const endsOf = (session_id: string, turn_id: string) => left.store.events(session_id, { turn_id, types: END_OF_TURN })

test('a turn whose calls somebody stopped ends as cancelled by that person, and no model is called', async () => {
  const { session_id, turn, run, state, stored } = await taken('cancelled')
  await advance(left.deps, run, state)
  expect(await endsOf(session_id, turn.id)).toMatchObject([
    { type: 'turn.cancelled', actor: 'user', payload: { message_id: null } },
  ])
  expect(await left.store.llmCalls(session_id)).toEqual([])
  expect((await left.store.session(session_id))?.state).toBe('idle')
  expect(stored()).toBe(1)
})

test('a call that was left is run, timed by the clock in milliseconds, and the model answers', async () => {
  const { session_id, turn, run, state, call } = await taken('pending')
  await advance(left.deps, run, state)
  const [done] = await left.store.events(session_id, { turn_id: turn.id, types: ['tool.completed'] })
  expect(done?.payload).toMatchObject({ tool_use_id: call.id, name: 'calculator', duration_ms: 7 })
  const path = await left.store.path(session_id)
  expect(path.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'assistant'])
  expect(await endsOf(session_id, turn.id)).toMatchObject([
    {
      type: 'turn.completed',
      actor: 'system',
      payload: { message_id: path.at(-1)?.id, model: path.at(-1)?.metadata.model, llm_calls: 2 },
    },
  ])
})

test.each([
  ['demo:test', 'demo:test'],
  [null, 'demo:anthropic'],
])('a turn whose last answer is whole ends with the model that gave it: %s is told as %s', async (model, told) => {
  const { session_id, turn, run, state, answer } = await taken('pending')
  const last = answer({ model, stop_reason: 'end_turn' })
  await advance(left.deps, run, { ...state, path: [...state.path, last], calls: [] })
  const [end, ...more] = await endsOf(session_id, turn.id)
  expect([end?.type, end?.payload, more]).toEqual([
    'turn.completed',
    { message_id: last.id, model: told, llm_calls: 2, cost_usd: '0.000246', unpriced_calls: 0 },
    [],
  ])
})

test('a turn that cannot be gone on with is refused by its name, and nothing is stored of it', async () => {
  const { session_id, turn, run, state } = await taken('pending')
  const refusal = `turn ${turn.id} cannot be gone on with`
  await expect(advance(left.deps, run, { ...state, isCalling: true })).rejects.toThrow(refusal)
  expect(await endsOf(session_id, turn.id)).toEqual([])
})
