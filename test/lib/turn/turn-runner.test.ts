import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { localDatabaseUrl } from '#db/client.ts'
import { openStore } from '#db/store.ts'
import { monotonicIds } from '#lib/canonical/id.ts'
import { statusOf } from '#lib/canonical/message.ts'
import { microsecondClock } from '#lib/canonical/timestamp.ts'
import { createDemoFetch } from '#lib/demo/demo-fetch.ts'
import { isEndOfTurn } from '#lib/events/catalog.ts'
import type { LiveChange } from '#lib/live/live-stream.ts'
import { memoryLogger } from '#lib/log.ts'
import { createDocumentShelf } from '#lib/media/document-shelf.ts'
import { createPictureFitter } from '#lib/media/picture-fitter.ts'
import { ALLOW_ALL } from '#lib/policy/policy.ts'
import { LOCAL_OWNER } from '#lib/principal.ts'
import { type Store, UnknownSessionError } from '#lib/store/store.ts'
import type { UnrunTurns } from '#lib/store/turn-record.ts'
import { createWorkspaces } from '#lib/tools/workspace.ts'
import { TurnInProgressError } from '#lib/turn/turn-error.ts'
import { TurnRunner, type TurnRunnerOptions } from '#lib/turn/turn-runner.ts'
import { temporaryFolder } from '#test/support/database.ts'
import { MortalStore } from '#test/support/mortal-store.ts'
import { NO_RULES } from '#test/support/no-rules.ts'
import { diskFull, RefusingStore } from '#test/support/refusing-store.ts'
import { session } from '#test/support/session-builder.ts'
import { type SessionServerOptions, startSessionServer } from '#test/support/session-server.ts'

const question = { content: [{ type: 'text' as const, text: 'hello' }] }
const demo = createDemoFetch({ delay: async () => {} })

let stack: AsyncDisposableStack
let folder: string
beforeEach(async () => {
  stack = new AsyncDisposableStack()
  folder = stack.use(await temporaryFolder()).path
})
afterEach(async () => {
  await stack.disposeAsync()
  vi.useRealTimers()
})

async function serverOf(options: SessionServerOptions = {}) {
  const server = await startSessionServer({ folder, ...options })
  stack.defer(() => server.close())
  return server
}

/** An upstream that never answers, but for being stopped. */
function silentUpstream() {
  const asked = Promise.withResolvers<void>()
  const stopped = Promise.withResolvers<void>()
  const fetch: typeof globalThis.fetch = (_url, init) => {
    asked.resolve()
    return new Promise((_resolve, reject) => {
      const stop = () => {
        stopped.resolve()
        reject(init?.signal?.reason)
      }
      if (init?.signal?.aborted) stop()
      init?.signal?.addEventListener('abort', stop)
    })
  }
  return { fetch, asked: asked.promise, stopped: stopped.promise }
}

/** What a store was asked for of turns that nobody runs. */
function watchedStore(claim?: (opened: Store) => Store['claimTurns']) {
  const claims: UnrunTurns[] = []
  const renewed: (readonly string[])[] = []
  const wrapStore = (opened: Store): Store => ({
    ...opened,
    claimTurns: (lease, which) => {
      claims.push(which)
      return (claim?.(opened) ?? opened.claimTurns)(lease, which)
    },
    renewLeases: (lease, turnIds) => {
      renewed.push(turnIds)
      return opened.renewLeases(lease, turnIds)
    },
  })
  return { claims, renewed, wrapStore }
}

/** As if another process had taken the turns, or had let them go long ago. */
async function setLease(owner: string, until: number) {
  const store = await openStore({ url: localDatabaseUrl(folder), authToken: null })
  await store.client.execute({ sql: 'UPDATE turns SET lease_owner = ?, lease_until = ?', args: [owner, until] })
  await store.close()
}
const FAR = 10 ** 15

const onlyIntervals = () => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })

describe('turns of processes that are gone', () => {
  test('are counted together with sessions of older versions, which kept no turns', async () => {
    const upstream = silentUpstream()
    const dying = await serverOf({ fetch: upstream.fetch })
    const id = await dying.sessions.create({ active_model: 'demo:openai' })
    await dying.turns.start(id, question)
    await upstream.asked
    const old = session()
    await dying.store.createSession(old, [])
    await dying.store.commit({ session_id: old.id, patch: { state: 'running' } })
    const { claims, wrapStore } = watchedStore()
    onlyIntervals()
    const next = await serverOf({ wrapStore })
    expect(await next.turns.recover({ isAlone: true })).toBe(2)
    expect(await next.store.session(old.id)).toMatchObject({ state: 'idle' })
    // Whoever watches is told.
    expect(next.live.read(id).ended).toMatchObject({ outcome: 'failed' })
    expect(next.live.read(old.id).ended).toBeNull()
    // Nobody else can leave any behind.
    await vi.advanceTimersByTimeAsync(3_600_000)
    expect(claims).toEqual([{ evenLeased: true, except: [] }])
  })

  test('are looked for all the time where others run theirs, and a look that fails is logged and made again', async () => {
    onlyIntervals()
    let failure: Error | null = null
    const { claims, wrapStore } = watchedStore((opened) => async (...asked) => {
      if (failure) throw failure
      return opened.claimTurns(...asked)
    })
    const log = memoryLogger()
    const server = await serverOf({ log, wrapStore })
    expect(await server.turns.recover({ isAlone: false })).toBe(0)
    await vi.advanceTimersByTimeAsync(14_999)
    const look = { evenLeased: false, except: [] }
    expect(claims).toEqual([look])
    failure = new Error('nobody answers')
    await vi.advanceTimersByTimeAsync(15_001)
    await expect.poll(() => log.entries.length).toBe(2)
    const entry = { level: 'warn', message: 'turns of other processes cannot be looked at', fields: { cause: failure } }
    expect(log.entries).toEqual([entry, entry])
    expect(claims).toEqual([look, look, look])
    await server.turns.close()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(claims).toHaveLength(3)
  })

  test('are none of those that this process runs, or could not end', async () => {
    const upstream = silentUpstream()
    const refusing = new RefusingStore()
    const { claims, wrapStore } = watchedStore()
    const server = await serverOf({
      fetch: (url, init) => (String(url).includes('/chat/completions') ? demo(url, init) : upstream.fetch(url, init)),
      wrapStore: (opened) => refusing.wrap(wrapStore(opened)),
      patience: { forMs: 0, firstDelayMs: 1, longestDelayMs: 600_000 },
    })
    const over = await server.sessions.create({ active_model: 'demo:openai' })
    await server.say(over, 'hello')
    await server.turns.recover({ isAlone: true })
    expect(claims).toEqual([{ evenLeased: true, except: [] }])

    const held = await server.sessions.create({ active_model: 'demo:anthropic' })
    const running = await server.turns.start(held, question)
    await upstream.asked
    const unended = await server.turns.start(over, question)
    refusing.failure = diskFull
    await server.turns.idle(over)
    refusing.failure = null
    await server.turns.recover({ isAlone: true })
    expect(claims.at(-1)).toEqual({ evenLeased: true, except: [running.turn_id, unended.turn_id] })
  })

  test('that are gone on with here are stopped at once, also where the store refuses their end', async () => {
    const mortal = new MortalStore(3)
    const first = await serverOf({ wrapStore: mortal.wrap, checkpointMs: 600_000 })
    const id = await first.sessions.create({ active_model: 'demo:anthropic' })
    await first.turns.start(id, { content: [{ type: 'text', text: 'calculate 2*3 and 4*5' }] })
    await mortal.died
    stack.defer(() => mortal.wake())
    const upstream = silentUpstream()
    const refusing = new RefusingStore()
    const next = await serverOf({
      fetch: upstream.fetch,
      wrapStore: refusing.wrap,
      patience: { forMs: 600_000, firstDelayMs: 600_000, longestDelayMs: 600_000 },
    })
    expect(await next.turns.recover({ isAlone: true })).toBe(0)
    await upstream.asked
    refusing.failure = diskFull
    await next.turns.stop(id)
    expect(next.turns.isBusy(id)).toBe(false)
    expect(next.turns.asShown({ id, state: 'running' })).toEqual({ id, state: 'idle' })
    refusing.failure = null
  })
})

describe('a session that another process has', () => {
  test('lets nothing be done between turns while its turn runs there', async () => {
    const upstream = silentUpstream()
    const first = await serverOf({ fetch: upstream.fetch })
    const id = await first.sessions.create({ active_model: 'demo:openai' })
    await first.turns.start(id, question)
    const { claims, wrapStore } = watchedStore()
    const second = await serverOf({ wrapStore })
    const work = vi.fn<() => Promise<void>>()
    await expect(second.turns.betweenTurns(id, work)).rejects.toEqual(new TurnInProgressError())
    expect(work).not.toHaveBeenCalled()
    expect(claims).toEqual([{ evenLeased: false, session_id: id, except: [] }])
  })

  test('and that is deleted meanwhile is not there', async () => {
    const upstream = silentUpstream()
    const first = await serverOf({ fetch: upstream.fetch })
    const id = await first.sessions.create({ active_model: 'demo:openai' })
    await first.turns.start(id, question)
    await upstream.asked
    const { wrapStore } = watchedStore((opened) => async () => {
      await opened.deleteSession(id)
      return { turns: [], unreadable: [] }
    })
    const second = await serverOf({ wrapStore })
    await expect(second.turns.start(id, question)).rejects.toEqual(new UnknownSessionError(id))
  })

  test('is not asked about where the session is idle', async () => {
    const { claims, wrapStore } = watchedStore()
    const server = await serverOf({ wrapStore })
    const id = await server.sessions.create({ active_model: 'demo:openai' })
    await server.say(id, 'hello')
    await server.say(id, 'and now?')
    expect(claims).toEqual([])
  })
})

describe('the leases of turns', () => {
  test('are renewed while they run, and no longer', async () => {
    onlyIntervals()
    const upstream = silentUpstream()
    const { renewed, wrapStore } = watchedStore()
    const server = await serverOf({ fetch: upstream.fetch, wrapStore, leaseMs: 3_000 })
    const id = await server.sessions.create({ active_model: 'demo:openai' })
    const { turn_id } = await server.turns.start(id, question)
    await upstream.asked
    await vi.advanceTimersByTimeAsync(2_000)
    expect(renewed).toEqual([[turn_id], [turn_id]])
    await server.turns.stop(id)
    await vi.advanceTimersByTimeAsync(10_000)
    expect(renewed).toHaveLength(2)
  })

  test('once lost to another process stop what runs here, and the session is free here while its end is looked up', async () => {
    onlyIntervals()
    const upstream = silentUpstream()
    const looking = Promise.withResolvers<void>()
    const found = Promise.withResolvers<void>()
    let isLost = false
    const log = memoryLogger()
    const server = await serverOf({
      fetch: upstream.fetch,
      log,
      leaseMs: 3_000,
      wrapStore: (opened) => ({
        ...opened,
        events: async (...asked) => {
          if (isLost) {
            looking.resolve()
            await found.promise
          }
          return opened.events(...asked)
        },
      }),
    })
    const id = await server.sessions.create({ active_model: 'demo:openai' })
    const { turn_id } = await server.turns.start(id, question)
    await upstream.asked
    await setLease('another process', FAR)
    isLost = true
    await vi.advanceTimersByTimeAsync(1_000)
    await upstream.stopped
    await looking.promise
    expect(server.turns.isBusy(id)).toBe(false)
    expect(server.turns.cancel(id, turn_id)).toBe(false)
    found.resolve()
    await server.turns.idle(id)
    expect(log.entries.at(-1)).toEqual({
      level: 'warn',
      message: 'a turn is run by another process, or over',
      fields: { session_id: id, turn_id },
    })
  })
})

test('a turn that fails for good stops those that began with it, and each ends as it was', async () => {
  const upstream = silentUpstream()
  const open = Promise.withResolvers<void>()
  const asked = Promise.withResolvers<void>()
  let failing: string | undefined
  const server = await serverOf({
    fetch: async (url, init) => {
      if (String(url).includes('/chat/completions')) return upstream.fetch(url, init)
      asked.resolve()
      await open.promise
      return demo(url, init)
    },
    wrapStore: (opened) => ({
      ...opened,
      commit: (write) => {
        const { expect: expected } = write
        const isIts = failing !== undefined && expected?.type === 'leased' && expected.turn_id === failing
        return isIts ? Promise.reject(new Error('a bug')) : opened.commit(write)
      },
    }),
  })
  const id = await server.sessions.create({})
  const models = ['demo:anthropic', 'demo:openai']
  const { turns } = await server.turns.compare(id, { ...question, models })
  await Promise.all([asked.promise, upstream.asked])
  failing = turns[0]?.turn_id
  open.resolve()
  await upstream.stopped
  await server.turns.idle(id)
  const ends = (await server.store.events(id)).filter(isEndOfTurn).map(({ type, turn_id }) => [turn_id, type])
  expect(new Map(ends as [string, string][])).toEqual(
    new Map([
      [turns[0]?.turn_id, 'turn.failed'],
      [turns[1]?.turn_id, 'turn.cancelled'],
    ]),
  )
  expect(ends).toHaveLength(2)
  expect(await server.store.session(id)).toMatchObject({ state: 'idle' })
})

test('waiting for one session does not wait for another', async () => {
  const upstream = silentUpstream()
  const server = await serverOf({
    fetch: (url, init) => (String(url).includes('/chat/completions') ? demo(url, init) : upstream.fetch(url, init)),
  })
  const held = await server.sessions.create({ active_model: 'demo:anthropic' })
  await server.turns.start(held, question)
  await upstream.asked
  const free = await server.sessions.create({ active_model: 'demo:openai' })
  await server.say(free, 'hello')
  expect((await server.store.path(free)).map(statusOf)).toEqual(['complete', 'complete'])
  expect(server.turns.isBusy(held)).toBe(true)
})

test('closing stops a turn that is only being begun, and stores that it was stopped', async () => {
  const upstream = silentUpstream()
  const beginning = Promise.withResolvers<void>()
  const stored = Promise.withResolvers<void>()
  const server = await serverOf({
    fetch: upstream.fetch,
    wrapStore: (opened) => ({
      ...opened,
      commit: async (write) => {
        if (write.turn?.type === 'start') {
          beginning.resolve()
          await stored.promise
        }
        return opened.commit(write)
      },
    }),
  })
  const id = await server.sessions.create({ active_model: 'demo:openai' })
  const starting = server.turns.start(id, question)
  await beginning.promise
  const closing = server.turns.close()
  stored.resolve()
  await Promise.all([starting, closing])
  expect(await server.store.session(id)).toMatchObject({ state: 'idle' })
  const ends = (await server.store.events(id)).filter(isEndOfTurn)
  expect(ends.map(({ type }) => type)).toEqual(['turn.cancelled'])
})

test('looking for turns that nobody runs keeps no provider that is replaced later', async () => {
  const closed: string[] = []
  const server = await serverOf({
    providers: [{ name: 'work', adapterOf: () => null, close: async () => void closed.push('work') }],
  })
  expect(await server.turns.recover({ isAlone: true })).toBe(0)
  server.models.replace([])
  await expect.poll(() => closed).toEqual(['work'])
})

test('a question that is refused keeps no provider that is replaced later', async () => {
  const closed: string[] = []
  const server = await serverOf({
    providers: [{ name: 'work', adapterOf: () => null, close: async () => void closed.push('work') }],
  })
  await expect(server.turns.start('nobody', question)).rejects.toEqual(new UnknownSessionError('nobody'))
  server.models.replace([])
  await expect.poll(() => closed).toEqual(['work'])
})

describe('what follows the end of a turn', () => {
  /** A turn of a runner of its own, told as it is told here when it has ended. */
  async function turnWith(options: Pick<TurnRunnerOptions, 'onEnded'>) {
    const { parts } = await serverOf()
    const log = memoryLogger()
    const changes: LiveChange[] = []
    const { live: hub } = parts
    const runner = new TurnRunner({
      ...parts,
      log,
      live: {
        publish: (sessionId, change) => {
          changes.push(change)
          hub.publish(sessionId, change)
        },
        subscribe: (...asked) => hub.subscribe(...asked),
        isWatched: (sessionId) => hub.isWatched(sessionId),
        visits: (sessionId) => hub.visits(sessionId),
        rest: (sessionId) => hub.rest(sessionId),
        read: (sessionId) => hub.read(sessionId),
      },
      tools: [],
      workspaces: createWorkspaces({ folder: `${folder}/workspaces` }),
      pictures: createPictureFitter({ folder: `${folder}/fitted` }),
      documents: createDocumentShelf({ folder: `${folder}/attachments` }),
      policy: ALLOW_ALL,
      teamsOf: async () => [],
      rules: NO_RULES,
      newEventId: monotonicIds(),
      clock: microsecondClock(),
      ...options,
    })
    stack.defer(() => runner.close())
    const id = await parts.sessions.create(LOCAL_OWNER, { active_model: 'demo:openai' })
    const { turn_id } = await runner.start(LOCAL_OWNER, id, question)
    await runner.idle()
    const shown = changes.flatMap((change) => (change.type === 'event' ? [change.event] : []))
    return { id, turn_id, log, ends: shown.filter(isEndOfTurn).map(({ type }) => type) }
  }
  const problems = (log: ReturnType<typeof memoryLogger>) =>
    log.entries.filter(({ level }) => level === 'warn' || level === 'error')

  test('is nothing where nobody asked for it', async () => {
    const { log, ends } = await turnWith({})
    expect(ends).toEqual(['turn.completed'])
    expect(problems(log)).toEqual([])
  })

  test('may fail: that is logged, and the turn has the end that it has', async () => {
    const cause = new Error('no title')
    const { id, turn_id, log, ends } = await turnWith({
      onEnded: () => {
        throw cause
      },
    })
    expect(ends).toEqual(['turn.completed'])
    expect(problems(log)).toEqual([
      { level: 'error', message: 'a turn could not be stored', fields: { session_id: id, turn_id, cause } },
    ])
  })
})
