import { describe, expect, test } from 'vitest'
import { LOCAL_OWNER, type Principal } from '#lib/principal.ts'
import { BadCursorError } from '#lib/store/store.ts'
import { member } from '#test/support/member.ts'
import type { ContractStore } from './contract-store.ts'

export function testSessionList({ opened, created }: ContractStore): void {
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
      const session = await created({
        title: 'One',
        pinned: true,
        folder: 'Work',
        tags: ['a', 'b'],
        state: 'running',
        unpriced_calls: 3,
        cost_usd: '0.5',
      })
      const { items, next } = await opened().sessions(LOCAL_OWNER, { limit: 10 })
      const { owner_id, system_prompt, settings, title_origin, created_at, ...summary } = session
      expect(items).toEqual([summary])
      expect(next).toBeNull()
    })

    test('is of one person, and so is each session in it', async () => {
      const somebody = member('somebody')
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
}
