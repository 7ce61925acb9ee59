import { describe, expect, test } from 'vitest'
import { InvariantError } from '#lib/canonical/invariant.ts'
import type { Message } from '#lib/canonical/message.ts'
import { UnknownSessionError } from '#lib/store/store.ts'
import {
  ANSWERED,
  chain,
  eventOf,
  messageOf,
  NOON,
  projectionOf,
  session,
  toolCallOf,
  wireAnswerOf,
} from '../../support/session-builder.ts'
import type { ContractStore } from './contract-store.ts'

export function testWrite({ opened, created, withPath }: ContractStore): void {
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
        'what came for another session': { wire_answers: [wireAnswerOf(stranger)] },
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
      expect(await opened().wireAnswers(owner.id, stranger.id)).toEqual([])
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

    test('keeps what came for a message as it came, for that session alone, and the first of two with one id', async () => {
      const { owner, messages } = await withPath(2)
      const [question, answer] = messages as [Message, Message]
      const text = `data: {"text":"grüße 🐾\\u0000\u0000"}\r\n\r\n${'data: {"choices":[]}\n\n'.repeat(2_000)}`
      const came = [
        { ...wireAnswerOf(answer, '{}'), status: 503 },
        { ...wireAnswerOf(answer, text), is_cut: true },
      ]
      await opened().commit({ session_id: owner.id, wire_answers: came })
      await opened().commit({ session_id: owner.id, wire_answers: came.map((each) => ({ ...each, text: 'other' })) })
      expect(await opened().wireAnswers(owner.id, answer.id)).toEqual(came)
      expect(await opened().wireAnswers(owner.id, question.id)).toEqual([])
      expect(await opened().wireAnswers((await created()).id, answer.id)).toEqual([])
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
}
