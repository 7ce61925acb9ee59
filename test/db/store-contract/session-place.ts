import { describe, expect, test } from 'vitest'
import { LOCAL_OWNER } from '#lib/principal.ts'
import type { Place, SessionQuery } from '#lib/store/store.ts'
import { member } from '#test/support/member.ts'
import { llmCallOf, turnOf } from '../../support/session-builder.ts'
import type { ContractStore } from './contract-store.ts'

const SOMEBODY = member('somebody')

export function testSessionPlace({ opened, created, withPath }: ContractStore): void {
  const at = (second: number) => `2026-05-08T12:00:0${second}.000000Z`

  const listed = async (query: Omit<SessionQuery, 'limit'> = {}) =>
    (await opened().sessions(LOCAL_OWNER, { limit: 50, ...query })).items.map(({ id }) => id)

  const put = (session_id: string, place: Place) => opened().commit({ session_id, patch: { place, keeps_time: true } })

  describe('the place of a session among the others', () => {
    test('is before all others where it is pinned, on whatever page, and stays where it was by its time', async () => {
      const ids: string[] = []
      for (const second of [1, 2, 3, 4]) ids.push((await created({ updated_at: at(second) })).id)
      const [a = '', b = '', c, d] = ids
      const { session } = await put(a, { pinned: true })
      expect(session).toMatchObject({ pinned: true, updated_at: at(1) })
      await put(b, { pinned: true })
      expect(await listed()).toEqual([b, a, d, c])
      const seen: string[] = []
      for (let cursor: string | undefined; ; ) {
        const { items, next } = await opened().sessions(LOCAL_OWNER, { cursor, limit: 1 })
        seen.push(...items.map(({ id }) => id))
        if (next === null) break
        cursor = next
      }
      expect(seen).toEqual([b, a, d, c])
      await put(b, { pinned: false })
      expect(await listed()).toEqual([a, d, c, b])
    })

    test('is the archive or the list, and a part of either by folder and tag', async () => {
      const work = await created({ folder: 'Work', tags: ['urgent', 'draft'], updated_at: at(3) })
      const home = await created({ folder: 'Home', tags: ['draft'], updated_at: at(2) })
      const old = await created({ folder: 'Work', archived: true, updated_at: at(1) })
      expect(await listed()).toEqual([work.id, home.id])
      expect(await listed({ archived: true })).toEqual([old.id])
      expect(await listed({ folder: 'Work' })).toEqual([work.id])
      expect(await listed({ folder: 'Work', archived: true })).toEqual([old.id])
      expect(await listed({ tag: 'draft' })).toEqual([work.id, home.id])
      expect(await listed({ tag: 'draft', folder: 'Home' })).toEqual([home.id])
      expect(await listed({ tag: 'dra' })).toEqual([])
      expect(await listed({ unfiled: true })).toEqual([])
      await put(home.id, { pinned: true })
      expect(await listed({ unfiled: true })).toEqual([home.id])
      await put(home.id, { pinned: false })
      expect((await opened().labels(LOCAL_OWNER)).folders).toEqual([
        { name: 'Home', chats: 1, listed: 1, running: 0 },
        { name: 'Work', chats: 2, listed: 1, running: 0 },
      ])
      await opened().commit({ session_id: work.id, patch: { state: 'running', keeps_time: true } })
      expect((await opened().labels(LOCAL_OWNER)).folders[1]).toMatchObject({ name: 'Work', listed: 1, running: 1 })
      await opened().commit({ session_id: work.id, patch: { state: 'idle', keeps_time: true } })
      await put(old.id, { archived: false, folder: null, tags: ['draft'] })
      expect(await listed({ unfiled: true })).toEqual([old.id])
      expect(await listed({ tag: 'draft' })).toEqual([work.id, home.id, old.id])
      expect(await opened().labels(LOCAL_OWNER)).toEqual({
        folders: [
          { name: 'Home', chats: 1, listed: 1, running: 0 },
          { name: 'Work', chats: 1, listed: 1, running: 0 },
        ],
        tags: [
          { name: 'draft', chats: 3, listed: 3, running: 0 },
          { name: 'urgent', chats: 1, listed: 1, running: 0 },
        ],
      })
      expect(await opened().labels(SOMEBODY)).toEqual({ folders: [], tags: [] })
    })

    test('follows a folder or a tag that is renamed; one that is taken away takes no chat along', async () => {
      const one = await created({ folder: 'Work', tags: ['old', 'new', 'x'] })
      const two = await created({ folder: 'Work', tags: ['x', 'old'] })
      const theirs = await created({ folder: 'Work', tags: ['old'], owner_id: SOMEBODY.id })
      const change = (kind: 'folder' | 'tag', from: string, to: string | null) =>
        opened().changeLabel(LOCAL_OWNER, { kind, from, to })
      expect((await change('folder', 'Work', 'Job')).toSorted()).toEqual([one.id, two.id])
      expect((await change('tag', 'old', 'new')).toSorted()).toEqual([one.id, two.id])
      expect(await opened().session(one.id)).toEqual({ ...one, folder: 'Job', tags: ['new', 'x'] })
      expect(await opened().session(two.id)).toEqual({ ...two, folder: 'Job', tags: ['x', 'new'] })
      await change('folder', 'Job', null)
      await change('tag', 'x', null)
      expect(await change('tag', 'x', 'y')).toEqual([])
      expect(await opened().session(one.id)).toEqual({ ...one, folder: null, tags: ['new'] })
      expect(await opened().session(theirs.id)).toEqual(theirs)
    })

    test('is nowhere where it is temporary, and it is there all the same', async () => {
      const it = await created({ temporary: true })
      expect(await listed()).toEqual([])
      expect(await opened().sessionOf(LOCAL_OWNER, it.id)).toEqual(it)
      expect(await opened().temporarySessions()).toEqual([it.id])
    })

    test('says how far its latest turn is', async () => {
      const { owner, messages } = await withPath(1)
      const turn = turnOf(messages[0] ?? expect.fail())
      const lease = { owner: 'me', ms: 1 }
      expect((await opened().session(owner.id))?.turn).toBeNull()
      const started = await opened().commit({ session_id: owner.id, turn: { type: 'start', turn, lease } })
      expect(started.session.turn).toEqual({ state: 'running', ended_at: null })
      const end = { type: 'end', id: turn.id, state: 'failed', ended_at: at(9) } as const
      const ended = await opened().commit({ session_id: owner.id, turn: end })
      expect(ended.session.turn).toEqual({ state: 'failed', ended_at: at(9) })
      expect((await opened().sessions(LOCAL_OWNER, { limit: 1 })).items[0]?.turn).toEqual(ended.session.turn)
    })
  })

  describe('a session that is deleted', () => {
    test('is not there for anybody, and as it was once it is restored', async () => {
      const { owner, messages } = await withPath(3)
      await opened().commit({ session_id: owner.id, llm_calls: [llmCallOf(owner)] })
      const before = await opened().session(owner.id)
      expect(await opened().discardSession(SOMEBODY, owner.id)).toBe(false)
      expect(await opened().discardSession(LOCAL_OWNER, owner.id)).toBe(true)
      expect(await opened().discardSession(LOCAL_OWNER, owner.id)).toBe(false)
      expect(await opened().session(owner.id)).toBeNull()
      expect(await opened().sessionOf(LOCAL_OWNER, owner.id)).toBeNull()
      expect(await listed()).toEqual([])
      await expect(opened().commit({ session_id: owner.id })).rejects.toMatchObject({ name: 'UnknownSessionError' })
      expect(await opened().restoreSession(SOMEBODY, owner.id)).toBe(false)
      expect(await opened().restoreSession(LOCAL_OWNER, owner.id)).toBe(true)
      expect(await opened().restoreSession(LOCAL_OWNER, owner.id)).toBe(false)
      expect(await opened().session(owner.id)).toEqual(before)
      expect(await opened().path(owner.id)).toEqual(messages)
      expect(await listed()).toEqual([owner.id])
    })

    test('can be removed for good once its time is over, and what it spent stays', async () => {
      const { owner } = await withPath(1)
      const kept = await created()
      await opened().commit({ session_id: owner.id, llm_calls: [llmCallOf(owner)] })
      await opened().discardSession(LOCAL_OWNER, owner.id)
      expect(await opened().discardedSessions('2026-01-01T00:00:00.000000Z')).toEqual([])
      expect(await opened().discardedSessions('2099-01-01T00:00:00.000000Z')).toEqual([owner.id])
      expect(await opened().deleteSession(owner.id)).toBe(true)
      expect(await opened().restoreSession(LOCAL_OWNER, owner.id)).toBe(false)
      expect(await opened().llmCalls(owner.id)).toHaveLength(1)
      expect(await listed()).toEqual([kept.id])
    })
  })

  describe('a title', () => {
    const model_title = { title: 'By a model', model: 'demo:test', cost_usd: '0.5' }
    const titled = async (id: string) => {
      const it = await opened().session(id)
      return [it?.title, it?.title_origin]
    }

    test('of first words gives way to that of a model, and no other does', async () => {
      const { id } = await created()
      await opened().commit({ session_id: id, patch: { default_title: 'first words' } })
      expect(await titled(id)).toEqual(['first words', { by: 'words' }])
      await opened().commit({ session_id: id, patch: { default_title: 'later words' } })
      expect(await titled(id)).toEqual(['first words', { by: 'words' }])
      await opened().commit({ session_id: id, patch: { model_title: { ...model_title, title: null, cost_usd: null } } })
      expect(await titled(id)).toEqual(['first words', { by: 'words', model: 'demo:test', cost_usd: null }])
      await opened().commit({ session_id: id, patch: { model_title } })
      const origin = { model: 'demo:test', cost_usd: '0.5' }
      expect(await titled(id)).toEqual(['By a model', { by: 'model', ...origin }])
      await opened().commit({ session_id: id, patch: { title: 'Mine', title_origin: { by: 'person' } } })
      await opened().commit({ session_id: id, patch: { model_title } })
      expect(await titled(id)).toEqual(['Mine', { by: 'person', ...origin }])
    })
  })

  test('what a person wants of the product is theirs alone', async () => {
    expect(await opened().personSettings(LOCAL_OWNER)).toEqual({ title_model: 'off' })
    for (const title_model of ['chat', 'demo:openai']) {
      await opened().changePersonSettings(LOCAL_OWNER, { title_model })
      expect(await opened().personSettings(LOCAL_OWNER)).toEqual({ title_model })
    }
    expect(await opened().personSettings(SOMEBODY)).toEqual({ title_model: 'off' })
  })
}
