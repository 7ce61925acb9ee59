import { describe, expect, test } from 'vitest'
import { type KeptAnswer, UnknownSessionError } from '#lib/store/store.ts'
import { chain, messageOf, session } from '../../support/session-builder.ts'
import type { ContractStore } from './contract-store.ts'

export function testKeptAnswer({ opened, created }: ContractStore): void {
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
}
