import { describe, expect, test } from 'vitest'
import type { Message } from '#lib/canonical/message.ts'
import { messageOf } from '../../support/session-builder.ts'
import type { ContractStore } from './contract-store.ts'

export function testCheckpoint({ opened, created }: ContractStore): void {
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
      await opened().checkpoint([{ session_id: owner.id, message_id: partial.id, content }])
      expect((await opened().message(owner.id, partial.id))?.message).toEqual({ ...partial, content })
      await opened().checkpoint([{ session_id: other.id, message_id: partial.id, content: [] }])
      expect((await opened().message(owner.id, partial.id))?.message).toEqual({ ...partial, content })
    })

    test('saves answers of several sessions at once, and leaves out what is not partial', async () => {
      const whole: Message['content'] = [{ type: 'text', text: 'whole' }]
      const partial = { role: 'assistant', content: [], metadata: { status: 'partial' } } as const
      const kinds = [partial, { role: 'user', content: whole }, partial] as const
      const messages: Message[] = []
      for (const kind of kinds) {
        const message = messageOf(await created(), kind as Partial<Message>)
        await opened().commit({ session_id: message.session_id, messages: [{ message, parent_id: null }] })
        messages.push(message)
      }
      const content: Message['content'] = [{ type: 'text', text: 'so far' }]
      await opened().checkpoint(messages.map(({ id, session_id }) => ({ session_id, message_id: id, content })))
      const stored = await Promise.all(messages.map(({ id, session_id }) => opened().message(session_id, id)))
      expect(stored.map((placed) => placed?.message.content)).toEqual([content, whole, content])
    })

    test('that comes after the end of an answer changes nothing', async () => {
      const owner = await created()
      const done = messageOf(owner, { role: 'user', content: [{ type: 'text', text: 'whole' }] })
      await opened().commit({ session_id: owner.id, messages: [{ message: done, parent_id: null }] })
      const content: Message['content'] = [{ type: 'text', text: 'late' }]
      await opened().checkpoint([{ session_id: owner.id, message_id: done.id, content }])
      expect((await opened().message(owner.id, done.id))?.message).toEqual(done)
    })
  })
}
