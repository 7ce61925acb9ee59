import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { FrameSource, LiveSessionOptions } from '#app/_chat/live/live-session.ts'
import { LiveSession } from '#app/_chat/live/live-session.ts'
import type { SessionFrame, Snapshot } from '#lib/events/frame.ts'
import { frame, message, snapshot } from '../frame-builder.ts'

class FakeSource {
  readonly url: string
  closed = false
  onopen: (() => void) | null = null
  onmessage: ((event: { data: string; lastEventId: string }) => void) | null = null
  onerror: (() => void) | null = null
  constructor(url: string) {
    this.url = url
  }
  send(sent: SessionFrame | string) {
    const data = typeof sent === 'string' ? sent : JSON.stringify(sent)
    this.onmessage?.({ data, lastEventId: typeof sent === 'string' ? '' : sent.id })
  }
  close() {
    this.closed = true
  }
}

const placesForAll: LiveSessionOptions['place'] = async () => () => {}

function setUp({
  missing = false,
  kept = null as { kept_at: string; snapshot: Snapshot } | null,
  place = placesForAll,
} = {}) {
  const sources: FakeSource[] = []
  const frames: (() => void)[] = []
  const firsts: boolean[] = []
  const live = new LiveSession({
    id: 'S1',
    open: (url) => {
      const source = new FakeSource(url)
      sources.push(source)
      return source as unknown as FrameSource
    },
    place: (insists, onLost) => place(insists, onLost),
    isMissing: () => Promise.resolve(missing),
    recall: () => Promise.resolve(kept),
    schedule(run, first) {
      frames.push(run)
      firsts.push(first)
    },
  })
  const notified = vi.fn()
  live.subscribe(notified)
  live.connect()
  const last = () => sources.at(-1) as FakeSource
  const paint = () => {
    for (const run of frames.splice(0)) run()
  }
  return { live, sources, last, paint, frames, firsts, notified }
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function payloadOf(sent: SessionFrame): Snapshot {
  if (sent.type !== 'snapshot') throw new Error(`a ${sent.type} has no snapshot`)
  return sent.payload
}

describe('a live session', () => {
  test('turns all frames between two paints into one update', () => {
    const { live, last, paint, notified } = setUp()
    last().onopen?.()
    notified.mockClear()
    last().send(snapshot())
    for (const id of ['M1', 'M2', 'M3']) last().send(frame('message.appended', { message: message(id, 'user', id) }))
    expect(live.state.tree.path).toHaveLength(0)
    paint()
    expect(live.state.tree.path).toHaveLength(3)
    expect(notified).toHaveBeenCalledTimes(1)
  })

  test('that is held shows what it began with, and all that it heard once it is let go', () => {
    const { live, last, paint, notified } = setUp()
    live.hold()
    last().onopen?.()
    last().send(snapshot())
    last().send(frame('message.appended', { message: message('M1', 'user', 'M1') }))
    paint()
    expect([live.state, live.connection]).toEqual([live.first, 'connecting'])
    notified.mockClear()
    live.release()
    expect([live.state.tree.path.length, live.connection]).toEqual([1, 'live'])
    live.release()
    expect(notified).toHaveBeenCalledOnce()
  })

  test('asks for the first words of each answer to be shown at once, and for no others', () => {
    const { last, firsts, paint } = setUp()
    const say = (message_id: string, text: string) =>
      last().send(frame('text.delta', { message_id, content_block_index: 0, text }))
    last().send(snapshot())
    say('M1', 'It ')
    say('M1', 'goes on ')
    expect(firsts).toEqual([false, true])
    paint()
    say('M1', 'and on.')
    say('M2', 'Another ')
    expect(firsts).toEqual([false, true, false, true])
  })

  test('tells nobody when a frame changed nothing', () => {
    const { last, paint, notified } = setUp()
    last().send(frame('session.created', { active_model: null }))
    paint()
    expect(notified).not.toHaveBeenCalled()
  })

  test.each(['not json', 'null', '{"id":"1"}', '[]'])('survives a frame that is none: %s', (data) => {
    const { live, last, frames } = setUp()
    const before = live.state
    last().send(data)
    expect(frames).toHaveLength(0)
    expect(live.state).toBe(before)
  })

  test('comes back with its cursor after a lost connection, waiting longer each time', async () => {
    const { live, sources, last } = setUp()
    last().onopen?.()
    const sent = snapshot()
    last().send(sent)
    last().onerror?.()
    expect(live.connection).toBe('lost')
    expect(last().closed).toBe(true)
    await vi.advanceTimersByTimeAsync(500)
    expect(sources).toHaveLength(2)
    expect(last().url).toBe(`/api/sessions/S1/stream?gather=48&since=${sent.id}`)
    last().onerror?.()
    await vi.advanceTimersByTimeAsync(999)
    expect(sources).toHaveLength(2)
    await vi.advanceTimersByTimeAsync(1)
    expect(sources).toHaveLength(3)
    last().onopen?.()
    expect(live.connection).toBe('live')
  })

  test('gives up where there is no such session', async () => {
    const { live, sources, last } = setUp({ missing: true })
    last().onerror?.()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(live.connection).toBe('missing')
    expect(sources).toHaveLength(1)
  })

  test('shows what the browser kept while no server says how it is, and how it is once one does', async () => {
    const question = message('M1', 'user', 'as it was')
    const kept = { kept_at: '2026-05-08T12:00:00.000Z', snapshot: payloadOf(snapshot({ messages: [question] })) }
    const { live, last, paint } = setUp({ kept })
    last().onerror?.()
    await vi.advanceTimersByTimeAsync(0)
    expect(live.connection).toBe('lost')
    expect(live.state.kept).toEqual({ at: kept.kept_at })
    expect(live.state.tree.path).toEqual([question])
    await vi.advanceTimersByTimeAsync(1_000)
    last().onopen?.()
    last().send(snapshot({ messages: [question, message('M2', 'assistant', 'as it is')] }))
    paint()
    expect(live.state.kept).toBeNull()
    expect(live.state.tree.path.map(({ id }) => id)).toEqual(['M1', 'M2'])
  })

  test('says that the browser kept nothing, and keeps what it has where the server goes later', async () => {
    const { live, last, paint } = setUp()
    last().onerror?.()
    await vi.advanceTimersByTimeAsync(1_000)
    expect(live.state.kept).toBe('nothing')
    last().send(snapshot())
    paint()
    const { state } = live
    last().onerror?.()
    await vi.advanceTimersByTimeAsync(0)
    expect(live.state).toBe(state)
  })

  test('lets its connection go ten seconds after the page was hidden, and resumes when it is shown', async () => {
    const { live, sources, last } = setUp()
    last().onopen?.()
    const sent = snapshot()
    last().send(sent)
    live.setHidden(true)
    await vi.advanceTimersByTimeAsync(9_999)
    expect(last().closed).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect(last().closed).toBe(true)
    expect(live.connection).toBe('paused')
    live.setHidden(false)
    expect(sources).toHaveLength(2)
    expect(last().url).toContain(`since=${sent.id}`)
  })

  test('keeps its connection when the page was hidden for a moment only', async () => {
    const { live, sources, last } = setUp()
    live.setHidden(true)
    await vi.advanceTimersByTimeAsync(5_000)
    live.setHidden(false)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(sources).toHaveLength(1)
    expect(last().closed).toBe(false)
  })

  test('asks for a snapshot where the head moves to a message that it has never seen', () => {
    const { live, sources, last, paint } = setUp()
    const moved = (message_id: string) => frame('head.moved', { message_id, last_turn: null })
    last().send(snapshot({ messages: [message('M1', 'user', 'one'), message('M2', 'user', 'two')] }))
    last().send(moved('M1'))
    paint()
    expect(sources).toHaveLength(1)
    last().send(moved('M9'))
    paint()
    expect(sources.map(({ url, closed }) => ({ url, closed }))).toEqual([
      { url: '/api/sessions/S1/stream?gather=48', closed: true },
      { url: '/api/sessions/S1/stream?gather=48', closed: false },
    ])
    expect(live.state.tree.path.map(({ id }) => id)).toEqual(['M1'])
    last().send(snapshot({ messages: [message('M9', 'user', 'nine')] }))
    paint()
    expect(live.state.tree.path.map(({ id }) => id)).toEqual(['M9'])
    expect(sources).toHaveLength(2)
  })

  test('asks for that snapshot when it comes back, where it was closed meanwhile', () => {
    const { live, sources, last, paint } = setUp()
    last().send(snapshot({ messages: [message('M1', 'user', 'one')] }))
    last().send(frame('head.moved', { message_id: 'M9', last_turn: null }))
    live.close()
    paint()
    expect(sources).toHaveLength(1)
    live.connect()
    expect(last().url).toBe('/api/sessions/S1/stream?gather=48')
  })

  test('does not reconnect once closed', async () => {
    const { live, sources, last } = setUp()
    last().onerror?.()
    live.close()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(sources).toHaveLength(1)
  })
})

/** A browser with no more streams to keep open than these, which another window may take away. */
function placesFor(count: number) {
  let free = count
  let lose = () => {}
  const asked: boolean[] = []
  const place: LiveSessionOptions['place'] = async (insists, onLost) => {
    asked.push(insists)
    if (free === 0 && !insists) return null
    free = Math.max(0, free - 1)
    lose = onLost
    return () => {
      free += 1
    }
  }
  return { place, asked, free: () => free, lose: () => lose() }
}

describe('where a browser has no stream left that may stay open', () => {
  const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

  test('it looks in from time to time, goes on where it was, and says nothing of a loss', async () => {
    const { live, sources, last } = setUp({ place: placesFor(0).place })
    await pass(60_000)
    expect(sources).toHaveLength(1)
    last().onopen?.()
    await pass(60_000)
    // It has not heard yet what there is.
    expect(last().closed).toBe(false)
    const sent = snapshot()
    last().send(sent)
    await pass(249)
    expect(last().closed).toBe(false)
    await pass(1)
    expect(last().closed).toBe(true)
    expect(live.connection).toBe('live')
    await pass(1_999)
    expect(sources).toHaveLength(1)
    await pass(1)
    expect(sources).toHaveLength(2)
    expect(last().url).toContain(`since=${sent.id}`)
    last().onopen?.()
    last().send(frame('message.appended', { message: message('M1', 'user', 'one') }))
    await pass(250)
    expect([sources.length, last().closed]).toEqual([2, true])
  })

  test('words that come all the time do not keep it open', async () => {
    const { last } = setUp({ place: placesFor(0).place })
    last().onopen?.()
    for (let at = 0; at < 5; at += 1) {
      last().send(snapshot())
      await pass(50)
    }
    expect(last().closed).toBe(true)
  })

  test('the window that somebody works in has one at once, and keeps it', async () => {
    const { live, sources, last } = setUp({ place: placesFor(0).place })
    last().onopen?.()
    last().send(snapshot())
    await pass(1_000)
    expect(last().closed).toBe(true)
    live.connect(true)
    expect(sources).toHaveLength(2)
    last().onopen?.()
    await pass(60_000)
    expect([sources.length, last().closed]).toEqual([2, false])
  })

  test('one that lost its own looks in from then on, until another goes', async () => {
    const places = placesFor(1)
    const { sources, last } = setUp({ place: places.place })
    last().onopen?.()
    last().send(snapshot())
    await pass(60_000)
    expect([sources.length, last().closed, places.free()]).toEqual([1, false, 0])
    places.lose()
    await pass(2_250)
    expect(sources.map(({ closed }) => closed)).toEqual([true, false])
  })

  test('whoever is hidden or goes gives it back, and asks for none', async () => {
    const places = placesFor(1)
    const { live } = setUp({ place: places.place })
    await pass(0)
    expect(places.free()).toBe(0)
    live.setHidden(true)
    await pass(60_000)
    expect([places.free(), places.asked.length]).toEqual([1, 1])
    live.setHidden(false)
    live.close()
    await pass(60_000)
    expect([places.free(), places.asked]).toEqual([1, [false, false]])
  })
})
