import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { openStore } from '#db/store.ts'
import { textOf } from '#lib/canonical/block.ts'
import { pathViolations } from '#lib/canonical/invariant.ts'
import { type Message, statusOf } from '#lib/canonical/message.ts'
import { createDemoFetch } from '#lib/demo/demo-fetch.ts'
import { isEndOfTurn } from '#lib/events/catalog.ts'
import type { Snapshot } from '#lib/events/frame.ts'
import { diskFull, RefusingStore } from '#test/support/refusing-store.ts'
import { type SessionServer, startSessionServer } from '#test/support/session-server.ts'

const WAITING = 'The disk is full. This answer is kept in memory and stored as soon as there is room.'
const ENDED = 'The disk was full for too long, so the answer was ended here. Make room on it, then send again.'

let disk: RefusingStore
let server: SessionServer

/** A server on a disk that a test can fill, and whose patience with it is as long as it says. */
async function start(forMs: number) {
  disk = new RefusingStore()
  server = await startSessionServer({
    wrapStore: disk.wrap,
    fetch: createDemoFetch({ delay: () => sleep(1) }),
    patience: { forMs, firstDelayMs: 2, longestDelayMs: 5 },
  })
}
const fill = () => {
  disk.failure = diskFull
}
const free = () => {
  disk.failure = null
}

afterEach(() => server.close())

async function ask(text = 'hello', model = 'demo:openai') {
  const id = await server.sessions.create({ active_model: model })
  const watch = server.watch(id)
  await watch.untilType('snapshot')
  await server.turns.start(id, { content: [{ type: 'text', text }] })
  return { id, watch }
}

async function snapshotOf(id: string): Promise<Snapshot> {
  const watch = server.watch(id)
  await watch.untilType('snapshot')
  await watch.stop()
  const [first] = watch.frames
  if (first?.type !== 'snapshot') throw new Error('no snapshot')
  return first.payload
}

const streamed = (watch: Awaited<ReturnType<typeof ask>>['watch']) =>
  watch.frames.flatMap((frame) => (frame.type === 'text.delta' ? [frame.payload.text] : [])).join('')

const ends = async (id: string) => (await server.store.events(id)).filter(isEndOfTurn).map(({ type }) => type)

describe('a disk that is full for a while', () => {
  beforeEach(() => start(60_000))

  test('in mid-answer stops no delta, is told at once, and the whole answer is stored when there is room', async () => {
    const { id, watch } = await ask()
    await watch.untilType('text.delta', 5)
    fill()
    await watch.untilType('storage.changed')
    await watch.untilType('message.complete')
    expect((await snapshotOf(id)).storage).toEqual({ kind: 'full', message: WAITING })
    expect(server.turns.isBusy(id)).toBe(true)
    expect(watch.types()).not.toContain('turn.completed')

    free()
    await watch.untilType('turn.completed')
    await server.turns.idle()
    await watch.stop()
    const [asked, answer] = (await server.store.path(id)) as [Message, Message]
    expect(statusOf(answer)).toBe('complete')
    expect(textOf(answer.content)).toBe(streamed(watch))
    expect(asked.role).toBe('user')
    const notices = watch.frames.flatMap((frame) => (frame.type === 'storage.changed' ? [frame.payload.problem] : []))
    expect(notices).toEqual([{ kind: 'full', message: WAITING }, null])
    expect(watch.types().slice(-4)).toEqual([
      'message.appended',
      'llm.call_completed',
      'turn.completed',
      'session.updated',
    ])
    expect(await snapshotOf(id)).toMatchObject({ storage: null, turn: null, session: { state: 'idle' } })
    expect(await ends(id)).toEqual(['turn.completed'])
  })

  test('between a call and its result runs no tool before the call is stored, and each step is stored in order', async () => {
    const { id, watch } = await ask('calculate 2*3 and 4*5', 'demo:anthropic')
    await watch.untilType('tool.use_start')
    fill()
    await watch.untilType('message.complete')
    await watch.untilType('storage.changed')
    expect(watch.types()).not.toContain('tool.called')
    free()
    await watch.untilType('turn.completed')
    await watch.stop()
    const path = await server.store.path(id)
    expect(path.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'tool', 'assistant'])
    expect(pathViolations(path)).toEqual([])
    const events = await server.store.events(id)
    expect(events.map(({ id }) => id)).toEqual(events.map(({ id }) => id).sort())
  })

  test('refuses a new turn with words of its own and leaves nothing of it behind', async () => {
    const id = await server.sessions.create({ active_model: 'demo:openai' })
    fill()
    await expect(server.say(id, 'hello')).rejects.toMatchObject({ name: 'StorageError', kind: 'full' })
    expect(server.turns.isBusy(id)).toBe(false)
    free()
    expect(await server.store.path(id)).toEqual([])
    expect(await ends(id)).toEqual([])
    await server.say(id, 'hello')
    expect((await server.store.path(id)).map(statusOf)).toEqual(['complete', 'complete'])
  })

  test('is logged once, and once that it is over', async () => {
    const { watch } = await ask()
    await watch.untilType('text.delta', 5)
    fill()
    await watch.untilType('message.complete')
    await expect.poll(() => disk.refused).toBeGreaterThan(5)
    free()
    await watch.untilType('turn.completed')
    await watch.stop()
    const { entries } = server.log as unknown as { entries: { level: string; message: string }[] }
    expect(entries.filter(({ message }) => message.startsWith('the store takes'))).toMatchObject([
      { level: 'error', message: 'the store takes no writes for now' },
      { level: 'info', message: 'the store takes writes again' },
    ])
    expect(entries.filter(({ level }) => level === 'error')).toHaveLength(1)
  })

  test('wakes all that wait when one write gets through', async () => {
    const asked = await Promise.all([ask(), ask(), ask('hello', 'demo:anthropic')])
    for (const { watch } of asked) await watch.untilType('text.delta', 5)
    fill()
    for (const { watch } of asked) await watch.untilType('message.complete')
    free()
    for (const { watch } of asked) await watch.untilType('turn.completed')
    for (const { watch } of asked) await watch.stop()
  })

  test('keeps no session from being stopped, deleted or closed', async () => {
    const { id, watch } = await ask()
    await watch.untilType('text.delta', 5)
    fill()
    await watch.untilType('storage.changed')
    await server.turns.stop(id)
    expect(server.turns.isBusy(id)).toBe(false)
    await server.turns.close()
    free()
    expect(await server.sessions.delete(id)).toBe(true)
    await watch.stop()
  })
})

describe('a disk that stays full', () => {
  beforeEach(() => start(30))

  test('ends the turn by rule: the session is idle, what arrived stays on the screen, and new turns are refused', async () => {
    const { id, watch } = await ask()
    await watch.untilType('text.delta', 5)
    fill()
    await watch.untilType('turn.failed')
    await server.turns.idle()
    const failed = watch.frames.find((frame) => frame.type === 'turn.failed')
    expect(failed?.payload).toEqual({ error_class: 'other', message: ENDED })
    const shown = watch.frames.findLast((frame) => frame.type === 'message.appended')
    expect(shown?.payload.message).toMatchObject({
      role: 'assistant',
      metadata: { status: 'error', error: { message: ENDED } },
    })
    expect(textOf(shown?.payload.message.content ?? [])).toBe(streamed(watch))
    expect(server.turns.isBusy(id)).toBe(false)
    const session = await server.store.session(id)
    expect(session?.state).toBe('running')
    expect(session && server.turns.asShown(session).state).toBe('idle')
    expect(await snapshotOf(id)).toMatchObject({
      turn: null,
      storage: null,
      session: { state: 'idle' },
      last_turn: { outcome: 'failed', error_class: 'other', message: ENDED },
    })
    await expect(server.say(id, 'hello')).rejects.toMatchObject({ name: 'StorageError', kind: 'full' })
    await watch.stop()
  })

  test('stores the whole answer and how its turn ended as soon as there is room, without anybody asking', async () => {
    const { id, watch } = await ask()
    await watch.untilType('text.delta', 5)
    fill()
    await watch.untilType('turn.failed')
    free()
    await watch.untilType('turn.failed', 2)
    await watch.stop()
    const path = await server.store.path(id)
    expect(path.map(statusOf)).toEqual(['complete', 'error'])
    expect(textOf(path[1]?.content ?? [])).toBe(streamed(watch))
    expect(path[1]?.metadata.error).toEqual({ error_class: 'other', message: ENDED })
    expect(path[1]?.metadata.usage?.output_tokens).toBeGreaterThan(0)
    const session = await server.store.session(id)
    expect(session).toMatchObject({ state: 'idle', cost_usd: path[1]?.metadata.usage?.cost_usd })
    expect(await ends(id)).toEqual(['turn.failed'])
    await server.say(id, 'hello')
    expect((await server.store.path(id)).map(statusOf)).toEqual(['complete', 'error', 'complete', 'complete'])
  })

  test('between calls and results keeps the call, closes it, and says so in an answer of its own', async () => {
    const { id, watch } = await ask('calculate 2*3 and 4*5', 'demo:anthropic')
    await watch.untilType('tool.use_start')
    fill()
    await watch.untilType('turn.failed')
    free()
    await server.say(id, 'hello')
    await watch.stop()
    const path = await server.store.path(id)
    expect(pathViolations(path)).toEqual([])
    expect(path.map(({ role }) => role)).toEqual(['user', 'assistant', 'assistant', 'user', 'assistant'])
    expect(path[2]).toMatchObject({
      content: [],
      metadata: { status: 'error', error: { message: `${ENDED} Not every tool call has its result.` } },
    })
    expect((await server.store.toolCalls(id)).map(({ status }) => status)).toEqual(['cancelled', 'cancelled'])
    expect(statusOf(path[4] as Message)).toBe('complete')
  })

  test('leaves what the store has for the next start where the process ends first', async () => {
    const { id, watch } = await ask()
    await watch.untilType('text.delta', 5)
    fill()
    await watch.untilType('turn.failed')
    await watch.stop()
    await server.turns.close()
    free()
    const next = await startSessionServer({ folder: server.folder })
    expect(await next.turns.recover({ isAlone: true })).toBe(1)
    const path = await next.store.path(id)
    expect(path.map(statusOf)).toEqual(['complete', 'error'])
    expect((await next.store.session(id))?.state).toBe('idle')
    await next.close()
  })
})

test('a database that may not grow any further refuses one write, and has all of it once it may', async () => {
  let limit = async (_pages: number) => {}
  server = await startSessionServer({
    wrapStore: (store) => {
      const { client } = store as Awaited<ReturnType<typeof openStore>>
      limit = async (pages) => void (await client.execute(`PRAGMA max_page_count = ${pages}`))
      return store
    },
    fetch: createDemoFetch({ delay: () => sleep(1) }),
    patience: { forMs: 60_000, firstDelayMs: 2, longestDelayMs: 5 },
  })
  const { id, watch } = await ask('Write a long answer in Markdown')
  await watch.untilType('text.delta', 5)
  // The smallest there is: the size that the database has. A refusal opens the connection anew, and that lifts it.
  await limit(1)
  await watch.untilType('turn.completed')
  await watch.stop()
  const notices = watch.frames.flatMap((frame) => (frame.type === 'storage.changed' ? [frame.payload.problem] : []))
  expect(notices).toEqual([{ kind: 'full', message: WAITING }, null])
  const path = await server.store.path(id)
  expect(path.map(statusOf)).toEqual(['complete', 'complete'])
  expect(textOf(path[1]?.content ?? [])).toBe(streamed(watch))
})
