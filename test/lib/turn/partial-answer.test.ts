import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '#lib/canonical/id.ts'
import type { EventPayload } from '#lib/events/catalog.ts'
import { LOCAL_OWNER } from '#lib/principal.ts'
import type { PartialContent, SessionWrite } from '#lib/store/store.ts'
import { CheckpointRounds } from '#lib/turn/checkpoint-rounds.ts'
import { Journal } from '#lib/turn/journal.ts'
import { type AnswerFrame, PartialAnswer } from '#lib/turn/partial-answer.ts'
import { type LeftBehind, startLeftBehind } from '#test/support/left-behind.ts'
import { call, text, toolId } from '#test/support/message-builder.ts'
import { delta, scriptedModel } from '#test/support/scripted-model.ts'
import { eventOf, messageOf, NOON, toolCallOf } from '#test/support/session-builder.ts'

let left: LeftBehind
beforeAll(async () => {
  left = await startLeftBehind()
})
afterAll(() => left.close())

/** An answer that is saved soon after anything arrived; `commits` and `drafts` is what the store was given. */
async function answering() {
  const { session_id, question, turn } = await left.begin()
  const commits: SessionWrite[] = []
  const drafts: PartialContent[] = []
  const owner = { session_id, turn_id: turn.id, owner: 'gone' }
  const frame: AnswerFrame = {
    ...left.deps,
    session_id,
    turn_id: turn.id,
    principal: LOCAL_OWNER,
    message_id: newId(question.id),
    parent_id: question.id,
    model: scriptedModel(async function* () {}),
    routing: turn.routing,
    journal: new Journal(left.deps, owner, new AbortController().signal),
    store: {
      ...left.store,
      commit: (write) => {
        commits.push(write)
        return left.store.commit(write)
      },
    },
    checkpoints: new CheckpointRounds({ checkpoint: async (saved) => void drafts.push(...saved) }, 1),
  }
  return { frame, partial: new PartialAnswer(frame), commits, drafts }
}

/** What is first stored of it, and whenever it has another call. */
function placed({ session_id, turn_id, message_id, parent_id, routing, journal }: AnswerFrame) {
  const metadata = {
    model: 'demo:anthropic',
    provider: 'scripted',
    routing,
    status: 'partial',
    turn_id,
    user_id: 'local',
  } as const
  const message = messageOf({ id: session_id }, { id: message_id, role: 'assistant', metadata })
  return {
    message,
    write: { session_id, expect: journal.expect, tool_calls: [], patch: { head_id: message_id } },
    with: (content: typeof message.content) => [{ message: { ...message, content }, parent_id }],
  }
}

test('an answer is stored as a message first, and then only what arrived is saved', async () => {
  const { frame, partial, commits, drafts } = await answering()
  const { session_id, message_id } = frame
  await partial.take({ type: 'message.start', model: 'demo:anthropic' })
  await partial.take(delta('Hel'))
  await expect.poll(() => commits.length).toBe(1)
  await partial.take(delta('lo'))
  await expect.poll(() => drafts.length).toBe(1)
  await partial.stop()
  const stored = placed(frame)
  expect(commits).toEqual([{ ...stored.write, messages: stored.with([text('Hel')]) }])
  expect(drafts).toEqual([{ session_id, message_id, content: [text('Hello')] }])
})

test('a call in it is stored with it as one that is to be run, under the id of its provider', async () => {
  const { frame, partial, commits } = await answering()
  const asked = call(toolId(1))
  const own = { content_block_index: 0, tool_use_id: asked.id }
  await partial.take({ type: 'message.start', model: 'demo:anthropic' })
  await partial.take({ ...own, type: 'tool.use_start', tool_name: asked.name, provider_id: 'call_7' })
  await partial.take({ ...own, type: 'tool.use_end', final_input: {} })
  await expect.poll(() => commits.length).toBe(1)
  await partial.stop()
  const stored = placed(frame)
  const row = toolCallOf(stored.message, { id: asked.id, provider_id: 'call_7', provider: 'scripted' })
  expect(commits).toEqual([{ ...stored.write, messages: stored.with([asked]), tool_calls: [row] }])
  expect(row.created_at).toBe(NOON)
})

test('what arrives while a write is under way is shown after what that write tells', async () => {
  const { frame, partial } = await answering()
  const { session_id, journal } = frame
  const event = journal.event('routing.policy_invalid', { problem: 'not JSON' })
  const before = left.told(session_id).length
  const writing = journal.write({ events: [event] })
  const shown = partial.take(delta('Hi'))
  expect(shown).toBeInstanceOf(Promise)
  await shown
  await writing
  await partial.stop()
  expect(
    left
      .told(session_id)
      .slice(before)
      .map(({ type }) => type),
  ).toEqual(['storing', 'event', 'answering'])
})

test('each of two answers beside each other has its own content', async () => {
  const { frame, partial } = await answering()
  const { session_id, turn_id, live } = frame
  const other = { ...frame, turn_id: newId(turn_id), message_id: newId(frame.message_id) }
  const begins = (turn_id: string, lane: Pick<EventPayload<'turn.started'>, 'lane'>) => {
    const payload = { message_id: frame.parent_id, content_hash: '', ...lane }
    live.publish(session_id, {
      type: 'event',
      event: eventOf({ id: session_id }, 'turn.started', payload, { turn_id }),
    })
  }
  begins(turn_id, {})
  begins(other.turn_id, { lane: 1 })
  const beside = new PartialAnswer(other)
  for (const [answer, words] of [
    [partial, 'On the path'],
    [beside, 'Beside it'],
  ] as const) {
    await answer.take({ type: 'message.start', model: 'demo:anthropic' })
    await answer.take(delta(words))
    await answer.stop()
  }
  expect([partial.content, beside.content]).toEqual([[text('On the path')], [text('Beside it')]])
})
