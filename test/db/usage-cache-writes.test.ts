import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SharedClient } from '#db/client.ts'
import { openStore } from '#db/store.ts'
import { parseTimestamp } from '#lib/canonical/timestamp.ts'
import type { Store } from '#lib/store/store.ts'
import type { LlmCall } from '#lib/store/turn-record.ts'
import { DAY } from '#lib/usage/time-zone.ts'
import { anyCall } from '../support/any-call.ts'
import { BACKENDS } from '../support/database.ts'
import { llmCallOf, session } from '../support/session-builder.ts'

const FIRST = parseTimestamp('2026-10-20T00:00:00.000000Z')

for (const backend of BACKENDS) {
  describe.skipIf(backend.missing)(`writes to caches in ${backend.name}`, () => {
    const stack = new AsyncDisposableStack()
    const chats = [session(), session()]
    let store: Store
    let client: SharedClient

    beforeAll(async () => {
      const opened = await openStore(stack.use(await backend.open()))
      store = opened
      client = opened.client
      stack.defer(() => opened.close())
      for (const each of chats) await store.createSession(each, [])
    })
    afterAll(() => stack.disposeAsync())

    const commit = async (calls: readonly LlmCall[]) => {
      for (const { id } of chats) {
        await store.commit({ session_id: id, llm_calls: calls.filter(({ session_id }) => session_id === id) })
      }
    }
    const kept = async () => {
      const { rows } = await client.execute('SELECT call_id, tokens FROM usage_cache_writes ORDER BY call_id')
      return rows.map(({ call_id, tokens }) => [String(call_id), Number(tokens)])
    }

    test('are those of the calls that no later one of their chat and model has read from, whatever is written when', async () => {
      // Few moments, so that some calls begin at once and many in an order other than that of their writing.
      const anyOfThem = anyCall(FIRST, 40)
      await fc.assert(
        fc.asyncProperty(fc.array(fc.tuple(anyOfThem, anyOfThem, fc.nat(1)), { maxLength: 25 }), async (made) => {
          const calls = made.map(([first, , n]) => llmCallOf(chats[n] ?? session(), first))
          await commit(calls)
          expect(await kept()).toEqual(unread(calls))
          const later = calls.map((call, n) => ({ ...call, ...(n % 2 === 0 ? made[n]?.[1] : {}) }))
          await commit(later)
          expect(await kept()).toEqual(unread(later))
          await client.execute('DELETE FROM llm_calls WHERE attempt = 1')
          expect(await kept()).toEqual(unread(later.filter(({ attempt }) => attempt !== 1)))
          await client.execute('DELETE FROM llm_calls')
          expect(await kept()).toEqual([])
        }),
        { numRuns: 40 },
      )
    })

    test('stay when the chat goes', async () => {
      const gone = session()
      await store.createSession(gone, [])
      const usage = { input_tokens: 1, output_tokens: 1, cached_input_tokens: 0, cache_creation_input_tokens: 90 }
      const call = llmCallOf(gone, { usage, started_at: new Date(FIRST / 1_000 + DAY / 1_000).toISOString() })
      await store.commit({ session_id: gone.id, llm_calls: [call] })
      await store.deleteSession(gone.id)
      expect(await kept()).toEqual([[call.id, 90]])
      await client.execute('DELETE FROM llm_calls')
    })
  })
}

/** As its definition has it: one call after the other. */
function unread(calls: readonly LlmCall[]): [string, number][] {
  const ended = calls.filter(({ outcome }) => outcome !== 'running')
  const modelOf = ({ model_served, model_asked }: LlmCall) => model_served ?? model_asked
  const reads = ended.filter(({ usage }) => usage && usage.cached_input_tokens > 0)
  return ended
    .flatMap((call): [string, number][] => {
      const tokens = call.usage?.cache_creation_input_tokens ?? 0
      const isRead = reads.some(
        (later) =>
          later.session_id === call.session_id &&
          modelOf(later) === modelOf(call) &&
          later.started_at > call.started_at,
      )
      return tokens > 0 && !isRead ? [[call.id, tokens]] : []
    })
    .sort(([one], [other]) => (one < other ? -1 : 1))
}
