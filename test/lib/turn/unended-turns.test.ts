import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { localDatabaseUrl } from '#db/client.ts'
import { openStore } from '#db/store.ts'
import { monotonicIds } from '#lib/canonical/id.ts'
import { type Message, statusOf } from '#lib/canonical/message.ts'
import type { LiveChange, LiveStream } from '#lib/live/live-stream.ts'
import { memoryLogger } from '#lib/log.ts'
import { StorageError } from '#lib/store/storage-error.ts'
import type { SessionWrite, Store } from '#lib/store/store.ts'
import { Journal, type Step } from '#lib/turn/journal.ts'
import { UnendedTurns } from '#lib/turn/unended-turns.ts'
import { WritePatience } from '#lib/turn/write-patience.ts'
import { temporaryFolder } from '#test/support/database.ts'
import { diskFull, RefusingStore } from '#test/support/refusing-store.ts'
import { ANSWERED, eventOf, messageOf, NOON, session, turnOf } from '#test/support/session-builder.ts'

const OWNER = 'this process'
const ENDED = 'The disk was full for too long, so the answer was ended here. Make room on it, then send again.'
const NOT_STORED = 'Not all of the answer could be stored. Try again.'

/** Pauses for as long as a test says. */
class SteppedPatience extends WritePatience {
  pauses = 0
  #paused = Promise.withResolvers<void>()
  #going = Promise.withResolvers<void>()

  /** Resolves when the next pause has begun. */
  get paused(): Promise<void> {
    return this.#paused.promise
  }

  override pause(): Promise<void> {
    this.pauses += 1
    this.#paused.resolve()
    return this.#going.promise
  }

  goOn(): void {
    const { resolve } = this.#going
    this.#paused = Promise.withResolvers()
    this.#going = Promise.withResolvers()
    resolve()
  }
}

const stack = new AsyncDisposableStack()
let opened: Store
beforeAll(async () => {
  const folder = stack.use(await temporaryFolder())
  opened = await openStore({ url: localDatabaseUrl(folder.path), authToken: null })
  stack.defer(() => opened.close())
})
afterAll(() => stack.disposeAsync())

let disk: RefusingStore
let store: Store
let commits: SessionWrite[]
let changes: LiveChange[]
let log: ReturnType<typeof memoryLogger>
let patience: SteppedPatience
let deps: ConstructorParameters<typeof UnendedTurns>[0]
let unended: UnendedTurns

const unasked = () => {
  throw new Error('nobody watches here')
}

beforeEach(() => {
  disk = new RefusingStore()
  commits = []
  changes = []
  log = memoryLogger()
  patience = new SteppedPatience(log, {})
  store = disk.wrap({
    ...opened,
    commit: (write) => {
      commits.push(write)
      return opened.commit(write)
    },
  })
  const live: LiveStream = {
    publish: (_sessionId, change) => void changes.push(change),
    subscribe: unasked,
    isWatched: () => false,
    visits: () => 0,
    rest: () => 0,
    read: unasked,
  }
  deps = { store, live, log, patience, newEventId: monotonicIds(), clock: () => Date.parse(NOON) * 1_000 }
  unended = new UnendedTurns(deps, OWNER)
})

/** A session in which this process runs as many turns, each with a question of its own, and no answer yet. */
async function running(turns = 1) {
  const own = session()
  await opened.createSession(own, [])
  const begun = Array.from({ length: turns }, (_, lane) => {
    const question = messageOf(own, { metadata: {} })
    const turn = turnOf(question, { lane })
    return { question, turn, started: startOf(question, turn.id) }
  })
  const [first, ...others] = begun
  if (!first) throw new Error('no turn')
  const lease = { owner: OWNER, ms: 600_000 }
  const { session: stored } = await opened.commit({
    session_id: own.id,
    patch: { state: 'running', head_id: first.question.id },
    turn: { type: 'start', turn: first.turn, lease },
    beside: others.map(({ turn }) => ({ type: 'start', turn, lease })),
    messages: begun.map(({ question }) => ({ message: question, parent_id: null })),
    events: begun.map(({ started }) => started),
  })
  return { id: own.id, stored, turns: begun.map(({ question, turn }) => ({ question, id: turn.id })) }
}

const startOf = (question: Message, turn_id: string) => {
  return eventOf(
    { id: question.session_id },
    'turn.started',
    { message_id: question.id, content_hash: '' },
    { turn_id },
  )
}

/** The first and only turn of such a session. */
async function runningTurn() {
  const { id, stored, turns } = await running()
  const [turn] = turns
  if (!turn) throw new Error('no turn')
  return { id, stored, turn_id: turn.id, question: turn.question }
}

type Turn = Pick<Awaited<ReturnType<typeof runningTurn>>, 'id' | 'turn_id'>

/** What a turn wrote in vain; nothing of it was waited for. */
async function journalOf({ id, turn_id }: Turn, steps: readonly Step[]): Promise<Journal> {
  const journal = new Journal(deps, { session_id: id, turn_id, owner: OWNER }, AbortSignal.abort())
  await Promise.allSettled(steps.map(({ write, shown }) => journal.write(write, shown)))
  changes.length = 0
  commits.length = 0
  return journal
}

const answerTo = (question: Message, turn_id: string, text: string) =>
  messageOf(
    { id: question.session_id },
    { role: 'assistant', content: [{ type: 'text', text }], metadata: { ...ANSWERED, turn_id, status: 'complete' } },
  )

const problemIn = (id: string, turn_id: string, problem: string) =>
  eventOf({ id }, 'routing.policy_invalid', { problem }, { turn_id })

/** The last step of a turn that went well. */
function lastStep({ id, turn_id }: Turn, question: Message, answer: Message): Step {
  const end = { message_id: answer.id, model: 'demo:test', llm_calls: 1, cost_usd: null }
  return {
    write: {
      patch: { state: 'idle', settle_model: true, head_id: answer.id },
      turn: { type: 'end', id: turn_id, state: 'completed', ended_at: NOON },
      messages: [{ message: answer, parent_id: question.id }],
      events: [problemIn(id, turn_id, 'told with the end'), eventOf({ id }, 'turn.completed', end, { turn_id })],
    },
    shown: [answer],
  }
}

const updates = () => changes.filter(({ type }) => type === 'updated')
const eventsIn = () => changes.flatMap((change) => (change.type === 'event' ? [change.event] : []))
const endsOf = async (id: string) =>
  (await opened.events(id, { types: ['turn.failed', 'turn.completed'] })).map(({ type, turn_id, payload }) => {
    return { type, turn_id, payload }
  })
const failed = (turn_id: string, message: string) => {
  return { type: 'turn.failed', turn_id, payload: { error_class: 'other', message } }
}

test('a turn that a full disk ended is told at once with what it had, and stored as it is when there is room', async () => {
  const turn = await runningTurn()
  const { id, turn_id, question } = turn
  const answer = answerTo(question, turn_id, 'forty-two')
  disk.failure = diskFull
  const beside: Step = { write: { patch: { title: 'A question' } }, shown: [] }
  const journal = await journalOf(turn, [beside, lastStep(turn, question, answer)])
  await unended.abandon(id, turn_id, diskFull(), journal)
  expect(unended.has(id)).toBe(true)
  expect(unended.turnIds).toEqual([turn_id])
  const error = { error_class: 'other', message: ENDED }
  expect(changes).toEqual([
    {
      type: 'appended',
      message: { ...answer, metadata: { ...answer.metadata, status: 'error', error } },
      parent_id: question.id,
    },
    { type: 'event', event: expect.objectContaining({ type: 'turn.failed', turn_id, session_id: id, payload: error }) },
    { type: 'updated', session: { ...turn.stored, state: 'idle' } },
  ])
  await patience.paused

  disk.failure = null
  changes.length = 0
  patience.goOn()
  await patience.paused
  expect(unended.has(id)).toBe(false)
  expect(unended.turnIds).toEqual([])
  expect(commits.map(({ patch }) => patch)).toEqual([{ title: 'A question' }, { head_id: answer.id }])
  const path = await opened.path(id)
  expect(path.map(statusOf)).toEqual(['complete', 'error'])
  expect(path[1]).toMatchObject({ id: answer.id, content: answer.content, metadata: { error } })
  expect(await opened.session(id)).toMatchObject({ state: 'idle', title: 'A question' })
  expect((await opened.events(id)).map(({ type }) => type)).toEqual([
    'turn.started',
    'routing.policy_invalid',
    'turn.failed',
  ])
  expect(changes.map(({ type }) => type)).toEqual(['appended', 'event', 'updated'])
  expect(eventsIn()).toEqual([expect.objectContaining(failed(turn_id, ENDED))])
  expect(log.entries.map(({ message }) => message)).toEqual(['the store takes no writes for now'])
})

test('a step in the middle is shown as it is, and the end of one that said nothing is owed without a message', async () => {
  const turn = await runningTurn()
  const { id, turn_id, question } = turn
  const spoken = answerTo(question, turn_id, 'so far')
  const middle: Step = {
    write: { messages: [{ message: spoken, parent_id: question.id }], patch: { head_id: spoken.id } },
    shown: [spoken],
  }
  const end = eventOf({ id }, 'turn.cancelled', { message_id: null }, { turn_id })
  disk.failure = diskFull
  const journal = await journalOf(turn, [middle, { write: { events: [end] }, shown: [] }])
  await unended.abandon(id, turn_id, diskFull(), journal)
  expect(changes[0]).toEqual({ type: 'appended', message: spoken, parent_id: question.id })
  expect(changes.map(({ type }) => type)).toEqual(['appended', 'event', 'updated'])
  await patience.paused
  disk.failure = null
  await unended.settle(id)
  const expected = { type: 'leased', turn_id, owner: OWNER }
  expect(commits).toEqual([
    { ...middle.write, session_id: id, expect: expected },
    { session_id: id, expect: expected, patch: {}, turn: undefined, events: [], messages: [] },
  ])
  expect(await endsOf(id)).toEqual([failed(turn_id, ENDED)])
})

test('a turn that failed for another reason is ended without what it had, and nothing is tried again', async () => {
  const turn = await runningTurn()
  const { id, turn_id, question } = turn
  disk.failure = () => new Error('a bug')
  const journal = await journalOf(turn, [lastStep(turn, question, answerTo(question, turn_id, 'lost'))])
  disk.failure = null
  await unended.abandon(id, turn_id, new Error('a bug'), journal)
  expect(commits).toEqual([])
  expect(await endsOf(id)).toEqual([failed(turn_id, NOT_STORED)])
  expect(changes.map(({ type }) => type)).toEqual(['appended', 'event', 'updated'])
  expect(unended.has(id)).toBe(false)
  expect(patience.pauses).toBe(0)
  expect(log.entries).toEqual([])
})

test('the end of a turn says what is wrong with a database that no waiting mends', async () => {
  const turn = await runningTurn()
  const damaged = new StorageError('damaged', 'the database is damaged')
  await unended.abandon(turn.id, turn.turn_id, damaged, await journalOf(turn, []))
  expect(await endsOf(turn.id)).toEqual([
    failed(turn.turn_id, 'Not all of the answer could be stored: the database is damaged.'),
  ])
})

test('where even the end cannot be stored, nothing of the answer that is lost for good is shown', async () => {
  const turn = await runningTurn()
  const { id, turn_id, question } = turn
  disk.failure = () => new Error('a bug')
  const journal = await journalOf(turn, [lastStep(turn, question, answerTo(question, turn_id, 'lost'))])
  await unended.abandon(id, turn_id, new Error('a bug'), journal)
  expect(changes.map(({ type }) => type)).toEqual(['event', 'updated'])
  expect(eventsIn()).toEqual([expect.objectContaining(failed(turn_id, NOT_STORED))])
  await patience.paused
})

test('what was kept and can never be stored is logged, and the turn is ended without it', async () => {
  const turn = await runningTurn()
  const { id, turn_id, question } = turn
  disk.failure = diskFull
  const journal = await journalOf(turn, [lastStep(turn, question, answerTo(question, turn_id, 'lost'))])
  await unended.abandon(id, turn_id, diskFull(), journal)
  await patience.paused
  disk.failure = null
  const refusal = new Error('it does not fit')
  store.commit = () => Promise.reject(refusal)
  changes.length = 0
  await unended.settle(id)
  expect(log.entries.slice(1)).toEqual([
    {
      level: 'error',
      message: 'what was kept of a turn cannot be stored',
      fields: { session_id: id, cause: refusal },
    },
  ])
  expect(await endsOf(id)).toEqual([failed(turn_id, ENDED)])
  expect((await opened.path(id)).map(statusOf)).toEqual(['complete', 'error'])
  expect(unended.has(id)).toBe(false)
})

test('a store that cannot even be read tells the end, and no session', async () => {
  const turn = await runningTurn()
  disk.failure = diskFull
  store.session = () => Promise.reject(diskFull())
  await unended.abandon(turn.id, turn.turn_id, diskFull(), await journalOf(turn, []))
  expect(changes.map(({ type }) => type)).toEqual(['event'])
  await patience.paused
})

test('several turns of one session are each ended, shown once and in their order', async () => {
  const { id, turns } = await running(2)
  const [first, second] = turns.map(({ id: turn_id, question }) => ({ id, turn_id, question }))
  if (!first || !second) throw new Error('two turns')
  const answers = [first, second].map(({ turn_id, question }) => answerTo(question, turn_id, 'as far as it came'))
  disk.failure = diskFull
  for (const [lane, turn] of [first, second].entries()) {
    const step = lastStep(turn, turn.question, answers[lane] as Message)
    await unended.abandon(id, turn.turn_id, diskFull(), await journalOf(turn, [step]))
  }
  expect(unended.turnIds).toEqual([first.turn_id, second.turn_id])
  await patience.paused
  disk.failure = null
  changes.length = 0
  patience.goOn()
  await patience.paused
  expect(commits.map(({ messages }) => messages?.[0]?.message.id)).toEqual(answers.map(({ id }) => id))
  expect(eventsIn().map(({ turn_id }) => turn_id)).toEqual([first.turn_id, second.turn_id])
  expect(updates()).toHaveLength(2)
  expect(await endsOf(id)).toEqual([failed(first.turn_id, ENDED), failed(second.turn_id, ENDED)])
})

test('a turn whose last write had got through all the same is shown with the end that it was to have', async () => {
  const turn = await runningTurn()
  const { id, turn_id, question } = turn
  const answer = answerTo(question, turn_id, 'forty-two')
  await opened.commit({ session_id: id, ...lastStep(turn, question, answer).write })
  await unended.abandon(id, turn_id, new Error('the connection broke'), await journalOf(turn, []))
  expect(await endsOf(id)).toMatchObject([{ type: 'turn.completed', turn_id }])
  expect(eventsIn()).toMatchObject([{ type: 'turn.completed', turn_id }])
  expect(updates()).toEqual([{ type: 'updated', session: await opened.session(id) }])
})

test('a session of an older version, which kept no turns, is idle again and shown once', async () => {
  const { id } = session()
  await opened.createSession(session({ id }), [])
  await opened.commit({ session_id: id, patch: { state: 'running' } })
  const turn = { id, turn_id: 'a turn that nothing is stored of' }
  await unended.abandon(id, turn.turn_id, new Error('a bug'), await journalOf(turn, []))
  expect(changes).toEqual([{ type: 'updated', session: await opened.session(id) }])
  expect(await opened.session(id)).toMatchObject({ state: 'idle' })
})

test('a turn that nobody abandoned here is ended too, with words of its own', async () => {
  const { id, turn_id } = await runningTurn()
  await unended.settle(id)
  expect(await endsOf(id)).toEqual([failed(turn_id, NOT_STORED)])
  expect(changes.map(({ type }) => type)).toEqual(['appended', 'event', 'updated'])
  changes.length = 0
  await unended.settle(id)
  expect(changes).toEqual([])
  expect(log.entries).toEqual([])
})

test('asked twice at once, a session is settled once; asked again later, it is looked at again', async () => {
  const { id } = await runningTurn()
  let recoveries = 0
  store.recover = (only) => {
    recoveries += 1
    return opened.recover(only)
  }
  await Promise.all([unended.settle(id), unended.settle(id)])
  expect(recoveries).toBe(1)
  await unended.settle(id)
  expect(recoveries).toBe(2)
})

test('one loop tries for all sessions, ends with the last of them, and begins anew for the next', async () => {
  const turns = [await runningTurn(), await runningTurn()]
  disk.failure = diskFull
  for (const turn of turns) await unended.abandon(turn.id, turn.turn_id, diskFull(), await journalOf(turn, []))
  expect(unended.turnIds).toEqual(turns.map(({ turn_id }) => turn_id))
  await patience.paused
  expect(patience.pauses).toBe(1)
  disk.refused = 0
  patience.goOn()
  await patience.paused
  expect(disk.refused).toBe(2)
  disk.failure = null
  patience.goOn()
  await patience.paused
  expect(unended.turnIds).toEqual([])
  expect(patience.pauses).toBe(3)
  patience.goOn()
  // A loop that went on would have begun its next pause by now.
  await opened.session('nobody')
  expect(patience.pauses).toBe(3)

  const later = await runningTurn()
  disk.failure = diskFull
  await unended.abandon(later.id, later.turn_id, diskFull(), await journalOf(later, []))
  await patience.paused
  disk.failure = null
  patience.goOn()
  await patience.paused
  expect(unended.has(later.id)).toBe(false)
  expect(await endsOf(later.id)).toEqual([failed(later.turn_id, ENDED)])
})

test('closing tries a last time, whatever the store says, and nothing more after that', async () => {
  const stays = await runningTurn()
  const goes = await runningTurn()
  disk.failure = diskFull
  for (const turn of [stays, goes]) await unended.abandon(turn.id, turn.turn_id, diskFull(), await journalOf(turn, []))
  await patience.paused
  store.recover = (only) => (only?.session_ids.includes(goes.id) ? opened.recover(only) : Promise.reject(diskFull()))
  await unended.close()
  expect(unended.turnIds).toEqual([stays.turn_id])
  expect(await endsOf(goes.id)).toEqual([failed(goes.turn_id, ENDED)])
  expect(await endsOf(stays.id)).toEqual([])
  patience.goOn()
  await opened.session('nobody')
  expect(patience.pauses).toBe(1)
})
