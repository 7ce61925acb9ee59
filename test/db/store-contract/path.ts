import { describe, expect, test } from 'vitest'
import { monotonicIds } from '#lib/canonical/id.ts'
import type { Message } from '#lib/canonical/message.ts'
import { BadCursorError } from '#lib/store/store.ts'
import { ANSWERED, chain, messageOf, toolCallOf } from '../../support/session-builder.ts'
import type { ContractStore } from './contract-store.ts'

export function testPath({ opened, created, withPath }: ContractStore): void {
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

    test('is outlined as a whole, or up to a message, by what there is and how long it is', async () => {
      const { owner, messages } = await withPath(11)
      const outline = messages.map(({ id, role, content, created_at }) => {
        return { id, role, size: JSON.stringify(content).length, created_at }
      })
      expect(await opened().outline(owner.id)).toEqual(outline)
      expect(await opened().outline(owner.id, messages[4]?.id)).toEqual(outline.slice(0, 4))
      expect(await opened().outline(owner.id, messages[0]?.id)).toEqual([])
      await expect(opened().outline(owner.id, 'nothing')).rejects.toThrow(BadCursorError)
    })

    test('is looked through for words, without what stands beside it', async () => {
      const owner = await created()
      const saying = (text: string, fields: Partial<Message> = {}) =>
        messageOf(owner, { content: [{ type: 'text', text }], ...fields })
      const messages = [
        saying('The Über-path of “a.b”'),
        saying('uses **the** über-path,\nthe über-path', { role: 'assistant', metadata: ANSWERED }),
        saying('`snake_case` and a*b, 100 %'),
      ] as [Message, Message, Message]
      const [question, answer, last] = messages
      const beside = saying('the über-path, elsewhere')
      await opened().commit({
        session_id: owner.id,
        messages: [...chain(messages), { message: beside, parent_id: question.id }],
        patch: { head_id: last.id },
      })
      const found = (words: string) => opened().findWords(owner.id, words)
      expect(await found('the über-PATH')).toEqual([
        { id: question.id, count: 1 },
        { id: answer.id, count: 2 },
      ])
      expect(await found('ü')).toEqual([
        { id: question.id, count: 1 },
        { id: answer.id, count: 2 },
      ])
      expect(await found('path, the')).toEqual([{ id: answer.id, count: 1 }])
      expect(await found('snake_case AND')).toEqual([{ id: last.id, count: 1 }])
      expect(await found('a*b')).toEqual([{ id: last.id, count: 1 }])
      expect(await found('a.b')).toEqual([{ id: question.id, count: 1 }])
      expect(await found('%')).toEqual([{ id: last.id, count: 1 }])
      expect(await found('nowhere')).toEqual([])
    })

    test('is looked through for what was thought, and for what tools were given and gave back', async () => {
      const owner = await created()
      const nextId = monotonicIds()
      const [first_call, second_call] = [`tu_${nextId()}`, `tu_${nextId()}`] as const
      const result = (of: string, text: string) =>
        messageOf(owner, {
          role: 'tool',
          content: [{ type: 'tool_result', tool_use_id: of, content: [{ type: 'text', text }] }],
          metadata: { parent_tool_use_id: of },
        })
      const [question, answer, first, second, end] = [
        messageOf(owner, { content: [{ type: 'text', text: 'How warm is it in Mainz?' }] }),
        messageOf(owner, {
          role: 'assistant',
          content: [
            { type: 'thinking', text: '' },
            { type: 'thinking', text: 'Mainz is on the **Rhine**, so I ask.' },
            { type: 'text', text: 'I look for Mainz and Worms.' },
            { type: 'tool_use', id: first_call, name: 'weather', input: { place: 'Mainz', unit: 'a*b' } },
            { type: 'tool_use', id: second_call, name: 'weather', input: { place: 'Worms' } },
            { type: 'text', text: 'Both are near.' },
          ],
          metadata: ANSWERED,
        }),
        result(first_call, 'Mainz: 7 degrees'),
        result(second_call, 'Worms: 9 degrees, warmer than Mainz'),
        messageOf(owner, { role: 'assistant', content: [{ type: 'text', text: 'Seven.' }], metadata: ANSWERED }),
      ] as [Message, Message, Message, Message, Message]
      await opened().commit({
        session_id: owner.id,
        messages: chain([question, answer, first, second, end]),
        tool_calls: [
          toolCallOf(answer, { id: first_call, result_message_id: first.id, status: 'succeeded' }),
          toolCallOf(answer, { id: second_call, result_message_id: second.id, status: 'succeeded' }),
        ],
        patch: { head_id: end.id },
      })
      const found = (words: string) => opened().findWords(owner.id, words)
      expect(await found('mainz')).toEqual([
        { id: question.id, count: 1 },
        {
          id: answer.id,
          count: 5,
          parts: [{ fold: 0, count: 1 }, { count: 1 }, { fold: 1, count: 2 }, { fold: 2, count: 1 }],
        },
      ])
      expect(await found('on the rhine')).toEqual([{ id: answer.id, count: 1, parts: [{ fold: 0, count: 1 }] }])
      // In the answer itself stands nothing of it.
      expect(await found('degrees')).toEqual([
        {
          id: answer.id,
          count: 2,
          parts: [
            { fold: 1, count: 1 },
            { fold: 2, count: 1 },
          ],
        },
      ])
      expect(await found('a*b')).toEqual([{ id: answer.id, count: 1, parts: [{ fold: 1, count: 1 }] }])
      expect(await found('tool_use')).toEqual([])
    })
  })
}
