import { describe, expect, test } from 'vitest'
import type { Message } from '#lib/canonical/message.ts'
import { chain, messageOf } from '../../support/session-builder.ts'
import type { ContractStore } from './contract-store.ts'

export function testTree({ opened, withPath }: ContractStore): void {
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

    test('says where messages stand, all of them at once, but of those that stand alone', async () => {
      const { owner, root, siblings, below, last } = await branched()
      const places = siblings.map(({ id }, index) => ({ message_id: id, index, total: 3 }))
      const every = [root, ...siblings, below, last].map(({ id }) => id)
      expect(await opened().siblingPlaces(owner.id, every)).toEqual(places)
      expect(await opened().siblingPlaces(owner.id, [siblings[2].id, below.id])).toEqual(places.slice(2))
      const other = await branched()
      expect(await opened().siblingPlaces(other.owner.id, every)).toEqual([])

      const anew = messageOf(owner)
      await opened().commit({ session_id: owner.id, messages: chain([anew]) })
      expect(await opened().siblingPlaces(owner.id, [root.id, anew.id])).toEqual([
        { message_id: root.id, index: 0, total: 2 },
        { message_id: anew.id, index: 1, total: 2 },
      ])
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
}
