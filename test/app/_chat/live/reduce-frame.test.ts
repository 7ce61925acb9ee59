import { describe, expect, test } from 'vitest'
import { answerContent } from '#app/_chat/live/live-answer.ts'
import { isHeadAwaited } from '#app/_chat/live/message-tree.ts'
import { reduceFrame, reduceFrames } from '#app/_chat/live/reduce-frame.ts'
import { EMPTY_SESSION, markTurn, type SessionState, withOlder } from '#app/_chat/live/session-state.ts'
import { type ContentBlock, textOf } from '#lib/canonical/block.ts'
import type { PublicMessage } from '#lib/canonical/public-message.ts'
import type { LastTurn, SessionFrame } from '#lib/events/frame.ts'
import { frame, message, SESSION, snapshot, started, total } from '../frame-builder.ts'

const stateAfter = (...frames: SessionFrame[]) => reduceFrames(EMPTY_SESSION, [snapshot(), ...frames])
const ids = (state: SessionState) => state.tree.path.map(({ id }) => id)
const text = (value: string, index = 0, at = 0) =>
  frame('text.delta', { message_id: 'M2', content_block_index: index, text: value }, { at })
const covering = (...names: string[]) => snapshot({ messages: names.map((id) => message(id, 'user', id)) })
const older = (...messages: PublicMessage[]) => ({ messages, turn_totals: [], places: [] })
const moved = (message_id: string, last_turn: LastTurn | null = null) =>
  frame('head.moved', { message_id, last_turn }, { turn_id: null })
const usage = { input_tokens: 1, output_tokens: 1, cached_input_tokens: 0, cache_creation_input_tokens: 0 }

describe('a snapshot', () => {
  test('brings the session, its messages and the running turn', () => {
    const state = reduceFrame(
      EMPTY_SESSION,
      snapshot({ messages: [message('M1', 'user', 'Hi')], turn: { turn_id: 'T1', state: 'running' } }),
    )
    expect(state.session).toEqual(SESSION)
    expect(ids(state)).toEqual(['M1'])
    expect(state.turn).toEqual({ turn_id: 'T1', state: 'running', retry: null })
  })

  test('carries an answer in the making, and the next delta goes on in the same block', () => {
    const state = reduceFrames(EMPTY_SESSION, [
      snapshot({ partial: { message_id: 'M2', model: 'a:model', content: [{ type: 'text', text: 'Hel' }] } }),
      text('lo'),
    ])
    expect(state.answer && answerContent(state.answer)).toEqual([{ type: 'text', text: 'Hello' }])
    expect(state.answer?.model).toBe('a:model')
  })

  test.each([
    ['as raw text', { input: {}, raw_input: '{"a":' }, '1}', { a: 1 }],
    ['not at all', { input: {} }, '{"a":1}', { a: 1 }],
    ['whole', { input: { a: 1 } }, '', { a: 1 }],
  ])('carries a tool call whose arguments arrived %s', (_how, call, rest, input) => {
    const state = reduceFrames(EMPTY_SESSION, [
      snapshot({
        partial: {
          message_id: 'M2',
          model: 'a:model',
          content: [{ type: 'tool_use', id: 'tu_1', name: 'calc', ...call }],
        },
      }),
      frame('tool.use_input_delta', {
        message_id: 'M2',
        content_block_index: 0,
        tool_use_id: 'tu_1',
        partial_json: rest,
      }),
    ])
    expect(state.answer && answerContent(state.answer)).toEqual([{ type: 'tool_use', id: 'tu_1', name: 'calc', input }])
  })

  test('shows a message that is still being written once', () => {
    const state = reduceFrame(
      EMPTY_SESSION,
      snapshot({
        messages: [message('M1', 'user', 'Hi'), message('M2', 'assistant', 'Hel', { status: 'partial' })],
        partial: { message_id: 'M2', model: 'a:model', content: [{ type: 'text', text: 'Hello' }] },
      }),
    )
    expect(ids(state)).toEqual(['M1'])
  })

  test('after a lost connection keeps older pages and replaces what it covers', () => {
    const before = withOlder(
      reduceFrame(EMPTY_SESSION, covering('M3', 'M4', 'M5')),
      older(message('M1', 'user', 'one'), message('M2', 'user', 'two')),
    )
    const branch = message('M6', 'user', 'six', {}, 'M4')
    const after = reduceFrame(before, snapshot({ messages: [message('M4', 'user', 'four'), branch] }))
    expect(ids(after)).toEqual(['M1', 'M2', 'M3', 'M4', 'M6'])
    expect(textOf(after.tree.path[3]?.content ?? [])).toBe('four')
  })

  test('leaves the messages that it only repeats the objects that they were', () => {
    const before = reduceFrame(EMPTY_SESSION, covering('M1', 'M2'))
    const after = reduceFrame(before, covering('M1', 'M2', 'M3'))
    expect(after.tree.path.slice(0, 2)).toEqual(before.tree.path)
    for (const [index, each] of before.tree.path.entries()) expect(after.tree.path[index]).toBe(each)
  })

  test('that does not reach back to what is known stands alone, for nothing would fill the hole between', () => {
    const before = reduceFrame(EMPTY_SESSION, covering('M1', 'M2'))
    expect(ids(reduceFrame(before, covering('M4', 'M5')))).toEqual(['M4', 'M5'])
  })
})

describe('an answer', () => {
  test('grows by deltas and is replaced by its final message', () => {
    const growing = stateAfter(
      started,
      frame('message.start', { message_id: 'M2', model: 'p:m' }),
      text('Hel'),
      text('lo'),
    )
    expect(growing.answer).toMatchObject({ message_id: 'M2', model: 'p:m' })
    expect(growing.answer && answerContent(growing.answer)).toEqual([{ type: 'text', text: 'Hello' }])

    const final = message('M2', 'assistant', 'Hello!')
    const done = reduceFrame(growing, frame('message.appended', { message: final }))
    expect(done.answer).toBeNull()
    expect(done.tree.path).toEqual([final])
  })

  test('leaves the messages before it the objects that they are while it grows', () => {
    const before = stateAfter(frame('message.appended', { message: message('M1', 'user', 'Hi') }), started)
    const growing = reduceFrames(before, [text('Hel'), text('lo')])
    expect(growing.tree).toBe(before.tree)
    expect(growing.results).toBe(before.results)
  })

  test('is what message.complete says, whatever the deltas summed up to', () => {
    const state = stateAfter(
      text('Helo'),
      frame('message.complete', {
        message_id: 'M2',
        stop_reason: 'end_turn',
        final_content: [{ type: 'text', text: 'Hello' }],
        usage,
        model: 'p:m-2',
        provider: 'p',
        latency_ms: 1,
        time_to_first_token_ms: 1,
      }),
    )
    expect(state.answer?.model).toBe('p:m-2')
    expect(state.answer && answerContent(state.answer)).toEqual([{ type: 'text', text: 'Hello' }])
  })

  test('ignores deltas that come after its final message', () => {
    const done = stateAfter(frame('message.appended', { message: message('M2', 'assistant', 'Hello') }))
    expect(reduceFrame(done, text('Hello'))).toBe(done)
  })

  test('remembers from the frames how long it thought', () => {
    const thinking = (at: number) =>
      frame('thinking.delta', { message_id: 'M2', content_block_index: 0, text: 'hm' }, { at })
    const state = stateAfter(thinking(1), thinking(2), text('So', 1, 4), text(' then', 1, 5))
    const span = { since: '2026-05-08T12:00:01.000000Z', until: '2026-05-08T12:00:04.000000Z' }
    expect(state.answer?.thinking).toEqual(span)
  })

  describe('that thinks while the connection is lost', () => {
    const second = (at: number) => `2026-05-08T12:00:${String(at).padStart(2, '0')}.000000Z`
    const thinking = (at: number) =>
      frame('thinking.delta', { message_id: 'M2', content_block_index: 0, text: 'hm' }, { at })
    const resumed = (...content: ContentBlock[]) =>
      snapshot({ partial: { message_id: 'M2', model: 'a:model', content } })
    const thought: ContentBlock = { type: 'thinking', text: 'hm' }
    const said: ContentBlock = { type: 'text', text: 'So' }

    test('has thought since it began, not since the connection came back', () => {
      const state = stateAfter(thinking(1), resumed(thought), thinking(40), text('So', 1, 41))
      expect(state.answer?.thinking).toEqual({ since: second(1), until: second(41) })
    })

    test('keeps the time of thinking that was over before', () => {
      const state = stateAfter(thinking(1), text('S', 1, 3), resumed(thought, said), text('o', 1, 40))
      expect(state.answer?.thinking).toEqual({ since: second(1), until: second(3) })
    })

    test.each([
      ['it began before the page was there', [resumed(thought), thinking(40)]],
      ['it ended while nobody watched', [thinking(1), resumed(thought, said)]],
    ])('has no time that is known when %s', (_when, frames) => {
      expect(stateAfter(...frames, text('So', 1, 41)).answer?.thinking?.since).toBeNull()
    })
  })
})

describe('messages', () => {
  test('that arrive twice are there once', () => {
    const appended = frame('message.appended', { message: message('M1', 'user', 'Hi') })
    expect(ids(stateAfter(appended, appended))).toEqual(['M1'])
  })

  test('of an older page come first', () => {
    const state = stateAfter(frame('message.appended', { message: message('M3', 'user', 'x') }))
    const page = older(message('M1', 'user', 'a'), message('M2', 'assistant', 'b'))
    expect(ids(withOlder(state, page))).toEqual(['M1', 'M2', 'M3'])
    expect(withOlder(state, older())).toBe(state)
  })

  test('of an older page of another path are kept for when that one is shown again', () => {
    const elsewhere = stateAfter(frame('message.appended', { message: message('M9', 'user', 'x', {}, null) }))
    const state = withOlder(elsewhere, older(message('M1', 'user', 'a'), message('M2', 'assistant', 'b')))
    expect(ids(state)).toEqual(['M9'])
    expect(ids(reduceFrame(state, moved('M2')))).toEqual(['M1', 'M2'])
  })
})

describe('what a turn took', () => {
  const totalsOf = (state: SessionState) => [...state.totals.values()]
  const [one, two, three] = [total({ cost_usd: '1' }), total({ cost_usd: '2', calls: 2 }), total({ turn_id: 'T3' })]

  test('comes with the messages of its calls, and the last word on it counts', () => {
    const called = message('M2', 'assistant', 'a', { turn_id: 'T1' })
    const answered = message('M4', 'assistant', 'b', { turn_id: 'T1' }, 'M2')
    const first = stateAfter(frame('message.appended', { message: called, turn_total: one }))
    expect(totalsOf(first)).toEqual([one])
    const tool = message('M3', 'tool', 'r', { turn_id: 'T1' })
    const last = [
      frame('message.appended', { message: tool }),
      frame('message.appended', { message: answered, turn_total: two }),
    ]
    expect(totalsOf(reduceFrames(first, last))).toEqual([two])
  })

  test('is kept through a snapshot, which may say something newer of it', () => {
    const before = stateAfter(snapshot({ turn_totals: [one, three] }))
    expect(totalsOf(reduceFrame(before, snapshot({ turn_totals: [two] })))).toEqual([two, three])
  })

  test('comes with an older page, and is not what was said of it after that was asked for', () => {
    const state = stateAfter(
      frame('message.appended', { message: message('M3', 'assistant', 'x', { turn_id: 'T1' }), turn_total: two }),
    )
    const messages = [message('M1', 'user', 'a'), message('M2', 'assistant', 'b')]
    const page = { messages, turn_totals: [one, three], places: [] }
    expect(totalsOf(withOlder(state, page))).toEqual([two, three])
  })
})

describe('the path', () => {
  const append = (id: string, parent?: string) =>
    frame('message.appended', { message: message(id, 'user', id, {}, parent) })
  const branched = stateAfter(append('M1'), append('M2'), append('M3'), append('M4'), append('M5', 'M2'))

  test('leaves a branch at once for a message that hangs elsewhere, and goes on from there', () => {
    expect(ids(branched)).toEqual(['M1', 'M2', 'M5'])
    expect(ids(reduceFrame(branched, append('M6', 'M5')))).toEqual(['M1', 'M2', 'M5', 'M6'])
  })

  test('is where the head of a turn that begins elsewhere is said to be', () => {
    const asked = reduceFrame(branched, frame('turn.started', { message_id: 'M5', content_hash: 'h' }))
    expect(reduceFrame(asked, moved('M5'))).toBe(asked)
  })

  test('goes back to a branch with the head, message by message as it was', () => {
    const before = stateAfter(append('M1'), append('M2'), append('M3'), append('M4'))
    const back = reduceFrames(before, [append('M5', 'M2'), moved('M4')])
    expect(ids(back)).toEqual(['M1', 'M2', 'M3', 'M4'])
    for (const [index, each] of before.tree.path.entries()) expect(back.tree.path[index]).toBe(each)
  })

  test('says how the turn of its own last message ended', () => {
    const last_turn = { turn_id: 'T1', outcome: 'failed' as const, error_class: 'auth' as const, message: 'refused' }
    expect(reduceFrame(branched, moved('M4', last_turn)).outcome).toMatchObject({ state: 'failed', message: 'refused' })
    expect(reduceFrames(branched, [moved('M4', last_turn), moved('M5')]).outcome).toBeNull()
  })

  test('stays while the message that it shall end with is awaited', () => {
    const awaiting = reduceFrame(branched, moved('M9'))
    expect(ids(awaiting)).toEqual(['M1', 'M2', 'M5'])
    expect(isHeadAwaited(awaiting.tree)).toBe(true)
    const arrived = reduceFrame(awaiting, covering('M8', 'M9'))
    expect(ids(arrived)).toEqual(['M8', 'M9'])
    expect(isHeadAwaited(arrived.tree)).toBe(false)
  })

  test('holds the new words of a message that comes again, on whatever branch it is', () => {
    const again = (id: string, parent: string) =>
      frame('message.appended', { message: message(id, 'user', 'anew', {}, parent) })
    const state = reduceFrames(branched, [again('M2', 'M1'), again('M4', 'M3')])
    expect(ids(state)).toEqual(['M1', 'M2', 'M5'])
    expect(textOf(state.tree.path[1]?.content ?? [])).toBe('anew')
    expect(textOf(reduceFrame(state, moved('M4')).tree.path[3]?.content ?? [])).toBe('anew')
  })
})

describe('a turn', () => {
  test('runs from turn.started to its end', () => {
    expect(stateAfter(started).turn).toEqual({ turn_id: 'T1', state: 'running', retry: null })
    const end = frame('turn.completed', { message_id: 'M2', model: 'p:m', llm_calls: 1, cost_usd: null })
    expect(stateAfter(started, end)).toMatchObject({ turn: null, outcome: { state: 'completed' } })
  })

  test('is not ended by the end of another', () => {
    const other = frame('turn.cancelled', { message_id: null }, { turn_id: 'T0' })
    const state = stateAfter(started)
    expect(reduceFrame(state, other)).toBe(state)
  })

  test('that failed leaves its reason until the next one starts', () => {
    const failed = stateAfter(started, frame('turn.failed', { error_class: 'auth', message: 'key refused' }))
    expect(failed.outcome).toEqual({ state: 'failed', error_class: 'auth', message: 'key refused' })
    const next = frame('turn.started', { message_id: 'M3', content_hash: 'h' }, { turn_id: 'T2' })
    expect(reduceFrame(failed, next).outcome).toBeNull()
  })

  test.each([
    [{ outcome: 'completed' as const }, { state: 'completed' }],
    [{ outcome: 'cancelled' as const }, { state: 'cancelled' }],
    [
      { outcome: 'failed' as const, error_class: 'auth' as const, message: 'key refused' },
      { state: 'failed', error_class: 'auth', message: 'key refused' },
    ],
  ])('that a snapshot says has %j ends the same as for whoever watched it', (last, outcome) => {
    expect(stateAfter(snapshot({ last_turn: { turn_id: 'T1', ...last } })).outcome).toEqual(outcome)
    const failed = stateAfter(started, frame('turn.failed', { error_class: 'auth', message: 'key refused' }))
    expect(reduceFrame(failed, snapshot({ last_turn: { turn_id: 'T1', ...last } })).outcome).toEqual(outcome)
  })

  test('is only kept in memory from the word of it until it is stored or over', () => {
    const problem = { kind: 'full', message: 'The disk is full.' } as const
    const waiting = stateAfter(started, frame('storage.changed', { problem }))
    expect(waiting.storage).toEqual(problem)
    expect(reduceFrame(waiting, frame('storage.changed', { problem: null })).storage).toBeNull()
    expect(reduceFrame(waiting, frame('turn.cancelled', { message_id: null })).storage).toBeNull()
    expect(stateAfter(snapshot({ storage: problem })).storage).toEqual(problem)
    expect(reduceFrame(waiting, snapshot()).storage).toBeNull()
  })

  test('says which attempt failed while it waits for the next', () => {
    const call = { request_id: 'r', model: 'p:m', provider: 'p', attempt: 1 }
    const failed = frame('llm.call_failed', {
      ...call,
      error_class: 'rate_limit',
      provider_status: 429,
      retry_count: 0,
      delay_ms: 900,
    })
    const waiting = stateAfter(started, failed)
    expect(waiting.turn?.retry).toEqual({ attempt: 1, error_class: 'rate_limit' })
    const counts = { message_count: 1, tool_count: 0, estimated_input_tokens: 1 }
    const again = frame('llm.call_started', { ...call, ...counts, attempt: 2 })
    expect(reduceFrame(waiting, again)).toBe(waiting)
    const nextCall = frame('llm.call_started', { ...call, ...counts })
    expect(reduceFrame(waiting, nextCall).turn?.retry).toBeNull()
    const final = frame('llm.call_failed', {
      ...call,
      attempt: 2,
      error_class: 'rate_limit',
      provider_status: 429,
      retry_count: 1,
      delay_ms: null,
    })
    expect(reduceFrame(waiting, final).turn?.retry).toBeNull()
  })

  test('that the user stops is cancelling until the stream confirms it', () => {
    const state = markTurn(stateAfter(started), 'T1', 'cancelling')
    expect(state.turn?.state).toBe('cancelling')
    expect(markTurn(state, 'T1', 'cancelling')).toBe(state)
    const stopped = reduceFrame(state, frame('turn.cancelled', { message_id: null }))
    expect(stopped).toMatchObject({ turn: null, outcome: { state: 'cancelled' } })
  })

  test('is not marked for what was asked of another', () => {
    const state = stateAfter(started)
    expect(markTurn(state, 'T0', 'cancelling')).toBe(state)
  })

  test('keeps the reasons for its model', () => {
    const payload = { chosen_model: 'p:m', mode: 'default' as const, reason: 'r', estimated_input_tokens: 1, chain: [] }
    expect(stateAfter(frame('route.decided', payload)).routes.get('T1')).toEqual(payload)
  })
})

describe('tool calls', () => {
  const tool = { tool_use_id: 'tu_1', name: 'calculator' }
  const called = frame('tool.called', {
    ...tool,
    message_id: 'M2',
    side_effects: 'none',
    input_hash: 'h',
    input_bytes: 1,
  })
  test.each([
    ['running', [], { state: 'running' }],
    [
      'done',
      [frame('tool.completed', { ...tool, duration_ms: 3, output_hash: 'h', output_bytes: 1 })],
      { state: 'done', duration_ms: 3 },
    ],
    ['failed', [frame('tool.failed', { ...tool, reason: 'cancelled' })], { state: 'failed', reason: 'cancelled' }],
    [
      'refused',
      [frame('tool.input_invalid', { ...tool, path: 'a', problem: 'b' })],
      { state: 'failed', reason: 'invalid_input' },
    ],
  ])('are %s as the events say', (_name, frames, expected) => {
    expect(stateAfter(called, ...frames).tools.get('tu_1')).toEqual(expected)
  })
})

describe('the session', () => {
  test('takes over what session.updated says of it, and nothing of others', () => {
    const state = stateAfter()
    const own = frame('session.updated', { session: { ...SESSION, title: 'New' } })
    expect(reduceFrame(state, own).session?.title).toBe('New')
    expect(reduceFrame(state, frame('session.updated', { session: { ...SESSION, id: 'S2' } }))).toBe(state)
  })

  test('has no change of model left to wait for once it took effect', () => {
    const waiting = { ...SESSION, active_model: 'one:big', pending_model: 'two:small' }
    const state = stateAfter(
      frame('session.updated', { session: waiting }),
      frame('session.updated', { session: { ...SESSION, active_model: 'two:small' } }),
    )
    expect(state.session).toMatchObject({ active_model: 'two:small' })
    expect(state.session?.pending_model).toBeUndefined()
  })

  test('knows when it was deleted elsewhere', () => {
    expect(stateAfter(frame('session.deleted', { session_id: 'S1' })).deleted).toBe(true)
    const state = stateAfter()
    expect(reduceFrame(state, frame('session.deleted', { session_id: 'S2' }))).toBe(state)
  })
})

test('what changes nothing returns the same state', () => {
  const state = stateAfter(started, text('a'))
  const unknown = { ...text('a'), type: 'reaction.added' } as unknown as SessionFrame
  expect(reduceFrames(state, [unknown, started, text(''), frame('session.created', { active_model: null })])).toBe(
    state,
  )
})
