import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { monotonicIds } from '#lib/canonical/id.ts'
import type { Session } from '#lib/canonical/session.ts'
import type { StreamEvent } from '#lib/canonical/stream-event.ts'
import type { PersistedEvent } from '#lib/events/catalog.ts'
import type { SessionFrame, Snapshot } from '#lib/events/frame.ts'
import { LiveHub } from '#lib/live/hub.ts'
import { LOCAL_OWNER } from '#lib/principal.ts'
import { member } from '#test/support/member.ts'
import { message } from '#test/support/message-builder.ts'

const SESSION = '01JZ0000000000000000000000'
const TURN = '01JZT000000000000000000000'
const MESSAGE = '01JZA000000000000000000000'

function makeHub(options: Partial<ConstructorParameters<typeof LiveHub>[0]> = {}) {
  return new LiveHub({ newId: monotonicIds(), clock: () => 1_750_000_000_000_000, ...options })
}

function framesOf(...batches: Uint8Array[]): SessionFrame[] {
  return Buffer.concat(batches)
    .toString()
    .split('\n\n')
    .filter((block) => block !== '')
    .map((block) => {
      const [id, data] = block.split('\n')
      const frame = JSON.parse(data?.slice('data: '.length) ?? '') as SessionFrame
      expect(id).toBe(`id: ${frame.id}`)
      return frame
    })
}

function watch(hub: LiveHub, since: string | null = null, sessionId = SESSION) {
  const received: SessionFrame[] = []
  const subscription = hub.subscribe(LOCAL_OWNER, sessionId, since, (batch) => received.push(...framesOf(batch)))
  return { received, subscription, types: () => received.map((frame) => frame.type) }
}

const snapshotOf = (seam: Pick<Snapshot, 'turn' | 'partial'> & Partial<Pick<Snapshot, 'beside'>>): Snapshot => ({
  session: session(),
  messages: [],
  turn_totals: [],
  places: [],
  partial: seam.partial,
  turn: seam.turn,
  beside: seam.beside ?? [],
  last_turn: null,
  storage: null,
  confirmations: [],
  cost_usd: '0',
  unpriced_calls: 0,
})

function session(id = SESSION): Session {
  const created_at = '2026-05-08T12:00:00.000000Z'
  return {
    id,
    owner_id: LOCAL_OWNER.id,
    title: null,
    active_model: null,
    system_prompt: null,
    settings: {},
    title_origin: null,
    pinned: false,
    archived: false,
    folder: null,
    tags: [],
    temporary: false,
    turn: null,
    state: 'idle',
    cost_usd: '0',
    unpriced_calls: 0,
    created_at,
    updated_at: created_at,
  }
}

const delta = (text: string) => ({ type: 'text.delta', content_block_index: 0, text }) as const

function turnEvent(type: 'turn.started' | 'turn.cancelled', id: string): PersistedEvent {
  const payload = type === 'turn.started' ? { message_id: MESSAGE, content_hash: 'h' } : { message_id: null }
  return {
    id,
    timestamp: '2026-05-08T12:00:00.000000Z',
    session_id: SESSION,
    turn_id: TURN,
    parent_event_id: null,
    type,
    actor: 'user',
    payload,
    sensitivity: 'pseudonymous',
  } as PersistedEvent
}

function answer(hub: LiveHub, event: StreamEvent, sessionId = SESSION) {
  hub.publish(sessionId, { type: 'answering', turn_id: TURN, message_id: MESSAGE, event })
}

function streamText(hub: LiveHub, ...pieces: string[]) {
  for (const piece of pieces) answer(hub, delta(piece))
}

test('a watcher gets every frame in order, each with its cursor', () => {
  const hub = makeHub()
  const { received, subscription } = watch(hub)
  subscription.open(subscription.seam ? snapshotOf(subscription.seam) : undefined)
  answer(hub, { type: 'message.start', model: 'demo:x' })
  streamText(hub, 'Hel', 'lo')
  expect(received.map(({ type, payload }) => [type, payload])).toEqual([
    ['snapshot', snapshotOf({ turn: null, partial: null })],
    ['message.start', { model: 'demo:x', message_id: MESSAGE }],
    ['text.delta', { content_block_index: 0, text: 'Hel', message_id: MESSAGE }],
    ['text.delta', { content_block_index: 0, text: 'lo', message_id: MESSAGE }],
  ])
  expect(received[1]).toMatchObject({ session_id: SESSION, turn_id: TURN, timestamp: '2025-06-15T15:06:40.000000Z' })
})

test('a client that comes back with its cursor gets exactly what it missed, and no snapshot', () => {
  const hub = makeHub()
  const first = watch(hub)
  first.subscription.open(snapshotOf({ turn: null, partial: null }))
  streamText(hub, 'a', 'b')
  first.subscription.detach()
  streamText(hub, 'c', 'd')
  const second = watch(hub, first.received.at(-1)?.id)
  expect(second.subscription.seam).toBeNull()
  second.subscription.open()
  streamText(hub, 'e')
  expect(
    [...first.received, ...second.received].flatMap((f) => (f.type === 'text.delta' ? [f.payload.text] : [])),
  ).toEqual(['a', 'b', 'c', 'd', 'e'])
})

test('the cursor of a snapshot alone is good too', () => {
  const hub = makeHub()
  const first = watch(hub)
  first.subscription.open(snapshotOf({ turn: null, partial: null }))
  const cursor = first.received[0]?.id ?? ''
  first.subscription.detach()
  streamText(hub, 'a')
  const second = watch(hub, cursor)
  expect(second.subscription.seam).toBeNull()
  second.subscription.open()
  expect(second.types()).toEqual(['text.delta'])
})

test('an unknown cursor, and one that fell out of memory, get a snapshot', () => {
  const hub = makeHub({ ring: { entries: 2, bytes: 1_000_000 } })
  const first = watch(hub)
  first.subscription.open(snapshotOf({ turn: null, partial: null }))
  streamText(hub, 'a', 'b', 'c', 'd')
  const old = first.received[1]?.id ?? ''
  expect(watch(hub, old).subscription.seam).not.toBeNull()
  expect(watch(hub, '01JZUNKNOWN00000000000000').subscription.seam).not.toBeNull()
})

test('frames between attaching and the snapshot are held back, and follow it', () => {
  const hub = makeHub()
  hub.publish(SESSION, { type: 'event', event: turnEvent('turn.started', '01JZE1') })
  streamText(hub, 'before ')
  const { received, subscription } = watch(hub)
  const seam = subscription.seam
  streamText(hub, 'during ')
  const appended = message('assistant', 'done')
  hub.publish(SESSION, {
    type: 'appended',
    message: { ...appended, session_id: SESSION, id: MESSAGE },
    parent_id: null,
  })
  expect(received).toEqual([])
  expect([...(seam?.later() ?? [])]).toEqual([MESSAGE])
  subscription.open(seam ? snapshotOf(seam) : undefined)
  expect(received.map((frame) => frame.type)).toEqual(['snapshot', 'text.delta', 'message.appended'])
  expect(received[0]?.payload).toMatchObject({
    turn: { turn_id: TURN, state: 'running' },
    partial: { message_id: MESSAGE, content: [{ type: 'text', text: 'before ' }] },
  })
})

test('a cancel shows in a snapshot, and the end of a turn clears it', () => {
  const hub = makeHub()
  hub.publish(SESSION, { type: 'event', event: turnEvent('turn.started', '01JZE1') })
  hub.publish(SESSION, { type: 'cancelling', turn_id: TURN })
  expect(watch(hub).subscription.seam?.turn).toEqual({ turn_id: TURN, state: 'cancelling' })
  hub.publish(SESSION, { type: 'event', event: turnEvent('turn.cancelled', '01JZE2') })
  expect(watch(hub).subscription.seam).toMatchObject({ turn: null, partial: null })
})

test('a stored event is shown under its own id with its whole envelope', () => {
  const hub = makeHub()
  const { received, subscription } = watch(hub)
  subscription.open(snapshotOf({ turn: null, partial: null }))
  const event = turnEvent('turn.started', '01JZE1')
  hub.publish(SESSION, { type: 'event', event })
  expect(received[1]).toEqual(event)
})

describe('a change of one session', () => {
  const [third, other] = ['01JZ0000000000000000000008', '01JZ0000000000000000000009']
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  function open(hub: LiveHub, sessionId: string, since: string | null = null) {
    const batches: Uint8Array[] = []
    const subscription = hub.subscribe(LOCAL_OWNER, sessionId, since, (batch) => batches.push(batch))
    subscription.open(subscription.seam ? snapshotOf(subscription.seam) : undefined)
    const told = () =>
      framesOf(...batches).flatMap((frame) =>
        frame.type === 'snapshot'
          ? []
          : [[frame.session_id, frame.type === 'session.updated' ? frame.payload.session.title : frame.type]],
      )
    return { batches, subscription, told }
  }

  test('reaches its own stream at once, step by step, and only once', () => {
    const hub = makeHub()
    const own = open(hub, SESSION)
    hub.publish(SESSION, { type: 'updated', session: { ...session(), title: 'One' } })
    hub.publish(SESSION, { type: 'updated', session: { ...session(), title: 'Two' } })
    const steps = [
      [SESSION, 'One'],
      [SESSION, 'Two'],
    ]
    expect(own.told()).toEqual(steps)
    vi.advanceTimersByTime(1_000)
    expect(own.told()).toEqual(steps)
  })

  test('reaches the streams of all others a moment later, the last word of each in one write', () => {
    const hub = makeHub({ newsDelayMs: 100 })
    const watcher = open(hub, other)
    hub.publish(SESSION, { type: 'updated', session: { ...session(), title: 'One' } })
    hub.publish(third, { type: 'updated', session: { ...session(third), title: 'Third' } })
    hub.publish(SESSION, { type: 'updated', session: { ...session(), title: 'Two' } })
    vi.advanceTimersByTime(99)
    expect(watcher.told()).toEqual([])
    vi.advanceTimersByTime(1)
    expect(watcher.batches).toHaveLength(2)
    expect(watcher.told()).toEqual([
      [SESSION, 'Two'],
      [third, 'Third'],
    ])
    hub.publish(SESSION, { type: 'deleted', owner_id: LOCAL_OWNER.id })
    vi.advanceTimersByTime(100)
    expect(watcher.told().slice(2)).toEqual([[SESSION, 'session.deleted']])
  })

  test('goes along with what another stream has to say anyway, in one write', () => {
    const hub = makeHub({ newsDelayMs: 100 })
    const busy = open(hub, other)
    hub.publish(SESSION, { type: 'updated', session: { ...session(), title: 'New' } })
    vi.advanceTimersByTime(50)
    expect(busy.told()).toEqual([])
    answer(hub, delta('x'), other)
    expect(busy.batches).toHaveLength(2)
    expect(busy.told()).toEqual([
      [SESSION, 'New'],
      [other, 'text.delta'],
    ])
    vi.advanceTimersByTime(1_000)
    expect(busy.batches).toHaveLength(2)
  })

  test('of one person reaches nobody else, whether a session changed or is gone', () => {
    const hub = makeHub()
    const theirs = 'session-of-somebody'
    const watcher = watch(hub)
    watcher.subscription.open()
    const told: SessionFrame[] = []
    hub.subscribe(member('somebody'), theirs, null, (batch) => told.push(...framesOf(batch))).open()
    hub.publish('mine', { type: 'updated', session: session('mine') })
    hub.publish('another', { type: 'updated', session: { ...session('another'), owner_id: 'somebody' } })
    hub.publish('gone', { type: 'deleted', owner_id: 'somebody' })
    vi.advanceTimersByTime(1_000)
    expect(watcher.received.map(({ session_id }) => session_id)).toEqual(['mine'])
    expect(told.map(({ session_id, type }) => [session_id, type])).toEqual([
      ['another', 'session.updated'],
      ['gone', 'session.deleted'],
    ])
  })

  test('stays with them when a session is handed over, also for a cursor that was theirs', () => {
    const hub = makeHub()
    const before = open(hub, SESSION)
    hub.publish('private', { type: 'updated', session: { ...session('private'), title: 'Secret' } })
    vi.advanceTimersByTime(1_000)
    expect(before.told()).toEqual([['private', 'Secret']])
    const cursor = framesOf(...before.batches).at(-1)?.id ?? ''
    const told: SessionFrame[] = []
    const taking = hub.subscribe(member('somebody'), SESSION, cursor, (batch) => told.push(...framesOf(batch)))
    expect(taking.seam).not.toBeNull()
    taking.open()
    hub.publish(SESSION, { type: 'updated', session: { ...session(), owner_id: 'somebody', title: 'Theirs' } })
    hub.publish('private', { type: 'updated', session: { ...session('private'), title: 'Secret again' } })
    vi.advanceTimersByTime(1_000)
    expect(told.map(({ session_id, type }) => [session_id, type])).toEqual([[SESSION, 'session.updated']])
    expect(before.told()).toHaveLength(1)
  })

  test('reaches whoever watches a session that was deleted', () => {
    const hub = makeHub()
    const watcher = open(hub, other)
    hub.publish(other, { type: 'deleted', owner_id: LOCAL_OWNER.id })
    hub.publish(SESSION, { type: 'updated', session: { ...session(), title: 'Still told' } })
    vi.advanceTimersByTime(1_000)
    expect(watcher.told()).toEqual([
      [other, 'session.deleted'],
      [SESSION, 'Still told'],
    ])
  })

  test('reaches whoever comes back with a cursor from before', () => {
    const hub = makeHub()
    const first = open(hub, other)
    const cursor = framesOf(...first.batches).at(-1)?.id ?? ''
    first.subscription.detach()
    hub.publish(SESSION, { type: 'updated', session: { ...session(), title: 'Meanwhile' } })
    vi.advanceTimersByTime(1_000)
    expect(open(hub, other, cursor).told()).toEqual([[SESSION, 'Meanwhile']])
  })
})

test('what only an adapter may read never leaves', () => {
  const hub = makeHub()
  const { received, subscription } = watch(hub)
  subscription.open(snapshotOf({ turn: null, partial: null }))
  answer(hub, {
    type: 'message.complete',
    stop_reason: 'end_turn',
    final_content: [],
    usage: { input_tokens: 1, output_tokens: 1, cached_input_tokens: 0, cache_creation_input_tokens: 0 },
    model: 'demo:x',
    provider: 'demo',
    latency_ms: 1,
    time_to_first_token_ms: null,
    provider_raw: { secret: 'opaque' },
  })
  hub.publish(SESSION, {
    type: 'appended',
    message: message('assistant', 'done', { provider_raw: { secret: 'opaque' } }),
    parent_id: null,
  })
  expect(received.map((frame) => frame.type)).toEqual(['snapshot', 'message.complete', 'message.appended'])
  expect(JSON.stringify(received)).not.toContain('opaque')
})

test('what nobody watches is forgotten beyond its bound, what somebody watches is not', () => {
  const hub = makeHub({ idleSize: 5_000 })
  const watched = watch(hub, null, 'watched')
  watched.subscription.open(snapshotOf({ turn: null, partial: null }))
  const cursors = Array.from({ length: 100 }, (_, index) => {
    const { subscription } = watch(hub, null, `session-${index}`)
    subscription.open(snapshotOf({ turn: null, partial: null }))
    subscription.detach()
    return subscription.seam?.cursor ?? ''
  })
  const known = cursors.filter(
    (cursor, index) => hub.subscribe(LOCAL_OWNER, `session-${index}`, cursor, () => {}).seam === null,
  )
  expect(known.length).toBeGreaterThan(0)
  expect(known.length).toBeLessThan(10)
  answer(hub, delta('still here'), 'watched')
  expect(watched.types()).toEqual(['snapshot', 'text.delta'])
})

test('a watcher that detaches itself at its first write gets nothing more', () => {
  const hub = makeHub()
  let writes = 0
  const subscription = hub.subscribe(LOCAL_OWNER, SESSION, null, () => {
    writes += 1
    subscription.detach()
  })
  subscription.open(snapshotOf({ turn: null, partial: null }))
  answer(hub, delta('too late'))
  expect(writes).toBe(1)
})

test('a detached watcher gets nothing more, opened or not', () => {
  const hub = makeHub()
  const opened = watch(hub)
  opened.subscription.open(snapshotOf({ turn: null, partial: null }))
  opened.subscription.detach()
  const unopened = watch(hub)
  unopened.subscription.detach()
  unopened.subscription.open(snapshotOf({ turn: null, partial: null }))
  streamText(hub, 'x')
  expect(opened.types()).toEqual(['snapshot'])
  expect(unopened.types()).toEqual([])
})

test('an answer in the making is read as far as it came, and no longer once it is stored', () => {
  const hub = makeHub()
  const nothing = { turn: null, ended: null, storage: null, partial: null, beside: [] }
  expect(hub.read(SESSION)).toEqual(nothing)
  hub.publish(SESSION, { type: 'event', event: turnEvent('turn.started', '01JZE1') })
  answer(hub, { type: 'message.start', model: 'demo:x' })
  streamText(hub, 'Hel', 'lo')
  expect(hub.read(SESSION)).toEqual({
    ...nothing,
    turn: { turn_id: TURN, state: 'running' },
    partial: { message_id: MESSAGE, model: 'demo:x', content: [{ type: 'text', text: 'Hello' }] },
  })
  const stored = { ...message('assistant', 'Hello'), session_id: SESSION, id: MESSAGE }
  hub.publish(SESSION, { type: 'appended', message: stored, parent_id: null })
  expect(hub.read(SESSION).partial).toBeNull()
})

test('messages on their way into the store are no part of a snapshot, until the store refuses them', () => {
  const hub = makeHub()
  hub.publish(SESSION, { type: 'storing', message_ids: [MESSAGE] })
  const { seam } = watch(hub).subscription
  expect([...(seam?.later() ?? [])]).toEqual([MESSAGE])
  hub.publish(SESSION, { type: 'not_stored', message_ids: [MESSAGE] })
  expect([...(seam?.later() ?? [])]).toEqual([])
})
