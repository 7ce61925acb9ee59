import { describe, expect, test } from 'vitest'
import { newToolUseId } from '#lib/canonical/id.ts'
import type { Message } from '#lib/canonical/message.ts'
import type { Session } from '#lib/canonical/session.ts'
import { LOCAL_OWNER } from '#lib/principal.ts'
import { parseSearch } from '#lib/search/search-query.ts'
import {
  ANSWERED,
  chain,
  eventOf,
  llmCallOf,
  messageOf,
  NOON,
  toolCallOf,
  turnOf,
  wireAnswerOf,
} from '../../support/session-builder.ts'
import type { ContractStore } from './contract-store.ts'

const MUCH_LATER = '2200-01-01T00:00:00.000000Z'

export function testDeletion({ opened, created }: ContractStore): void {
  const said = (owner: Session, role: Message['role'], words: string, turn_id: string) =>
    messageOf(owner, {
      role,
      content: [{ type: 'text', text: words }],
      metadata: role === 'assistant' ? { ...ANSWERED, turn_id } : { turn_id },
    })

  /** Two turns; in the second one a tool is called. Beside its question stands another one, and both have been answered. */
  const conversation = async () => {
    const owner = await created({ title: 'Fruit' })
    const [t1 = '', t2 = '', t3 = '', t4 = ''] = [1, 2, 3, 4].map((n) => `${owner.id}-${n}`)
    const q1 = said(owner, 'user', 'apple', t1)
    const a1 = said(owner, 'assistant', 'apricot', t1)
    const q2 = said(owner, 'user', 'banana', t2)
    const [call_id, step] = [newToolUseId(), messageOf(owner, { role: 'assistant' })]
    step.metadata = { ...ANSWERED, turn_id: t2 }
    step.content = [{ type: 'tool_use', id: call_id, name: 'calculator', input: {} }]
    const result = messageOf(owner, {
      role: 'tool',
      content: [{ type: 'tool_result', tool_use_id: call_id, content: [{ type: 'text', text: '4' }] }],
      metadata: { parent_tool_use_id: call_id, turn_id: t2 },
    })
    const a2 = said(owner, 'assistant', 'blueberry', t2)
    const q3 = said(owner, 'user', 'cherry', t3)
    const a3 = said(owner, 'assistant', 'currant', t3)
    const other = said(owner, 'user', 'date', t4)
    const answer = said(owner, 'assistant', 'damson', t4)
    const call = toolCallOf(step, {
      id: call_id,
      result_message_id: result.id,
      status: 'succeeded',
      completed_at: NOON,
    })
    const path = [q1, a1, q2, step, result, a2, q3, a3]
    await opened().commit({
      session_id: owner.id,
      messages: [...chain(path), ...chain([other, answer], a1.id)],
      tool_calls: [call],
      llm_calls: [llmCallOf(owner, { turn_id: t2, message_id: a2.id })],
      // The first one of a model that failed before another one took the turn.
      wire_answers: [
        { ...wireAnswerOf(a2), message_id: 'of-nothing' },
        wireAnswerOf(step),
        wireAnswerOf(a2),
        wireAnswerOf(a3),
      ],
      events: [eventOf(owner, 'turn.started', { message_id: q2.id, content_hash: 'hash' }, { turn_id: t2 })],
      patch: { head_id: a3.id },
    })
    for (const [question, id] of [
      [q1, t1],
      [q2, t2],
      [q3, t3],
      [other, t4],
    ] as const) {
      await opened().commit({
        session_id: owner.id,
        turn: { type: 'start', turn: turnOf(question, { id }), lease: { owner: 'test', ms: 1_000 } },
      })
      await opened().commit({ session_id: owner.id, turn: { type: 'end', id, state: 'completed', ended_at: NOON } })
    }
    return { owner, t2, q1, a1, q2, step, result, a2, q3, a3, other, answer }
  }

  /** Everything that there is to know of a session. */
  const all = async ({ id }: Session) => ({
    session: await opened().session(id),
    head: await opened().head(id),
    paths: await Promise.all([opened().path(id), ...(await leaves(id)).map((leaf) => opened().path(id, leaf))]),
    calls: await opened().toolCalls(id),
    spent: await opened().llmCalls(id),
    came: await Promise.all(
      ['of-nothing', ...(await opened().tree(id)).map((message) => message.id)].map((message) =>
        opened().wireAnswers(id, message),
      ),
    ),
    events: await opened().events(id),
    hits: await Promise.all(['apple', 'banana', 'blueberry', 'cherry', 'date', 'damson'].map(hits)),
  })
  const leaves = async (id: string) => {
    const roots = (await opened().siblings(id, (await opened().outline(id))[0]?.id ?? '', 10))?.items ?? []
    return Promise.all(roots.map(async ({ message }) => (await opened().newestLeaf(id, message.id))?.message.id ?? ''))
  }
  const hits = async (q: string) => {
    const found = await opened().search(LOCAL_OWNER, parseSearch(q), { limit: 10 })
    return found.items.map(({ message_id, snippet }) => ({ message_id, snippet }))
  }
  const ids = async (id: string, leaf?: string) => (await opened().path(id, leaf)).map((message) => message.id)

  describe('a deletion', () => {
    test('of a question leaves what followed it, which follows what came before, and all is as it was when it is undone', async () => {
      const { owner, q1, a1, q2, step, result, a2, q3, a3, other, answer } = await conversation()
      const before = await all(owner)
      const change = await opened().deleteMessages(owner.id, q2.id, 'message')
      expect(change).toEqual({
        deletion_id: expect.any(String),
        message_ids: [q2.id],
        parent_id: a1.id,
        moved: [{ message_id: step.id, parent_id: a1.id }],
        head_id: a3.id,
        beside: [step.id, other.id].sort(),
      })
      expect(await ids(owner.id)).toEqual([q1.id, a1.id, step.id, result.id, a2.id, q3.id, a3.id])
      expect(await ids(owner.id, answer.id)).toEqual([q1.id, a1.id, other.id, answer.id])
      expect(await opened().message(owner.id, q2.id)).toBeNull()
      // Else the answer would seem to be one with the answer before it.
      const turns = (await opened().outline(owner.id)).map(({ turn_id }) => turn_id)
      expect(turns.map((turn) => turn !== undefined)).toEqual([false, true, false, false, false, false, true])
      expect(await hits('banana')).toEqual([])
      expect(await opened().siblingPlaces(owner.id, [step.id, other.id])).toMatchObject([{ total: 2 }, { total: 2 }])

      expect(await opened().restoreMessages(owner.id, change?.deletion_id ?? '')).toEqual({
        ...change,
        moved: [{ message_id: step.id, parent_id: q2.id }],
        beside: [step.id, other.id].sort(),
      })
      expect(await all(owner)).toEqual(before)
    })

    test('of any step of an answer takes all of them, with calls, results and the turn, and no cost', async () => {
      const { owner, t2, q1, a1, q2, step, result, a2, q3, a3 } = await conversation()
      const before = await all(owner)
      // One in the middle has steps above it and below.
      const change = await opened().deleteMessages(owner.id, result.id, 'message')
      expect(change).toMatchObject({ message_ids: [step.id, result.id, a2.id], parent_id: q2.id, head_id: a3.id })
      expect(await ids(owner.id)).toEqual([q1.id, a1.id, q2.id, q3.id, a3.id])
      expect(await opened().toolCalls(owner.id)).toEqual([])
      expect(await opened().events(owner.id, { turn_id: t2 })).toEqual([])
      expect(before.came.flat()).toHaveLength(4)
      const { came } = await all(owner)
      expect(came.flat().map(({ message_id }) => message_id)).toEqual([a3.id])
      expect(await opened().llmCalls(owner.id)).toEqual(before.spent)
      expect(await opened().session(owner.id)).toEqual(before.session)
      await opened().restoreMessages(owner.id, change?.deletion_id ?? '')
      expect(await all(owner)).toEqual(before)
    })

    test('from a message on takes every branch below, and leads the path to the version beside it', async () => {
      const { owner, q1, a1, q2, step, result, a2, q3, a3, other, answer } = await conversation()
      const before = await all(owner)
      const change = await opened().deleteMessages(owner.id, q2.id, 'branch')
      expect(change).toMatchObject({
        message_ids: [q2.id, step.id, result.id, a2.id, q3.id, a3.id],
        moved: [],
        head_id: answer.id,
        beside: [other.id],
      })
      expect(await ids(owner.id)).toEqual([q1.id, a1.id, other.id, answer.id])
      expect(await opened().siblingPlaces(owner.id, [other.id])).toEqual([])
      expect(await opened().toolCalls(owner.id)).toEqual([])
      await opened().restoreMessages(owner.id, change?.deletion_id ?? '')
      expect(await all(owner)).toEqual(before)

      // In the middle of an answer it begins with the answer: no call is parted from its result.
      expect(await opened().deleteMessages(owner.id, result.id, 'branch')).toMatchObject({
        message_ids: [step.id, result.id, a2.id, q3.id, a3.id],
        head_id: q2.id,
      })
    })

    test('of all that was said leaves an empty session, which can be gone on with, and comes back beside that', async () => {
      const { owner, q1, a3 } = await conversation()
      const before = await all(owner)
      const change = await opened().deleteMessages(owner.id, q1.id, 'branch')
      expect(change).toMatchObject({ parent_id: null, head_id: null })
      expect(await opened().path(owner.id)).toEqual([])
      expect(await opened().session(owner.id)).toEqual({ ...before.session, turn: null })
      const anew = messageOf(owner)
      await opened().commit({ session_id: owner.id, messages: chain([anew]), patch: { head_id: anew.id } })
      expect(await opened().restoreMessages(owner.id, change?.deletion_id ?? '')).toMatchObject({ head_id: anew.id })
      expect(await ids(owner.id)).toEqual([anew.id])
      expect(await ids(owner.id, a3.id)).toHaveLength(8)
      expect((await opened().siblings(owner.id, q1.id, 10))?.total).toBe(2)
    })

    test('can be undone in the session that it was made in, after those that came later, and once', async () => {
      const { owner, q1, q2, a2 } = await conversation()
      const before = await all(owner)
      const stranger = await created()
      const first = (await opened().deleteMessages(owner.id, q2.id, 'message'))?.deletion_id ?? ''
      const second = (await opened().deleteMessages(owner.id, a2.id, 'message'))?.deletion_id ?? ''
      const third = (await opened().deleteMessages(owner.id, q1.id, 'branch'))?.deletion_id ?? ''
      expect(await opened().restoreMessages(stranger.id, third)).toBeNull()
      await expect(opened().restoreMessages(owner.id, first)).rejects.toMatchObject({ name: 'LaterDeletionError' })
      for (const id of [third, second, first]) expect(await opened().restoreMessages(owner.id, id)).not.toBeNull()
      expect(await all(owner)).toEqual(before)
      expect(await opened().restoreMessages(owner.id, first)).toBeNull()
    })

    test('changes nothing while a turn runs, and of a message that is not there', async () => {
      const { owner, q1, a3 } = await conversation()
      const stranger = await conversation()
      const deletion = await opened().deleteMessages(owner.id, a3.id, 'message')
      for (const id of ['nothing', a3.id, stranger.q1.id]) {
        expect(await opened().deleteMessages(owner.id, id, 'branch')).toBeNull()
      }
      await opened().commit({ session_id: owner.id, patch: { state: 'running' } })
      const running = await all(owner)
      const refused = { name: 'UnmetExpectationError' }
      await expect(opened().deleteMessages(owner.id, q1.id, 'branch')).rejects.toMatchObject(refused)
      await expect(opened().restoreMessages(owner.id, deletion?.deletion_id ?? '')).rejects.toMatchObject(refused)
      expect(await all(owner)).toEqual(running)
    })

    test('is for good once it is removed, and goes with its session', async () => {
      const { owner, q1, q2 } = await conversation()
      const early = (await opened().deleteMessages(owner.id, q2.id, 'branch'))?.deletion_id ?? ''
      await opened().removeDeletedMessages(NOON)
      expect(await opened().restoreMessages(owner.id, early)).not.toBeNull()
      const late = (await opened().deleteMessages(owner.id, q2.id, 'branch'))?.deletion_id ?? ''
      await opened().removeDeletedMessages(MUCH_LATER)
      expect(await opened().restoreMessages(owner.id, late)).toBeNull()
      await opened().deleteMessages(owner.id, q1.id, 'branch')
      expect(await opened().deleteSession(owner.id)).toBe(true)
    })
  })
}
