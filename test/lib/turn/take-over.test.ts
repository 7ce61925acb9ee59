import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '#lib/canonical/id.ts'
import type { Message } from '#lib/canonical/message.ts'
import { LOCAL_OWNER } from '#lib/principal.ts'
import type { ClaimedTurn } from '#lib/store/turn-record.ts'
import type { ToolQuestion } from '#lib/tools/source.ts'
import { showEnd, takeOver } from '#lib/turn/take-over.ts'
import { type LeftBehind, type LeftTurn, REMOVED, startLeftBehind } from '#test/support/left-behind.ts'
import { chain, eventOf, llmCallOf, messageOf, toolCallOf } from '#test/support/session-builder.ts'

const LEASE = { owner: 'this process', ms: 60_000 }

const questions: ToolQuestion[] = []
const source = {
  name: 'recorded',
  tools: (question: ToolQuestion) => {
    questions.push(question)
    return Promise.resolve([])
  },
}

let left: LeftBehind
beforeAll(async () => {
  left = await startLeftBehind([source])
})
afterAll(() => left.close())

const neverGiveUp = () => new AbortController().signal

/** What is left of one session is taken. */
const take = (session_id: string, giveUpOf: (turn: ClaimedTurn) => AbortSignal = neverGiveUp) =>
  takeOver(left.deps, LEASE, { evenLeased: true, session_id, except: [] }, giveUpOf)

/** The answer that calls a tool is stored, and the tool has not begun: this turn can be gone on with. */
async function calledTool({ session_id, question, answer }: LeftTurn): Promise<Message> {
  const row = toolCallOf(question)
  const content = [{ type: 'tool_use' as const, id: row.id, name: row.name, input: { expression: '2*3' } }]
  const asked = answer({ stop_reason: 'tool_use' }, { content })
  await left.keep(session_id, { messages: chain([asked], question.id), tool_calls: [{ ...row, message_id: asked.id }] })
  return asked
}

const startOf = async ({ session_id, turn }: LeftTurn) =>
  (await left.store.events(session_id, { turn_id: turn.id, types: ['turn.started'] }))[0]

describe('a turn that can be gone on with', () => {
  test('is given back with all that it was started with, and whoever watches is told', async () => {
    const earlier = await left.begin()
    await left.keep(earlier.session_id, {
      turn: { type: 'end', id: earlier.turn.id, state: 'completed', ended_at: earlier.turn.started_at },
    })
    const begun = await left.begin({
      session_id: earlier.session_id,
      started_by: 'somebody',
      system_prompt: 'Be brief.',
      settings: { temperature: 0.5 },
    })
    const { session_id, turn, question } = begun
    const asked = await calledTool(begun)
    const claims: string[] = []
    const { resumed, ended } = await take(session_id, ({ id }) => {
      claims.push(id)
      return neverGiveUp()
    })
    expect(ended).toEqual([])
    expect(claims).toEqual([turn.id])
    expect(resumed).toHaveLength(1)
    const [one] = resumed
    expect(one?.turn).toMatchObject({
      principal: { id: 'somebody', role: 'member', teams: ['team of somebody'] },
      session_id,
      turn_id: turn.id,
      model: { id: 'demo:anthropic' },
      routing: turn.routing,
      system_prompt: 'Be brief.',
      settings: { temperature: 0.5 },
    })
    expect(one?.state).toMatchObject({
      path: [earlier.question, question, asked],
      calls: [{ block: asked.content[0], status: 'pending' }],
      isCalling: false,
    })
    const started = await startOf(begun)
    expect(started).toMatchObject({ type: 'turn.started', turn_id: turn.id })
    expect(left.told(session_id)).toEqual([{ type: 'resumed', event: started }])
    expect(left.log.entries).toContainEqual({
      level: 'info',
      message: 'a turn is gone on with',
      fields: { session_id, turn_id: turn.id },
    })
    expect(one?.turn.journal.event('turn.cancelled', { message_id: null }).parent_event_id).toBe(started?.id)
    expect(one?.turn.journal.expect).toEqual({ type: 'leased', turn_id: turn.id, owner: LEASE.owner })
    expect(questions.at(-1)).toMatchObject({
      session: { id: session_id },
      principal: { id: 'somebody', role: 'member', teams: ['team of somebody'] },
    })
  })

  test('goes on where its first event is lost, and nothing is told of it', async () => {
    const begun = await left.begin({ started: null })
    await calledTool(begun)
    const { resumed } = await take(begun.session_id)
    expect(resumed.map(({ turn }) => turn.turn_id)).toEqual([begun.turn.id])
    expect(left.told(begun.session_id)).toEqual([])
    expect(resumed[0]?.turn.journal.event('turn.cancelled', { message_id: null }).parent_event_id).toBeNull()
  })

  test('is all that is asked for: where none is lost the store is asked to end nothing', async () => {
    const begun = await left.begin()
    await calledTool(begun)
    let asked = 0
    const store: LeftBehind['store'] = {
      ...left.store,
      recover: (only) => {
        asked += 1
        return left.store.recover(only)
      },
    }
    const which = { evenLeased: true, session_id: begun.session_id, except: [] }
    await takeOver({ ...left.deps, store }, LEASE, which, neverGiveUp)
    expect(asked).toBe(0)
  })
})

describe('a turn that cannot be gone on with is ended', () => {
  const endOf = async (session_id: string) =>
    (await left.store.events(session_id)).filter(({ type }) => type === 'turn.failed').map(({ turn_id }) => turn_id)

  test('where a model was called', async () => {
    const { session_id, turn } = await left.begin()
    const { resumed, ended } = await take(session_id)
    expect(resumed).toEqual([])
    expect(ended).toEqual([{ session_id, turn_id: turn.id, message_id: expect.stringMatching(/./) }])
    expect(await endOf(session_id)).toEqual([turn.id])
    expect(left.told(session_id)).toEqual([])
  })

  test('where its row cannot be read', async () => {
    const begun = await left.begin()
    await calledTool(begun)
    await left.damage(begun.turn.id)
    const { resumed, ended } = await take(begun.session_id)
    expect([resumed, ended.map(({ turn_id }) => turn_id)]).toEqual([[], [begun.turn.id]])
    expect(await endOf(begun.session_id)).toEqual([begun.turn.id])
    expect(await left.store.session(begun.session_id)).toMatchObject({ state: 'idle' })
  })

  test('where its model is there no more', async () => {
    const begun = await left.begin({ model: 'gone:model' })
    await calledTool(begun)
    const { resumed, ended } = await take(begun.session_id)
    expect([resumed, ended.map(({ turn_id }) => turn_id)]).toEqual([[], [begun.turn.id]])
    expect(left.told(begun.session_id)).toEqual([])
  })

  test('where who began it was removed, and nobody would be there to pay for it', async () => {
    const begun = await left.begin({ started_by: REMOVED })
    await calledTool(begun)
    const { resumed, ended } = await take(begun.session_id)
    expect([resumed, ended.map(({ turn_id }) => turn_id)]).toEqual([[], [begun.turn.id]])
    expect(await endOf(begun.session_id)).toEqual([begun.turn.id])
  })

  test('where its session was deleted', async () => {
    const begun = await left.begin()
    await calledTool(begun)
    await left.store.discardSession(LOCAL_OWNER, begun.session_id)
    const { resumed, ended } = await take(begun.session_id)
    expect([resumed, ended.map(({ turn_id }) => turn_id)]).toEqual([[], [begun.turn.id]])
    expect(left.told(begun.session_id)).toEqual([])
  })

  test('with all that began together with it, and no turn of another session', async () => {
    const first = await left.begin()
    const { session_id, question } = first
    await calledTool(first)
    const second = await left.begin({ session_id, question, lane: 1, model: 'gone:model', started: { lane: 1 } })
    await calledTool(second)
    const other = await left.begin()
    await calledTool(other)
    const { resumed, ended } = await takeOver(left.deps, LEASE, { evenLeased: true, except: [] }, neverGiveUp)
    const ids = resumed.map(({ turn }) => turn.turn_id)
    expect(ids).toContain(other.turn.id)
    expect(ids).not.toContain(first.turn.id)
    expect(ended.map(({ turn_id }) => turn_id).sort()).toEqual([first.turn.id, second.turn.id].sort())
  })
})

describe('the end that another process made of a turn', () => {
  /** With an answer, what it took, and the event of its end. */
  async function completed(begun: LeftTurn) {
    const { session_id, turn, question } = begun
    const message = begun.answer()
    const end = eventOf(
      { id: session_id },
      'turn.completed',
      { message_id: message.id, model: 'demo:test', llm_calls: 1, cost_usd: '0.000123' },
      { turn_id: turn.id },
    )
    const call = llmCallOf({ id: session_id }, { turn_id: turn.id, message_id: message.id })
    await left.keep(session_id, {
      messages: chain([message], question.id),
      events: [end],
      llm_calls: [call],
      turn: { type: 'end', id: turn.id, state: 'completed', ended_at: turn.started_at },
    })
    return { message, end }
  }

  const updated = async (session_id: string) => ({ type: 'updated', session: await left.store.session(session_id) })

  async function shown({ session_id, turn }: LeftTurn, message_id?: string | null) {
    const recovered = message_id === undefined ? undefined : { session_id, turn_id: turn.id, message_id }
    await showEnd(left.deps, session_id, turn.id, recovered)
    return left.told(session_id)
  }

  test('is shown with its answer, with what it took, its event and its session', async () => {
    const begun = await left.begin()
    const { message, end } = await completed(begun)
    const [turn_total] = await left.store.turnTotals(begun.session_id, [begun.turn.id])
    expect(turn_total).toMatchObject({ turn_id: begun.turn.id, calls: 1, cost_usd: '0.000123' })
    expect(await shown(begun)).toEqual([
      { type: 'appended', message, parent_id: begun.question.id, turn_total, beside: false },
      { type: 'event', event: end },
      await updated(begun.session_id),
    ])
  })

  test('is that of this turn, and not of one that followed', async () => {
    const begun = await left.begin()
    const { message, end } = await completed(begun)
    const later = await left.begin({ session_id: begun.session_id })
    await completed(later)
    const told = await shown(begun)
    expect(told).toHaveLength(3)
    expect(told).toMatchObject([
      { type: 'appended', message: { id: message.id } },
      { type: 'event', event: { id: end.id } },
      { type: 'updated' },
    ])
  })

  test.each([
    [{ lane: 1 }, true],
    [{ lane: 2 }, true],
    [{ lane: 0 }, false],
    [{}, false],
    [null, false],
  ])('is beside the active path by what began it: %j is %s', async (started, beside) => {
    const first = await left.begin({ started: { lane: beside ? 0 : 1 } })
    const begun = await left.begin({ session_id: first.session_id, question: first.question, lane: 1, started })
    await completed(begun)
    expect((await shown(begun))[0]).toMatchObject({ type: 'appended', beside })
  })

  test('is shown by the message that recovery left rather than by the one that its event names', async () => {
    const begun = await left.begin()
    const { end } = await completed(begun)
    const recovered = begun.answer({ status: 'error', error: { error_class: 'other', message: 'cut' } })
    await left.keep(begun.session_id, { messages: chain([recovered], begun.question.id) })
    const told = await shown(begun, recovered.id)
    expect(told).toMatchObject([
      { type: 'appended', message: recovered, parent_id: begun.question.id },
      { type: 'event', event: end },
      { type: 'updated' },
    ])
  })

  test('of no turn that is known is its message alone, on the active path, and no event of another turn', async () => {
    const begun = await left.begin({ started: { lane: 1 } })
    const { session_id, question } = begun
    await completed(begun)
    const message = messageOf({ id: session_id }, { metadata: {} })
    await left.keep(session_id, { messages: chain([message], question.id) })
    await showEnd(left.deps, session_id, undefined, { session_id, turn_id: null, message_id: message.id })
    expect(left.told(session_id)).toEqual([
      { type: 'appended', message, parent_id: question.id, turn_total: undefined, beside: false },
      await updated(session_id),
    ])
  })

  test('without a message is its event', async () => {
    for (const payload of [
      { type: 'turn.failed', payload: { error_class: 'other', message: 'cut' } },
      { type: 'turn.cancelled', payload: { message_id: null } },
    ] as const) {
      const begun = await left.begin()
      const { session_id, turn } = begun
      const end = eventOf({ id: session_id }, payload.type, payload.payload, { turn_id: turn.id })
      await left.keep(session_id, { events: [end] })
      expect(await shown(begun, null)).toEqual([{ type: 'event', event: end }, await updated(session_id)])
    }
  })

  test('whose message is gone is its event', async () => {
    const begun = await left.begin()
    const { end } = await completed(begun)
    expect(await shown(begun, newId())).toEqual([{ type: 'event', event: end }, await updated(begun.session_id)])
  })

  test('that is not stored is the session alone, and of a session that is gone it is nothing', async () => {
    const begun = await left.begin()
    expect(await shown(begun)).toEqual([await updated(begun.session_id)])
    const gone = await left.begin()
    await left.store.deleteSession(gone.session_id)
    expect(await shown(gone)).toEqual([])
  })
})
