import { once } from 'node:events'
import { createServer, get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createDemoFetch } from '#lib/demo/demo-fetch.ts'
import { type Connection, openSessionStream } from '#lib/live/session-stream.ts'
import { LOCAL_OWNER } from '#lib/principal.ts'
import { calculator } from '#lib/tools/builtins/calculator.ts'
import { type SessionServer, startSessionServer } from '#test/support/session-server.ts'

let server: SessionServer

beforeEach(async () => {
  server = await startSessionServer()
})
afterEach(() => server.close())

const decode = (bytes: Uint8Array | undefined) => new TextDecoder().decode(bytes)

function open(
  sessionId: string,
  options: {
    maxQueue?: number
    heartbeatMs?: number
    gatherMs?: number
    signal?: AbortSignal
    connection?: Connection
  } = {},
) {
  const { signal = new AbortController().signal, ...rest } = options
  const { live, store } = server
  return openSessionStream({ live, store, principal: LOCAL_OWNER, sessionId, since: null, signal, ...rest })
}

function stream(sessionId: string, text: string) {
  const event = { type: 'text.delta', content_block_index: 0, text } as const
  server.live.publish(sessionId, { type: 'answering', turn_id: 'turn', message_id: 'message', event })
}

test('a comment comes at once, so that the headers need not wait for an event', async () => {
  const id = await server.sessions.create({})
  const reader = open(id).getReader()
  expect(decode((await reader.read()).value)).toBe(': open\n\n')
  expect(decode((await reader.read()).value)).toMatch(/^id: .*\ndata: \{.*"type":"snapshot"/)
  await reader.cancel()
})

test('a heartbeat keeps a silent connection open', async () => {
  const id = await server.sessions.create({})
  const reader = open(id, { heartbeatMs: 5 }).getReader()
  const seen: string[] = []
  while (!seen.includes(': heartbeat\n\n')) seen.push(decode((await reader.read()).value))
  await reader.cancel()
})

test('a client that does not read is cut off at its bound, and its cursor brings the rest', async () => {
  const id = await server.sessions.create({})
  const reader = open(id, { maxQueue: 10 }).getReader()
  await reader.read()
  const snapshot = decode((await reader.read()).value)
  const cursor = /^id: (.*)$/m.exec(snapshot)?.[1] ?? ''
  for (let index = 0; index < 20; index += 1) stream(id, `${index} `)
  await expect(
    (async () => {
      while (!(await reader.read()).done);
    })(),
  ).rejects.toMatchObject({ name: 'SlowClientError' })
  const watch = server.watch(id, cursor)
  await watch.untilType('text.delta', 20)
  await watch.stop()
  expect(watch.frames.map((frame) => (frame.type === 'text.delta' ? frame.payload.text : frame.type)).join('')).toBe(
    Array.from({ length: 20 }, (_, index) => `${index} `).join(''),
  )
})

describe('where the connection is known', () => {
  /** As the framework serves a stream: each piece that comes through it is written, and counted. */
  async function serve(sessionId: string) {
    const abort = new AbortController()
    const passed: string[] = []
    const http = createServer((_, response) => {
      response.once('close', () => abort.abort())
      const stream = open(sessionId, { signal: abort.signal, connection: response })
      const write = (piece: Uint8Array) => {
        passed.push(decode(piece))
        response.flushHeaders()
        response.write(piece)
      }
      void stream.pipeTo(new WritableStream({ write, close: () => void response.end() }))
    })
    await once(http.listen(0, '127.0.0.1'), 'listening')
    const [answer] = (await once(get({ port: (http.address() as AddressInfo).port }), 'response')) as [IncomingMessage]
    let text = ''
    answer.setEncoding('utf8').on('data', (piece) => {
      text += piece
    })
    const until = async (mark: string) => {
      while (!text.includes(mark)) await once(answer, 'data')
      return text
    }
    return { answer, passed, until, http, signal: abort.signal }
  }

  test('frames are written to it, behind what came through the framework', async () => {
    const id = await server.sessions.create({})
    const { answer, passed, until, http, signal } = await serve(id)
    await until('"type":"snapshot"')
    stream(id, 'Hel')
    stream(id, 'lo')
    const [open_, snapshot, ...deltas] = (await until('"lo"')).split('\n\n')
    expect(open_).toBe(': open')
    expect(snapshot).toContain('"type":"snapshot"')
    expect(deltas.map((frame) => /"text":"(.*?)"/.exec(frame)?.[1])).toEqual(['Hel', 'lo', undefined])
    expect(passed).toEqual([': open\n\n'])
    // Once the client has left, nothing is written any more.
    answer.destroy()
    if (!signal.aborted) await once(signal, 'abort')
    stream(id, 'too late')
    http.close()
    await once(http, 'close')
  })

  test('a client that leaves too much unread is cut off at its bound', async () => {
    const id = await server.sessions.create({})
    const written: string[] = []
    const connection = { headersSent: true, write: (bytes: Uint8Array) => written.push(decode(bytes)) }
    const reader = open(id, { maxQueue: 3, connection }).getReader()
    await reader.read()
    const cut = expect(reader.read()).rejects.toMatchObject({ name: 'SlowClientError' })
    while (written.length === 0) await setImmediate()
    for (const text of ['a', 'b', 'c', 'd']) stream(id, text)
    await cut
    expect(written.map((text) => /"text":"(.)"/.exec(text)?.[1])).toEqual([undefined, 'a', 'b'])
  })
})

test('everything that a returning client missed is one write, however much it is', async () => {
  const id = await server.sessions.create({})
  const first = server.watch(id)
  await first.untilType('snapshot')
  const cursor = first.frames[0]?.id ?? ''
  await first.stop()
  for (let index = 0; index < 1_500; index += 1) stream(id, 'x')
  const second = server.watch(id, cursor)
  await second.untilType('text.delta', 1_500)
  await second.stop()
  expect(second.frames).toHaveLength(1_500)
})

test('an abort, a cancel and a session that is gone all detach the client', async () => {
  const id = await server.sessions.create({})
  const clear = vi.spyOn(globalThis, 'clearInterval')
  const abort = new AbortController()
  const aborted = open(id, { signal: abort.signal }).getReader()
  await aborted.read()
  await aborted.read()
  abort.abort()
  expect((await aborted.read()).done).toBe(true)

  const cancelled = open(id).getReader()
  await cancelled.read()
  await cancelled.cancel()
  expect(clear.mock.calls.length).toBeGreaterThanOrEqual(2)

  const gone = open('01JZUNKNOWN000000000000000').getReader()
  await gone.read()
  await expect(gone.read()).rejects.toMatchObject({ name: 'UnknownSessionError' })

  const tooLate = AbortSignal.abort()
  const never = open(id, { signal: tooLate }).getReader()
  expect((await never.read()).done).toBe(true)
})

test('a snapshot holds the last hundred messages, without those that follow it as frames', async () => {
  const id = await server.sessions.create({ active_model: 'demo:openai' })
  for (let index = 0; index < 52; index += 1) await server.say(id, `message ${index}`)
  const watch = server.watch(id)
  await watch.untilType('snapshot')
  await watch.stop()
  const [snapshot] = watch.frames
  if (snapshot?.type !== 'snapshot') throw new Error('no snapshot')
  expect(snapshot.payload.messages).toHaveLength(100)
  const path = await server.store.path(id)
  expect(snapshot.payload.messages.map((message) => message.id)).toEqual(path.slice(-100).map((message) => message.id))
})

test('every message of a snapshot and of a frame names the one that it follows', async () => {
  const id = await server.sessions.create({ active_model: 'demo:anthropic' })
  const live = server.watch(id)
  await live.untilType('snapshot')
  await server.say(id, 'calculate 6*7')
  await live.untilType('turn.completed')
  await live.stop()
  const later = server.watch(id)
  await later.untilType('snapshot')
  await later.stop()

  const path = (await server.store.path(id)).map((message) => message.id)
  expect(path).toHaveLength(4)
  const links = path.map((message_id, index) => [message_id, path[index - 1] ?? null])
  const appended = live.frames.flatMap((frame) => (frame.type === 'message.appended' ? [frame.payload.message] : []))
  const [snapshot] = later.frames
  const messages = snapshot?.type === 'snapshot' ? snapshot.payload.messages : []
  for (const shown of [appended, messages]) expect(shown.map((each) => [each.id, each.parent_id])).toEqual(links)
})

test.each([
  ['turn.started', []],
  ['tool.completed', ['user', 'assistant']],
  ['turn.completed', ['user', 'assistant', 'tool']],
] as const)('a client that joins when %s is stored and not shown yet gets each message once', async (type, roles) => {
  await server.close()
  const joined: ReturnType<SessionServer['watch']>[] = []
  server = await startSessionServer({
    wrapStore: (store) => ({
      ...store,
      commit: async (write) => {
        const committed = await store.commit(write)
        if (write.events?.some((event) => event.type === type)) {
          const watch = server.watch(write.session_id)
          joined.push(watch)
          await watch.untilType('snapshot')
        }
        return committed
      },
    }),
  })
  const id = await server.sessions.create({ active_model: 'demo:anthropic' })
  await server.say(id, 'calculate 2*3')
  const [watch] = joined
  await watch?.untilType('turn.completed')
  await watch?.stop()
  const [snapshot, ...frames] = watch?.frames ?? []
  if (snapshot?.type !== 'snapshot') throw new Error('no snapshot')
  const { messages, turn, session } = snapshot.payload
  expect(messages.map((message) => message.role)).toEqual(roles)
  expect(session.state).toBe(turn === null ? 'idle' : 'running')
  const appended = frames.flatMap((frame) => (frame.type === 'message.appended' ? [frame.payload.message.id] : []))
  const path = await server.store.path(id)
  expect([...messages.map((message) => message.id), ...appended]).toEqual(path.map((message) => message.id))
})

test('many clients that join at random moments of a turn all end with the same answer', async () => {
  await server.close()
  server = await startSessionServer({ fetch: createDemoFetch({ delay: () => setImmediate() }) })
  const id = await server.sessions.create({ active_model: 'demo:anthropic' })
  const started = await server.turns.start(id, {
    content: [{ type: 'text', text: 'think, then calculate 2*3 and 4*5' }],
  })
  const watches = []
  while (server.turns.isBusy(id)) {
    watches.push(server.watch(id))
    // Each one reads a snapshot, and the turn has to get its own reads and writes in between.
    for (let turn = 0; turn < 5; turn += 1) await setImmediate()
  }
  const path = await server.store.path(id)
  expect(watches.length).toBeGreaterThan(3)
  for (const watch of watches) {
    await watch.until((frames) => {
      const ids = new Set(
        frames.flatMap((frame) => {
          if (frame.type === 'snapshot') return frame.payload.messages.map((message) => message.id)
          return frame.type === 'message.appended' ? [frame.payload.message.id] : []
        }),
      )
      return path.every((message) => ids.has(message.id))
    })
    const snapshots = watch.frames.filter((frame) => frame.type === 'snapshot')
    expect(snapshots).toHaveLength(1)
    const appended = watch.frames.flatMap((frame) =>
      frame.type === 'message.appended' ? [frame.payload.message.id] : [],
    )
    const inSnapshot = snapshots.flatMap((frame) =>
      frame.type === 'snapshot' ? frame.payload.messages.map(({ id }) => id) : [],
    )
    // Neither lost nor doubled at the seam.
    expect([...inSnapshot, ...appended]).toEqual(path.map((message) => message.id))
    await watch.stop()
  }
  expect(started.turn_id).toBeDefined()
})

describe('the end of the last turn', () => {
  const lastTurnOf = async (id: string) => {
    const watch = server.watch(id)
    await watch.untilType('snapshot')
    await watch.stop()
    const [snapshot] = watch.frames
    if (snapshot?.type !== 'snapshot') throw new Error('no snapshot')
    return snapshot.payload.last_turn
  }

  /** As a server that was started anew shows it: from what is stored, and nothing of what was seen. */
  const afterRestart = async (id: string) => {
    const { folder } = server
    const live = server
    server = await startSessionServer({ folder })
    const last = await lastTurnOf(id)
    await server.close()
    server = live
    return last
  }

  test.each([
    ['hello', { outcome: 'completed' }],
    ['fault auth', { outcome: 'failed', error_class: 'auth', message: expect.stringMatching(/\w/) }],
  ])('%s is the same for whoever joins later, before and after a restart', async (text, end) => {
    const id = await server.sessions.create({ active_model: 'demo:anthropic' })
    expect(await lastTurnOf(id)).toBeNull()
    const { turn_id } = await server.say(id, text)
    const seen = await lastTurnOf(id)
    expect(seen).toEqual({ turn_id, ...end })
    expect(await afterRestart(id)).toEqual(seen)
  })

  test('is not that of the turn that runs, and is that of the path which is shown', async () => {
    const id = await server.sessions.create({ active_model: 'demo:anthropic' })
    const failed = await server.say(id, 'fault auth')
    const leaf = await server.store.head(id)
    const anew = await server.turns.start(id, { content: [{ type: 'text', text: 'hello' }], parent_id: null })
    expect(await lastTurnOf(id)).toBeNull()
    await server.turns.idle(id)
    expect(await lastTurnOf(id)).toEqual({ turn_id: anew.turn_id, outcome: 'completed' })
    await server.store.commit({ session_id: id, patch: { head_id: leaf } })
    expect(await lastTurnOf(id)).toMatchObject({ turn_id: failed.turn_id, outcome: 'failed' })
  })

  test('without a message of its own, as for a turn that was stopped while its tools ran, is there too', async () => {
    await server.close()
    const running = Promise.withResolvers<void>()
    const run = () => {
      running.resolve()
      return new Promise<never>(() => {})
    }
    server = await startSessionServer({ tools: [{ ...calculator, run }] })
    const id = await server.sessions.create({ active_model: 'demo:anthropic' })
    const { turn_id } = await server.turns.start(id, { content: [{ type: 'text', text: 'calculate 2*3' }] })
    await running.promise
    server.turns.cancel(id, turn_id)
    await server.turns.idle(id)
    expect(await lastTurnOf(id)).toEqual({ turn_id, outcome: 'cancelled' })
    expect(await afterRestart(id)).toEqual({ turn_id, outcome: 'cancelled' })
  })
})

describe('where the reader takes words in steps', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  /** What is written, one write after the other, as what its frames say. */
  async function watched(id: string) {
    const writes: string[][] = []
    const connection = {
      headersSent: true,
      write(bytes: Uint8Array, onWritten: () => void) {
        const frames = decode(bytes).split('\n\n').filter(Boolean)
        writes.push(frames.map((frame) => sayingOf(JSON.parse(/^data: (.*)$/m.exec(frame)?.[1] ?? '{}'))))
        onWritten()
      },
    }
    const reader = open(id, { connection, gatherMs: 50 }).getReader()
    await reader.read()
    void reader.read()
    await vi.waitFor(() => expect(writes).toHaveLength(1))
    writes.length = 0
    return { writes, reader }
  }

  const sayingOf = ({ type, payload }: { type: string; payload: { text?: string } }) => payload.text ?? type

  test('the first words are written at once, and those that follow together, as one frame', async () => {
    const id = await server.sessions.create({})
    const { writes, reader } = await watched(id)
    for (const word of ['one ', 'two ', 'three ']) stream(id, word)
    expect(writes).toEqual([['one ']])
    vi.advanceTimersByTime(50)
    expect(writes).toEqual([['one '], ['two three ']])
    vi.advanceTimersByTime(50)
    stream(id, 'four')
    expect(writes).toEqual([['one '], ['two three '], ['four']])
    await reader.cancel()
  })

  test('what is held back until the next write is one write, though it is told one by one', async () => {
    const id = await server.sessions.create({})
    const { writes, reader } = await watched(id)
    expect(server.live.rest(id)).toBe(0)
    stream(id, 'one ')
    expect(server.live.rest(id)).toBe(50)
    vi.advanceTimersByTime(20)
    expect(server.live.rest(id)).toBe(30)
    vi.advanceTimersByTime(35)
    expect(server.live.rest(id)).toBe(0)
    for (const word of ['two ', 'three ']) stream(id, word)
    expect(writes).toEqual([['one ']])
    vi.advanceTimersByTime(1)
    expect(writes).toEqual([['one '], ['two three ']])
    await reader.cancel()
  })

  test('nothing is held back of what is no text, for a reader who takes each word, or where nobody reads', async () => {
    const id = await server.sessions.create({})
    expect(server.live.rest(id)).toBe(0)
    const { reader } = await watched(id)
    stream(id, 'one ')
    const event = { type: 'tool.use_start', content_block_index: 1, tool_use_id: 'call', tool_name: 'x' } as const
    const start = { ...event, provider_id: null }
    server.live.publish(id, { type: 'answering', turn_id: 'turn', message_id: 'message', event: start })
    expect(server.live.rest(id)).toBe(0)
    vi.advanceTimersByTime(50)
    stream(id, 'two ')
    expect(server.live.rest(id)).toBe(50)
    const watch = server.watch(id)
    await watch.untilType('snapshot')
    expect(server.live.rest(id)).toBe(0)
    await watch.stop()
    expect(server.live.rest(id)).toBe(50)
    await reader.cancel()
    expect(server.live.rest(id)).toBe(0)
  })

  test('the longer an answer is, the longer its words wait, and those of the next one as long as at first', async () => {
    const id = await server.sessions.create({})
    const { writes, reader } = await watched(id)
    const waits = () => {
      stream(id, 'more ')
      for (let ms = 0; ; ms += 1) {
        if (writes.length > 0) return ms
        vi.advanceTimersByTime(1)
      }
    }
    const waitsAfter = (characters: number) => {
      stream(id, 'x'.repeat(characters))
      vi.advanceTimersByTime(1_000)
      writes.length = 0
      stream(id, 'at once ')
      expect(writes).toHaveLength(1)
      writes.length = 0
      return waits()
    }
    expect([0, 1_024, 4_096, 8_192, 100_000].map(waitsAfter)).toEqual([50, 100, 150, 200, 200])
    const event = { type: 'message.start', model: 'demo:echo' } as const
    server.live.publish(id, { type: 'answering', turn_id: 'turn', message_id: 'message', event })
    expect(waitsAfter(0)).toBe(50)
    await reader.cancel()
  })

  test('what is no text is written at once, behind the words before it; a thought and an answer stay two', async () => {
    const id = await server.sessions.create({})
    const { writes, reader } = await watched(id)
    const think = (text: string) =>
      server.live.publish(id, {
        type: 'answering',
        turn_id: 'turn',
        message_id: 'message',
        event: { type: 'thinking.delta', content_block_index: 1, text },
      })
    stream(id, 'one ')
    think('a ')
    think('b ')
    stream(id, 'two ')
    server.live.publish(id, {
      type: 'storage',
      problem: { kind: 'full', message: 'the disk is full' },
    })
    expect(writes).toEqual([['one '], ['a b ', 'two '], ['storage.changed']])
    await reader.cancel()
  })

  test('words that waited when the reader left come to them with their cursor', async () => {
    const id = await server.sessions.create({})
    const { writes, reader } = await watched(id)
    const cursors: string[] = []
    const watch = server.watch(id)
    await watch.untilType('snapshot')
    for (const word of ['one ', 'two ', 'three ']) stream(id, word)
    await watch.untilType('text.delta', 3)
    await watch.stop()
    for (const frame of watch.frames) if (frame.type === 'text.delta') cursors.push(frame.id)
    await reader.cancel()
    vi.advanceTimersByTime(50)
    expect(writes).toEqual([['one ']])
    const again = server.watch(id, cursors[0])
    await again.untilType('text.delta', 2)
    await again.stop()
    expect(again.frames.map((frame) => (frame.type === 'text.delta' ? frame.payload.text : frame.type))).toEqual([
      'two ',
      'three ',
    ])
  })
})
