import { describe, expect, test } from 'vitest'
import type { Message } from '#lib/canonical/message.ts'
import type { SessionOrigin } from '#lib/canonical/session-origin.ts'
import { LOCAL_OWNER } from '#lib/principal.ts'
import { eventOf, llmCallOf, NOON, projectionOf, session, toolCallOf } from '../../support/session-builder.ts'
import type { ContractStore } from './contract-store.ts'

export function testSession({ opened, created, withPath }: ContractStore): void {
  describe('a session', () => {
    test('comes back as it was, with the events that it was created with', async () => {
      const it = session({
        title: 'Ünïcode 😀',
        active_model: 'demo:test',
        system_prompt: 'Be brief.',
        cost_usd: '0.1',
      })
      const event = eventOf(it, 'session.created', { active_model: 'demo:test' })
      await opened().createSession(it, [event])
      expect(await opened().session(it.id)).toEqual(it)
      expect(await opened().events(it.id)).toEqual([event])
      expect(await opened().head(it.id)).toBeNull()
      expect(await opened().path(it.id)).toEqual([])
    })

    test.each<SessionOrigin>([
      {
        kind: 'share',
        share_id: '01JZ',
        title: null,
        shared_at: '2026-11-23T10:00:00.123456Z',
        hash: 'aa',
      },
      { kind: 'import', source: 'Ünïcode 😀', external_id: '1', imported_at: '2026-11-23T10:00:00.123456Z' },
      { kind: 'branch', session_id: 'S1', title: 'Rivers', turn: 2, branched_at: '2026-11-24T10:00:00.123456Z' },
      // Of a newer version.
      { kind: 'telepathy', heard: 1 } as unknown as SessionOrigin,
    ])('that began elsewhere says where: $kind', async (origin) => {
      const it = session({ origin })
      await opened().createSession(it, [])
      expect(await opened().session(it.id)).toEqual(it)
    })

    test('that is not there is null, has nothing, and cannot be deleted', async () => {
      const store = opened()
      expect(await store.session('nobody')).toBeNull()
      expect(await store.head('nobody')).toBeNull()
      expect(await store.path('nobody')).toEqual([])
      expect(await store.pathPage('nobody', { limit: 5 })).toEqual({ items: [], next: null })
      expect(await store.lastMessageId('nobody')).toBeNull()
      expect(await store.message('nobody', 'nothing')).toBeNull()
      expect(await store.deleteSession('nobody')).toBe(false)
    })

    test('is created once: the second attempt changes nothing', async () => {
      const it = await created({ title: 'first' })
      const event = eventOf(it, 'session.created', { active_model: null })
      await expect(opened().createSession({ ...it, title: 'second' }, [event])).rejects.toThrow(it.id)
      expect(await opened().session(it.id)).toEqual(it)
      expect(await opened().events(it.id)).toEqual([])
    })

    test.each([
      { cost_usd: null, unpriced_calls: 2 },
      { cost_usd: '0.5', unpriced_calls: 2 },
      { cost_usd: '0.5', unpriced_calls: 0 },
      { cost_usd: '0', unpriced_calls: 0 },
    ])('costs what its calls do, and is listed with it: %j', async (spent) => {
      const born = await created(spent)
      const changed = await created({ title: 'changed' })
      const priced = spent.cost_usd === null || spent.cost_usd === '0' ? [] : ['0.3', '0.2']
      const unpriced = Array.from({ length: spent.unpriced_calls }, () => null)
      const llm_calls = [...priced, ...unpriced].map((cost_usd) => llmCallOf(changed, { cost_usd }))
      expect(await opened().commit({ session_id: changed.id, llm_calls })).toEqual({
        session: { ...changed, ...spent, updated_at: expect.any(String) },
        turn_totals: [],
      })
      for (const { id } of [born, changed]) expect(await opened().session(id)).toMatchObject(spent)
      const { items } = await opened().sessions(LOCAL_OWNER, { limit: 10 })
      expect(items.map(({ cost_usd, unpriced_calls }) => ({ cost_usd, unpriced_calls }))).toEqual([spent, spent])
    })

    test('keeps what a patch does not name', async () => {
      const it = await created({ title: 'old', active_model: 'demo:a', system_prompt: 'Be brief.' })
      const patch = {
        title: null,
        updated_at: '2026-05-08T12:00:01.000001Z',
      }
      await opened().commit({ session_id: it.id, patch })
      expect(await opened().session(it.id)).toEqual({ ...it, ...patch })
    })

    test('tells a pending model, a pending "no model" and no pending change apart', async () => {
      const { id } = await created()
      const pendingAfter = async (patch: { pending_model?: string | null | undefined; title?: string }) => {
        await opened().commit({ session_id: id, patch })
        const it = await opened().session(id)
        return it && 'pending_model' in it ? it.pending_model : 'none'
      }
      expect(await pendingAfter({ pending_model: 'demo:b' })).toBe('demo:b')
      expect(await pendingAfter({ title: 'says nothing of it' })).toBe('demo:b')
      expect(await pendingAfter({ pending_model: null })).toBeNull()
      expect(await pendingAfter({ pending_model: undefined })).toBe('none')
    })

    test('was updated at the last write, by the clock of the store unless the write says when', async () => {
      const { id } = await created()
      await opened().commit({ session_id: id })
      const first = (await opened().session(id))?.updated_at ?? ''
      await opened().commit({ session_id: id })
      const second = (await opened().session(id))?.updated_at ?? ''
      expect(first > NOON).toBe(true)
      expect(second > first).toBe(true)
      await opened().commit({ session_id: id, patch: { updated_at: NOON } })
      expect((await opened().session(id))?.updated_at).toBe(NOON)
    })

    test('holds any text; half a surrogate pair and NUL become a replacement character', async () => {
      const it = await created({ title: `cut ${'😀'.slice(0, 1)}`, system_prompt: 'a\0b' })
      expect(await opened().session(it.id)).toEqual({ ...it, title: 'cut \uFFFD', system_prompt: 'a\uFFFDb' })
    })

    test('goes with all that hangs on it, and nothing of another one goes', async () => {
      const { owner, messages } = await withPath(1500)
      const other = await withPath(2)
      const [first] = messages
      const call = toolCallOf(first as Message, { result_message_id: messages[1]?.id ?? null })
      await opened().commit({
        session_id: owner.id,
        tool_calls: [call],
        events: [eventOf(owner, 'session.created', { active_model: null })],
        projections: [projectionOf(first as Message)],
      })
      expect(await opened().deleteSession(owner.id)).toBe(true)
      expect(await opened().session(owner.id)).toBeNull()
      expect(await opened().lastMessageId(owner.id)).toBeNull()
      expect(await opened().toolCalls(owner.id)).toEqual([])
      expect(await opened().events(owner.id)).toEqual([])
      expect(await opened().projections(owner.id)).toEqual([])
      expect(await opened().path(other.owner.id)).toEqual(other.messages)
      expect(await opened().deleteSession(owner.id)).toBe(false)
    })
  })
}
