import { describe, expect, test } from 'vitest'
import { InvariantError, pathViolations } from '#lib/canonical/invariant.ts'
import type { Message } from '#lib/canonical/message.ts'
import type { Session } from '#lib/canonical/session.ts'
import { type EventPayload, isEndOfTurn } from '#lib/events/catalog.ts'
import { LOCAL_OWNER, type Principal } from '#lib/principal.ts'
import type { KeptAnswer, Store } from '#lib/store/store.ts'
import { BadCursorError, UnknownSessionError } from '#lib/store/store.ts'
import {
  ANSWERED,
  chain,
  eventOf,
  llmCallOf,
  messageOf,
  NOON,
  projectionOf,
  session,
  toolCallOf,
} from '../support/session-builder.ts'

/** What every store does, wherever it keeps things. `opened` gives the store under test, empty at each test. */
export function testStoreContract(opened: () => Store): void {
  const created = async (fields: Parameters<typeof session>[0] = {}) => {
    const it = session(fields)
    await opened().createSession(it, [])
    return it
  }

  /** A session whose path is `count` messages long. */
  const withPath = async (count: number) => {
    const owner = await created()
    const messages = Array.from({ length: count }, (_, n) =>
      messageOf(owner, { content: [{ type: 'text', text: `${n}` }] }),
    )
    const head_id = messages.at(-1)?.id ?? null
    await opened().commit({ session_id: owner.id, messages: chain(messages), patch: { head_id } })
    return { owner, messages }
  }

  describe('a session', () => {
    test('comes back as it was, with the events that it was created with', async () => {
      const it = session({
        title: 'Ünïcode 😀',
        active_model: 'demo:test',
        system_prompt: 'Be brief.',
        cost_usd: '0.1',
      })
      const event = eventOf(it, 'session.created', { active_model: 'demo:test' })
      await opened().createSession(it, [event])
      expect(await opened().session(it.id)).toEqual(it)
      expect(await opened().events(it.id)).toEqual([event])
      expect(await opened().head(it.id)).toBeNull()
      expect(await opened().path(it.id)).toEqual([])
    })

    test('that is not there is null, has nothing, and cannot be deleted', async () => {
      const store = opened()
      expect(await store.session('nobody')).toBeNull()
      expect(await store.head('nobody')).toBeNull()
      expect(await store.path('nobody')).toEqual([])
      expect(await store.pathPage('nobody', { limit: 5 })).toEqual({ items: [], next: null })
      expect(await store.lastMessageId('nobody')).toBeNull()
      expect(await store.message('nobody', 'nothing')).toBeNull()
      expect(await store.deleteSession('nobody')).toBe(false)
    })

    test('is created once: the second attempt changes nothing', async () => {
      const it = await created({ title: 'first' })
      const event = eventOf(it, 'session.created', { active_model: null })
      await expect(opened().createSession({ ...it, title: 'second' }, [event])).rejects.toThrow(it.id)
      expect(await opened().session(it.id)).toEqual(it)
      expect(await opened().events(it.id)).toEqual([])
    })

    test.each([
      { cost_usd: null, unpriced_calls: 2 },
      { cost_usd: '0.5', unpriced_calls: 2 },
      { cost_usd: '0.5', unpriced_calls: 0 },
      { cost_usd: '0', unpriced_calls: 0 },
    ])('costs what its calls do, and is listed with it: %j', async (spent) => {
      const born = await created(spent)
      const changed = await created({ title: 'changed' })
      const priced = spent.cost_usd === null || spent.cost_usd === '0' ? [] : ['0.3', '0.2']
      const unpriced = Array.from({ length: spent.unpriced_calls }, () => null)
      const llm_calls = [...priced, ...unpriced].map((cost_usd) => llmCallOf(changed, { cost_usd }))
      expect(await opened().commit({ session_id: changed.id, llm_calls })).toEqual({
        ...changed,
        ...spent,
        updated_at: expect.any(String),
      })
      for (const { id } of [born, changed]) expect(await opened().session(id)).toMatchObject(spent)
      const { items } = await opened().sessions(LOCAL_OWNER, { limit: 10 })
      expect(items.map(({ cost_usd, unpriced_calls }) => ({ cost_usd, unpriced_calls }))).toEqual([spent, spent])
    })

    test('keeps what a patch does not name', async () => {
      const it = await created({ title: 'old', active_model: 'demo:a', system_prompt: 'Be brief.' })
      const patch = {
        title: null,
        updated_at: '2026-05-08T12:00:01.000001Z',
      }
      await opened().commit({ session_id: it.id, patch })
      expect(await opened().session(it.id)).toEqual({ ...it, ...patch })
    })

    test('tells a pending model, a pending "no model" and no pending change apart', async () => {
      const { id } = await created()
      const pendingAfter = async (patch: { pending_model?: string | null | undefined; title?: string }) => {
        await opened().commit({ session_id: id, patch })
        const it = await opened().session(id)
        return it && 'pending_model' in it ? it.pending_model : 'none'
      }
      expect(await pendingAfter({ pending_model: 'demo:b' })).toBe('demo:b')
      expect(await pendingAfter({ title: 'says nothing of it' })).toBe('demo:b')
      expect(await pendingAfter({ pending_model: null })).toBeNull()
      expect(await pendingAfter({ pending_model: undefined })).toBe('none')
    })

    test('was updated at the last write, by the clock of the store unless the write says when', async () => {
      const { id } = await created()
      await opened().commit({ session_id: id })
      const first = (await opened().session(id))?.updated_at ?? ''
      await opened().commit({ session_id: id })
      const second = (await opened().session(id))?.updated_at ?? ''
      expect(first > NOON).toBe(true)
      expect(second > first).toBe(true)
      await opened().commit({ session_id: id, patch: { updated_at: NOON } })
      expect((await opened().session(id))?.updated_at).toBe(NOON)
    })

    test('holds any text; half a surrogate pair and NUL become a replacement character', async () => {
      const it = await created({ title: `cut ${'😀'.slice(0, 1)}`, system_prompt: 'a\0b' })
      expect(await opened().session(it.id)).toEqual({ ...it, title: 'cut \uFFFD', system_prompt: 'a\uFFFDb' })
    })

    test('goes with all that hangs on it, and nothing of another one goes', async () => {
      const { owner, messages } = await withPath(1500)
      const other = await withPath(2)
      const [first] = messages
      const call = toolCallOf(first as Message, { result_message_id: messages[1]?.id ?? null })
      await opened().commit({
        session_id: owner.id,
        tool_calls: [call],
        events: [eventOf(owner, 'session.created', { active_model: null })],
        projections: [projectionOf(first as Message)],
      })
      expect(await opened().deleteSession(owner.id)).toBe(true)
      expect(await opened().session(owner.id)).toBeNull()
      expect(await opened().lastMessageId(owner.id)).toBeNull()
      expect(await opened().toolCalls(owner.id)).toEqual([])
      expect(await opened().events(owner.id)).toEqual([])
      expect(await opened().projections(owner.id)).toEqual([])
      expect(await opened().path(other.owner.id)).toEqual(other.messages)
      expect(await opened().deleteSession(owner.id)).toBe(false)
    })
  })

  describe('a request that was carried out', () => {
    const request = (key: string, answer: KeptAnswer['answer'] = { id: 'x' }) => ({
      scope: 'session',
      key,
      fingerprint: 'f',
      answer,
    })

    test('is known by its key and its scope, with what it was answered', async () => {
      const kept = { ...request('ключ 1', { data: 'd', width: 3 }), scope: 'attachment' }
      await opened().keepAnswer(kept)
      expect(await opened().keptAnswer('attachment', 'ключ 1')).toEqual(kept)
      expect(await opened().keptAnswer('attachment', 'ключ 2')).toBeNull()
      expect(await opened().keptAnswer('session', 'ключ 1')).toBeNull()
    })

    test('is stored with the session that it made, and outlives it', async () => {
      const it = session()
      await opened().createSession(it, [], request('made', { id: it.id }))
      expect(await opened().keptAnswer('session', 'made')).toEqual(request('made', { id: it.id }))
      await opened().deleteSession(it.id)
      expect(await opened().keptAnswer('session', 'made')).toEqual(request('made', { id: it.id }))
    })

    test('is stored with the step that carries it out, or not at all', async () => {
      const owner = await created()
      const message = messageOf(owner)
      await opened().commit({ session_id: owner.id, messages: chain([message]), answered: request('said') })
      expect(await opened().keptAnswer('session', 'said')).toEqual(request('said'))

      const orphan = { message: messageOf(owner), parent_id: '0'.repeat(26) }
      const refused = opened().commit({ session_id: owner.id, messages: [orphan], answered: request('unsaid') })
      await expect(refused).rejects.toMatchObject({ name: 'RefusedWriteError' })
      expect(await opened().keptAnswer('session', 'unsaid')).toBeNull()

      const gone = session()
      const late = opened().commit({
        session_id: gone.id,
        messages: chain([messageOf(gone)]),
        answered: request('late'),
      })
      await expect(late).rejects.toThrow(UnknownSessionError)
      expect(await opened().keptAnswer('session', 'late')).toBeNull()
    })

    test('is carried out once: the step that comes second with its key is not stored', async () => {
      const owner = await created()
      const [first, second] = [messageOf(owner), messageOf(owner)]
      await opened().commit({ session_id: owner.id, messages: chain([first]), answered: request('twice', { n: 1 }) })
      const again = opened().commit({
        session_id: owner.id,
        messages: chain([second], first.id),
        answered: request('twice', { n: 2 }),
      })
      await expect(again).rejects.toMatchObject({ name: 'RefusedWriteError' })
      expect(await opened().message(owner.id, second.id)).toBeNull()
      expect(await opened().keptAnswer('session', 'twice')).toEqual(request('twice', { n: 1 }))
    })
  })

  describe('the list of sessions', () => {
    const at = (second: number) => `2026-05-08T12:00:0${second}.000000Z`

    const pages = async (limit: number) => {
      const seen: string[][] = []
      for (let cursor: string | undefined; ; ) {
        const { items, next } = await opened().sessions(LOCAL_OWNER, { cursor, limit })
        seen.push(items.map(({ id }) => id))
        if (next === null) return seen
        cursor = next
      }
    }

    test('is newest first, and pages neither lose nor repeat a session where the times are equal', async () => {
      const ids: string[] = []
      for (const second of [1, 3, 3, 3, 2]) ids.push((await created({ updated_at: at(second) })).id)
      const [a, b, c, d, e] = ids
      expect(await pages(2)).toEqual([[d, c], [b, e], [a]])
      expect(await pages(5)).toEqual([[d, c, b, e, a]])
    })

    test('shows the summary of each', async () => {
      const { id, title, active_model, state, updated_at, cost_usd, unpriced_calls } = await created({
        title: 'One',
        state: 'running',
        unpriced_calls: 3,
        cost_usd: '0.5',
      })
      const { items, next } = await opened().sessions(LOCAL_OWNER, { limit: 10 })
      expect(items).toEqual([{ id, title, active_model, state, updated_at, cost_usd, unpriced_calls }])
      expect(next).toBeNull()
    })

    test('is of one person, and so is each session in it', async () => {
      const somebody = { id: 'somebody' }
      const mine = await created({ updated_at: at(1) })
      const theirs = await created({ owner_id: somebody.id, updated_at: at(2) })
      const ids = async (principal: Principal) =>
        (await opened().sessions(principal, { limit: 1 })).items.map(({ id }) => id)
      expect([await ids(LOCAL_OWNER), await ids(somebody)]).toEqual([[mine.id], [theirs.id]])
      expect(await opened().sessionOf(somebody, theirs.id)).toEqual(theirs)
      expect(await opened().sessionOf(LOCAL_OWNER, theirs.id)).toBeNull()
      expect(await opened().sessionOf(somebody, mine.id)).toBeNull()
      expect(await opened().session(theirs.id)).toEqual(theirs)
    })

    test('is empty where there is none', async () => {
      expect(await opened().sessions(LOCAL_OWNER, { limit: 10 })).toEqual({ items: [], next: null })
    })

    test('goes on with what is older when a session moves to the top between two pages', async () => {
      const old = await created({ updated_at: at(1) })
      const middle = await created({ updated_at: at(2) })
      const recent = await created({ updated_at: at(3) })
      const first = await opened().sessions(LOCAL_OWNER, { limit: 1 })
      expect(first.items.map(({ id }) => id)).toEqual([recent.id])
      await opened().commit({ session_id: middle.id, patch: { updated_at: at(9) } })
      const second = await opened().sessions(LOCAL_OWNER, { cursor: first.next ?? '', limit: 5 })
      expect(second.items.map(({ id }) => id)).toEqual([old.id])
    })

    test.each(['', 'x', '!', btoa('{}'), btoa('[1]'), btoa('["a","b"]'), btoa('[1.5,"a"]'), '\uD800'])(
      'refuses the cursor %j, which it never gave out',
      async (cursor) => {
        await expect(opened().sessions(LOCAL_OWNER, { cursor, limit: 1 })).rejects.toThrow(BadCursorError)
      },
    )
  })

  describe('the path', () => {
    test('runs from the root to the head, and to any other leaf on request', async () => {
      const { owner, messages } = await withPath(4)
      const [root, second] = messages as [Message, Message]
      const branch = [messageOf(owner), messageOf(owner)] as [Message, Message]
      await opened().commit({
        session_id: owner.id,
        messages: chain(branch, second.id),
        patch: { head_id: branch[1].id },
      })
      expect(await opened().head(owner.id)).toBe(branch[1].id)
      expect(await opened().path(owner.id)).toEqual([root, second, ...branch])
      expect(await opened().path(owner.id, messages[3]?.id)).toEqual(messages)
      expect(await opened().path(owner.id, second.id)).toEqual([root, second])
      expect(await opened().lastMessageId(owner.id)).toBe(branch[1].id)
    })

    test('is empty for a leaf of another session, whose messages cannot be had here either', async () => {
      const { owner } = await withPath(1)
      const [first, stranger] = (await withPath(2)).messages as [Message, Message]
      expect(await opened().path(owner.id, stranger.id)).toEqual([])
      expect(await opened().message(owner.id, stranger.id)).toBeNull()
      const found = await opened().message(stranger.session_id, stranger.id)
      expect(found).toEqual({ message: stranger, parent_id: first.id })
      await expect(opened().pathPage(owner.id, { before: stranger.id, limit: 1 })).rejects.toThrow(BadCursorError)
    })

    test('comes in pages from its end, each ascending', async () => {
      const { owner, messages } = await withPath(5)
      const [a, b, c, d, e] = messages as [Message, Message, Message, Message, Message]
      const page = (before: Message | null, limit = 2) => opened().pathPage(owner.id, { before: before?.id, limit })
      expect(await page(null)).toEqual({ items: chain([d, e], c.id), next: d.id })
      expect(await page(d)).toEqual({ items: chain([b, c], a.id), next: b.id })
      expect(await page(b)).toEqual({ items: chain([a]), next: null })
      expect(await page(a)).toEqual({ items: [], next: null })
      expect(await page(null, 5)).toEqual({ items: chain(messages), next: null })
      await expect(opened().pathPage(owner.id, { before: 'nothing', limit: 1 })).rejects.toThrow(BadCursorError)
    })
  })

  describe('a tree', () => {
    /** Three that follow the first message, the middle one with two more below it. */
    const branched = async () => {
      const { owner, messages } = await withPath(1)
      const [root] = messages as [Message]
      const [one, two, three, below] = Array.from({ length: 4 }, () => messageOf(owner)) as [
        Message,
        Message,
        Message,
        Message,
      ]
      const last = messageOf(owner)
      await opened().commit({
        session_id: owner.id,
        messages: [one, two, three].flatMap((each) => chain([each], root.id)).concat(chain([below, last], two.id)),
      })
      return { owner, root, siblings: [one, two, three] as const, below, last }
    }

    test('says what stands beside a message, in the order of writing', async () => {
      const { owner, root, siblings, below } = await branched()
      const placed = siblings.map((message) => ({ message, parent_id: root.id }))
      const beside = (id: string, limit = 10) => opened().siblings(owner.id, id, limit)
      for (const [index, { id }] of siblings.entries()) {
        expect(await beside(id)).toEqual({ items: placed, index, offset: 0, total: 3 })
      }
      const [, two] = siblings
      expect(await beside(below.id)).toEqual({ items: chain([below], two.id), index: 0, offset: 0, total: 1 })
      const anew = messageOf(owner)
      await opened().commit({ session_id: owner.id, messages: chain([anew]) })
      const roots = [root, anew].map((message) => ({ message, parent_id: null }))
      expect(await beside(root.id)).toEqual({ items: roots, index: 0, offset: 0, total: 2 })
    })

    test('says only what is nearest, where that is asked for', async () => {
      const { owner, root, siblings } = await branched()
      const [one, two, three] = siblings
      const ids = async (id: string, limit: number) => {
        const found = await opened().siblings(owner.id, id, limit)
        return { ...found, items: found?.items.map(({ message }) => message.id) }
      }
      expect(await ids(one.id, 2)).toEqual({ items: [one.id, two.id], index: 0, offset: 0, total: 3 })
      expect(await ids(two.id, 1)).toEqual({ items: [two.id], index: 0, offset: 1, total: 3 })
      expect(await ids(three.id, 2)).toEqual({ items: [two.id, three.id], index: 1, offset: 1, total: 3 })
      expect(await ids(root.id, 1)).toEqual({ items: [root.id], index: 0, offset: 0, total: 1 })
    })

    test('leads down from a message to what was written last below it', async () => {
      const { owner, root, siblings, below, last } = await branched()
      const [one, two] = siblings
      const newest = async (id: string) => (await opened().newestLeaf(owner.id, id))?.message.id
      expect([await newest(root.id), await newest(two.id), await newest(last.id)]).toEqual([last.id, last.id, last.id])
      expect(await newest(one.id)).toBe(one.id)
      expect(await opened().newestLeaf(owner.id, root.id)).toEqual({ message: last, parent_id: below.id })
    })

    test('has nothing of another session', async () => {
      const { owner } = await branched()
      const stranger = (await withPath(2)).messages[1] as Message
      for (const id of [stranger.id, 'nothing']) {
        expect(await opened().siblings(owner.id, id, 10)).toBeNull()
        expect(await opened().newestLeaf(owner.id, id)).toBeNull()
      }
    })
  })

  describe('a write', () => {
    test('replaces a message, a tool call and an event that it knows', async () => {
      const owner = await created()
      const partial = messageOf(owner, { role: 'assistant', metadata: { status: 'partial', turn_id: 'turn_1' } })
      const call = toolCallOf(partial)
      const event = eventOf(owner, 'turn.cancelled', { message_id: null })
      await opened().commit({ session_id: owner.id, messages: chain([partial]), tool_calls: [call], events: [event] })
      const whole = { ...partial, metadata: ANSWERED }
      const done = { ...call, status: 'succeeded' as const, result_message_id: partial.id, completed_at: NOON }
      const named = { ...event, payload: { message_id: partial.id } }
      await opened().commit({
        session_id: owner.id,
        messages: chain([whole]),
        tool_calls: [done],
        events: [named as typeof event],
      })
      expect((await opened().message(owner.id, partial.id))?.message).toEqual(whole)
      expect(await opened().toolCalls(owner.id)).toEqual([done])
      expect(await opened().events(owner.id)).toEqual([named])
    })

    test('of thousands of messages is one step', async () => {
      const { owner, messages } = await withPath(2500)
      expect(await opened().path(owner.id)).toEqual(messages)
    })

    test('to a session that is gone throws UnknownSessionError', async () => {
      const gone = session()
      const message = messageOf(gone)
      await expect(opened().commit({ session_id: gone.id })).rejects.toThrow(UnknownSessionError)
      await expect(opened().commit({ session_id: gone.id, messages: chain([message]) })).rejects.toThrow(
        UnknownSessionError,
      )
      const event = eventOf(gone, 'session.created', { active_model: null })
      await expect(opened().commit({ session_id: gone.id, events: [event] })).rejects.toThrow(UnknownSessionError)
      await opened().createSession(gone, [])
      expect(await opened().lastMessageId(gone.id)).toBeNull()
      expect(await opened().events(gone.id)).toEqual([])
    })

    test('that is refused leaves nothing behind', async () => {
      const { owner, messages } = await withPath(2)
      const other = await withPath(1)
      const [mine, head] = messages as [Message, Message]
      const stranger = other.messages[0] as Message
      const good = messageOf(owner)
      const call = toolCallOf(mine)
      await opened().commit({ session_id: owner.id, tool_calls: [call] })
      const before = await opened().session(owner.id)

      const at = (message: Message, parent_id: string | null = head.id) => [
        { message: good, parent_id: head.id },
        { message, parent_id },
      ]
      const refused = {
        'a message of another session': { messages: at(stranger) },
        'the id of a message of another session': { messages: at({ ...stranger, session_id: owner.id }, null) },
        'a parent of another session': { messages: at(messageOf(owner), stranger.id) },
        'a parent that is not there': { messages: at(messageOf(owner), '00000000000000000000000000') },
        'a parent that sorts after it': { messages: at(mine, good.id) },
        'a message that is its own parent': { messages: at(mine, mine.id) },
        'a head that is not there': { messages: at(messageOf(owner)), patch: { head_id: 'nothing' } },
        'a head of another session': { messages: at(messageOf(owner)), patch: { head_id: stranger.id } },
        'a call of a message that is not there': { tool_calls: [toolCallOf(messageOf(owner))] },
        'a call with a result that is not there': { tool_calls: [toolCallOf(mine, { result_message_id: 'nothing' })] },
        'a call of another session': { tool_calls: [toolCallOf(stranger)] },
        'an event of another session': { events: [eventOf(other.owner, 'session.created', { active_model: null })] },
        'a projection of another session': { projections: [projectionOf(stranger)] },
      }
      for (const [what, write] of Object.entries(refused)) {
        const messages = [{ message: good, parent_id: head.id }]
        await expect(opened().commit({ session_id: owner.id, messages, ...write }), what).rejects.toThrow(
          /does not fit|of session|sort after/,
        )
      }
      const theirs = { ...call, session_id: other.owner.id, message_id: stranger.id }
      await expect(opened().commit({ session_id: other.owner.id, tool_calls: [theirs] })).rejects.toThrow(
        other.owner.id,
      )

      expect(await opened().session(owner.id)).toEqual(before)
      expect(await opened().path(owner.id)).toEqual(messages)
      expect(await opened().lastMessageId(owner.id)).toBe(head.id)
      expect(await opened().toolCalls(owner.id)).toEqual([call])
      expect(await opened().events(owner.id)).toEqual([])
      expect(await opened().projections(owner.id)).toEqual([])
      expect(await opened().path(other.owner.id)).toEqual([stranger])
    })

    test('with a complete message that breaks a rule throws InvariantError and stores nothing', async () => {
      const owner = await created()
      const broken = messageOf(owner, { role: 'assistant' })
      const messages = chain([messageOf(owner), broken])
      await expect(opened().commit({ session_id: owner.id, messages })).rejects.toThrow(InvariantError)
      expect(await opened().lastMessageId(owner.id)).toBeNull()
      const unfinished = { ...broken, metadata: { status: 'cancelled' as const } }
      await opened().commit({ session_id: owner.id, messages: chain([unfinished]) })
      expect((await opened().message(owner.id, broken.id))?.message).toEqual(unfinished)
    })

    test('with the result of a call is refused unless it closes that call, and once only', async () => {
      const owner = await created()
      const asked = messageOf(owner, { role: 'assistant', metadata: { status: 'error' } })
      const call = toolCallOf(asked)
      await opened().commit({ session_id: owner.id, messages: chain([asked]), tool_calls: [call] })
      const resultOf = (id: string) =>
        messageOf(owner, {
          role: 'tool',
          content: [{ type: 'tool_result', tool_use_id: id, content: [] }],
          metadata: { parent_tool_use_id: id },
        })
      const closing = (message: Message) => ({
        session_id: owner.id,
        messages: chain([message], asked.id),
        tool_calls: [{ ...call, status: 'succeeded' as const, result_message_id: message.id, completed_at: NOON }],
      })

      const first = resultOf(call.id)
      await expect(opened().commit({ ...closing(first), tool_calls: [] })).rejects.toThrow(InvariantError)
      await expect(opened().commit(closing(resultOf('tu_nobody')))).rejects.toThrow('5.2.2')
      await opened().commit(closing(first))
      await expect(opened().commit(closing(resultOf(call.id)))).rejects.toThrow('does not fit')
      await opened().commit(closing(first))
      expect(await opened().lastMessageId(owner.id)).toBe(first.id)
      expect(await opened().toolCalls(owner.id)).toEqual(closing(first).tool_calls)
    })

    test.each<[string, object]>([
      ['a malformed block', { content: [{ type: 'text' }] }],
      [
        'a number that JSON does not have',
        { content: [{ type: 'tool_use', id: 'tu_1', name: 'x', input: { n: Number.NaN } }] },
      ],
      ['an unknown role', { role: 'robot' }],
      ['a time that is none', { created_at: 'noon' }],
      ['no schema version', { schema_version: 0 }],
    ])('does not take a message with %s, which nobody could read again', async (_, fields) => {
      const owner = await created()
      const message = { ...messageOf(owner, { metadata: { status: 'error' } }), ...fields }
      await expect(opened().commit({ session_id: owner.id, messages: chain([message]) })).rejects.toThrow(message.id)
      expect(await opened().lastMessageId(owner.id)).toBeNull()
    })

    test('takes events of the catalog only, and of those only what the catalog names', async () => {
      const owner = await created()
      const event = eventOf(owner, 'turn.failed', { error_class: 'other', message: 'No.' })
      const chatty = { ...event, payload: { ...event.payload, text: 'what the user wrote' } } as unknown as typeof event
      await opened().commit({ session_id: owner.id, events: [chatty] })
      expect(await opened().events(owner.id)).toEqual([event])
      const unknown = { ...event, type: 'turn.exploded' } as unknown as typeof event
      await expect(opened().commit({ session_id: owner.id, events: [unknown] })).rejects.toThrow('type')
      const malformed = { ...event, payload: {} } as unknown as typeof event
      await expect(opened().commit({ session_id: owner.id, events: [malformed] })).rejects.toThrow('error_class')
    })

    test('keeps the order of events, calls and projections', async () => {
      const { owner, messages } = await withPath(2)
      const [first, second] = messages as [Message, Message]
      const events = ['turn_1', 'turn_2', 'turn_1'].map((turn_id) =>
        eventOf(owner, 'turn.cancelled', { message_id: null }, { turn_id }),
      )
      const calls = [
        toolCallOf(second, { id: 'tu_b' }),
        toolCallOf(second, { id: 'tu_a' }),
        toolCallOf(first, { id: 'tu_c' }),
      ]
      const projections = ['text', 'image', 'text'].map((block_type) => projectionOf(first, { block_type }))
      await opened().commit({ session_id: owner.id, events: [...events].reverse(), tool_calls: calls, projections })
      expect(await opened().events(owner.id)).toEqual(events)
      expect(await opened().events(owner.id, { turn_id: 'turn_1' })).toEqual([events[0], events[2]])
      expect(await opened().events(owner.id, { turn_id: 'turn_3' })).toEqual([])
      expect((await opened().toolCalls(owner.id)).map(({ id }) => id)).toEqual(['tu_c', 'tu_b', 'tu_a'])
      expect(await opened().projections(owner.id)).toEqual(projections)
    })
  })

  describe('a checkpoint', () => {
    test('replaces the content of a partial message, and nothing else of it', async () => {
      const owner = await created()
      const other = await created()
      const partial = messageOf(owner, {
        role: 'assistant',
        content: [],
        metadata: { status: 'partial', turn_id: 't' },
      })
      await opened().commit({ session_id: owner.id, messages: [{ message: partial, parent_id: null }] })
      const content: Message['content'] = [{ type: 'text', text: 'so far: a\ud800b \u0000 “ü”' }]
      await opened().checkpoint(owner.id, partial.id, content)
      expect((await opened().message(owner.id, partial.id))?.message).toEqual({ ...partial, content })
      await opened().checkpoint(other.id, partial.id, [])
      expect((await opened().message(owner.id, partial.id))?.message).toEqual({ ...partial, content })
    })

    test('that comes after the end of an answer changes nothing', async () => {
      const owner = await created()
      const done = messageOf(owner, { role: 'user', content: [{ type: 'text', text: 'whole' }] })
      await opened().commit({ session_id: owner.id, messages: [{ message: done, parent_id: null }] })
      await opened().checkpoint(owner.id, done.id, [{ type: 'text', text: 'late' }])
      expect((await opened().message(owner.id, done.id))?.message).toEqual(done)
    })
  })

  describe('recovery', () => {
    const FAILURE = { error_class: 'other', message: 'The server stopped before the answer was complete.' }
    const running = async (fields: Parameters<typeof session>[0] = {}) => {
      const owner = await created({ state: 'running', ...fields })
      const started = eventOf(owner, 'turn.started', { message_id: 'x', content_hash: 'y' }, { turn_id: 'turn_1' })
      await opened().commit({ session_id: owner.id, events: [started] })
      return { owner, started }
    }

    test('has nothing to do where nothing was running', async () => {
      const { owner, messages } = await withPath(2)
      const before = await opened().session(owner.id)
      expect(await opened().recover()).toEqual([])
      expect(await opened().session(owner.id)).toEqual(before)
      expect(await opened().path(owner.id)).toEqual(messages)
    })

    test('closes a partial answer with what it holds, its calls, its turn and its session; once', async () => {
      const { owner, started } = await running({ active_model: 'demo:a', pending_model: 'demo:b' })
      const partial = messageOf(owner, {
        role: 'assistant',
        metadata: { status: 'partial', turn_id: 'turn_1', model: 'demo:a' },
      })
      const [open, done] = [toolCallOf(partial), toolCallOf(partial, { status: 'succeeded', completed_at: NOON })]
      await opened().commit({
        session_id: owner.id,
        messages: chain([partial]),
        tool_calls: [open, done],
        patch: { head_id: partial.id },
      })

      expect(await opened().recover()).toEqual([{ session_id: owner.id, turn_id: 'turn_1', message_id: partial.id }])

      const metadata = { ...partial.metadata, status: 'error', stop_reason: 'error', error: FAILURE }
      expect(await opened().path(owner.id)).toEqual([{ ...partial, metadata }])
      const calls = await opened().toolCalls(owner.id)
      expect(calls).toEqual([{ ...open, status: 'cancelled', completed_at: calls[0]?.completed_at }, done])
      expect(calls[0]?.completed_at).not.toBeNull()
      const { pending_model: _gone, ...rest } = owner
      const after = await opened().session(owner.id)
      expect(after).toEqual({ ...rest, state: 'idle', active_model: 'demo:b', updated_at: after?.updated_at })
      const events = await opened().events(owner.id)
      const end = {
        turn_id: 'turn_1',
        parent_event_id: started.id,
        type: 'turn.failed',
        actor: 'system',
        payload: FAILURE,
      }
      expect(events).toEqual([started, expect.objectContaining(end)])

      expect(await opened().recover()).toEqual([])
      expect(await opened().session(owner.id)).toEqual(after)
      expect(await opened().events(owner.id)).toEqual(events)
    })

    test('names the turn by its first event where no answer had begun, and cancels calls that were being carried out', async () => {
      const { owner } = await running({ active_model: 'demo:a', pending_model: null })
      const answer = messageOf(owner, { role: 'assistant', metadata: ANSWERED })
      await opened().commit({ session_id: owner.id, messages: chain([answer]), tool_calls: [toolCallOf(answer)] })
      expect(await opened().recover()).toEqual([{ session_id: owner.id, turn_id: 'turn_1', message_id: null }])
      expect((await opened().toolCalls(owner.id)).map(({ status }) => status)).toEqual(['cancelled'])
      expect((await opened().message(owner.id, answer.id))?.message).toEqual(answer)
      expect(await opened().session(owner.id)).toMatchObject({ state: 'idle', active_model: null })
    })

    /** A turn that was cut off before anything of its next answer was stored, with what had been stored of it. */
    const interrupted = async (
      rest: (owner: Session, asked: Message) => Message[],
      parent_id: string | null = null,
    ) => {
      const owner = await created({ state: 'running', active_model: 'demo:a' })
      const asked = messageOf(owner, { metadata: { status: 'complete', turn_id: 'turn_1' } })
      const path = [asked, ...rest(owner, asked)]
      const turn = { turn_id: 'turn_1' }
      const started = eventOf(owner, 'turn.started', { message_id: asked.id, content_hash: 'y' }, turn)
      const decided = eventOf(owner, 'route.decided', ROUTE, { ...turn, parent_event_id: started.id })
      await opened().commit({
        session_id: owner.id,
        messages: chain(path, parent_id),
        tool_calls: path.flatMap((message) =>
          message.content.flatMap((block) =>
            block.type === 'tool_use' ? [toolCallOf(message, { id: block.id })] : [],
          ),
        ),
        events: [started, decided],
        patch: { head_id: path.at(-1)?.id ?? null },
      })
      return { owner, path, events: [started, decided] }
    }
    const ROUTE: EventPayload<'route.decided'> = {
      chosen_model: 'demo:a',
      mode: 'default',
      reason: 'the only one',
      estimated_input_tokens: 3,
      chain: [
        { policy: 'manual_sticky', verdict: 'rejected', model: 'demo:b', reason: 'is away' },
        { policy: 'global_default', verdict: 'chose', model: 'demo:a', reason: 'the only one' },
      ],
    }
    const callOf = (owner: Session) =>
      messageOf(owner, {
        role: 'assistant',
        content: [{ type: 'tool_use', id: `tu_${owner.id}`, name: 'calculator', input: {} }],
        metadata: { ...ANSWERED, turn_id: 'turn_1' },
      })

    test.each([
      ['before its first word', () => [], FAILURE.message],
      [
        'between a call and its result',
        (owner: Session) => [callOf(owner)],
        `${FAILURE.message} Not every tool call has its result.`,
      ],
    ])(
      'gives a turn that was cut off %s an answer that says so, at the end of its path; once',
      async (_, rest, words) => {
        const { owner, path, events } = await interrupted(rest)

        const [recovered, ...more] = await opened().recover()

        expect(more).toEqual([])
        const answer = (await opened().path(owner.id)).at(-1) as Message
        expect(recovered).toEqual({ session_id: owner.id, turn_id: 'turn_1', message_id: answer.id })
        const error = { error_class: 'other', message: words }
        const routing = {
          mode: 'default',
          chosen_model: 'demo:a',
          reason: 'the only one',
          alternatives_considered: ['demo:b'],
        }
        const said = { model: 'demo:a', provider: 'demo', routing, status: 'error', stop_reason: 'error' }
        expect(answer).toEqual({
          ...messageOf(owner),
          id: answer.id,
          role: 'assistant',
          content: [],
          metadata: { ...said, turn_id: 'turn_1', error },
          created_at: answer.created_at,
        })
        expect(await opened().path(owner.id)).toEqual([...path, answer])
        expect(await opened().head(owner.id)).toBe(answer.id)
        expect((await opened().toolCalls(owner.id)).map(({ status }) => status)).toEqual(
          path.slice(1).map(() => 'cancelled'),
        )
        expect((await opened().session(owner.id))?.state).toBe('idle')
        const stored = await opened().events(owner.id)
        expect(stored.slice(0, -1)).toEqual(events)
        expect(stored.at(-1)).toMatchObject({ type: 'turn.failed', turn_id: 'turn_1', payload: error })
        expect(pathViolations(await opened().path(owner.id))).toEqual([])

        expect(await opened().recover()).toEqual([])
        expect(await opened().path(owner.id)).toEqual([...path, answer])
        expect(await opened().events(owner.id)).toEqual(stored)
      },
    )

    test('puts the answer under the last result where the calls had been carried out', async () => {
      const { owner, path } = await interrupted((of) => [callOf(of)])
      const [, asked] = path as [Message, Message]
      const id = `tu_${owner.id}`
      const result = messageOf(owner, {
        role: 'tool',
        content: [{ type: 'tool_result', tool_use_id: id, content: [], is_error: false }],
        metadata: { status: 'complete', parent_tool_use_id: id, turn_id: 'turn_1' },
      })
      await opened().commit({
        session_id: owner.id,
        messages: [{ message: result, parent_id: asked.id }],
        tool_calls: [toolCallOf(asked, { id, status: 'succeeded', result_message_id: result.id, completed_at: NOON })],
        patch: { head_id: result.id },
      })
      await opened().recover({ session_ids: [owner.id], failure: 'The disk was full.' })
      const after = await opened().path(owner.id)
      expect(after.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'assistant'])
      expect(after.at(-1)?.metadata.error).toEqual({ error_class: 'other', message: 'The disk was full.' })
      expect((await opened().toolCalls(owner.id)).map(({ status }) => status)).toEqual(['succeeded'])
      expect(pathViolations(after)).toEqual([])
    })

    test('leaves the active path alone where it has gone to another branch, and sorts the answer after that', async () => {
      const { owner, path } = await interrupted(() => [])
      const other = [messageOf(owner), messageOf(owner)] as [Message, Message]
      await opened().commit({ session_id: owner.id, messages: chain(other), patch: { head_id: other[1].id } })
      const [recovered] = await opened().recover()
      expect(await opened().path(owner.id)).toEqual(other)
      const answer = recovered?.message_id ?? ''
      expect(answer > other[1].id).toBe(true)
      expect((await opened().path(owner.id, answer)).map(({ id }) => id)).toEqual([path[0]?.id, answer])
    })

    test('ends many sessions at once, each with its own answer, also when two recoveries begin together', async () => {
      const sessions = await Promise.all([1, 2, 3].map(() => interrupted(() => [])))
      const both = await Promise.all([opened().recover(), opened().recover()])
      expect(both.map((recovered) => recovered.length).sort()).toEqual([0, 3])
      for (const { owner, path } of sessions) {
        const after = await opened().path(owner.id)
        expect(after.map(({ id }) => id)).toEqual([path[0]?.id, after.at(-1)?.id])
        expect(after.at(-1)?.metadata.error).toEqual(FAILURE)
        expect((await opened().events(owner.id)).filter(isEndOfTurn)).toHaveLength(1)
      }
    })

    test('says nothing of a model where the decision is not known', async () => {
      const owner = await created({ state: 'running' })
      const asked = messageOf(owner, { metadata: { turn_id: 'turn_1' } })
      const started = eventOf(owner, 'turn.started', { message_id: asked.id, content_hash: 'y' }, { turn_id: 'turn_1' })
      const patch = { head_id: asked.id }
      await opened().commit({ session_id: owner.id, messages: chain([asked]), events: [started], patch })
      await opened().recover()
      const answer = (await opened().path(owner.id)).at(-1)
      expect(answer?.metadata).toMatchObject({ model: null, provider: null, routing: null, error: FAILURE })
    })

    test('gives a turn that has ended no second end', async () => {
      const { owner } = await running()
      const ended = eventOf(owner, 'turn.cancelled', { message_id: null }, { turn_id: 'turn_1' })
      await opened().commit({ session_id: owner.id, events: [ended] })
      expect(await opened().recover()).toEqual([])
      expect(await opened().session(owner.id)).toMatchObject({ state: 'idle' })
      expect((await opened().events(owner.id)).map(({ type }) => type)).toEqual(['turn.started', 'turn.cancelled'])
    })

    test('of one session leaves the others alone, and says what came to grief', async () => {
      const { owner } = await running()
      const other = await running()
      const partials = [owner, other.owner].map((of) =>
        messageOf(of, { role: 'assistant', metadata: { status: 'partial', turn_id: 'turn_1' } }),
      )
      for (const partial of partials)
        await opened().commit({ session_id: partial.session_id, messages: chain([partial]) })
      const before = await opened().session(other.owner.id)

      const recovered = await opened().recover({ session_ids: [owner.id], failure: 'Try again.' })

      expect(recovered).toEqual([{ session_id: owner.id, turn_id: 'turn_1', message_id: partials[0]?.id }])
      expect((await opened().message(owner.id, partials[0]?.id ?? ''))?.message.metadata).toMatchObject({
        status: 'error',
        error: { error_class: 'other', message: 'Try again.' },
      })
      expect((await opened().events(owner.id)).at(-1)?.payload).toMatchObject({ message: 'Try again.' })
      expect(await opened().session(other.owner.id)).toEqual(before)
      expect((await opened().message(other.owner.id, partials[1]?.id ?? ''))?.message).toEqual(partials[1])
      expect(await opened().events(other.owner.id)).toEqual([other.started])
    })

    test('takes sessions that ran without a trace and partial answers of idle sessions along', async () => {
      const silent = await created({ state: 'running' })
      const idle = await created()
      const partials = [1, 2].map(() => messageOf(idle, { role: 'assistant', metadata: { status: 'partial' } }))
      await opened().commit({ session_id: idle.id, messages: chain(partials) })
      expect(await opened().recover()).toEqual([
        { session_id: silent.id, turn_id: null, message_id: null },
        ...partials.map(({ id }) => ({ session_id: idle.id, turn_id: null, message_id: id })),
      ])
      expect(await opened().events(idle.id)).toHaveLength(2)
    })
  })
}
