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
}
