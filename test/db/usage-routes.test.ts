import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SharedClient } from '#db/client.ts'
import { openStore } from '#db/store.ts'
import { formatTimestamp, parseTimestamp } from '#lib/canonical/timestamp.ts'
import { type ChainLink, RejectionReason, RoutingPolicy } from '#lib/events/catalog.ts'
import type { Store } from '#lib/store/store.ts'
import { DAY } from '#lib/usage/time-zone.ts'
import { BACKENDS } from '../support/database.ts'
import { eventOf, messageOf, session } from '../support/session-builder.ts'

const FIRST = parseTimestamp('2026-10-20T00:00:00.000000Z')
const QUARTER = DAY / 96

const anyLink: fc.Arbitrary<ChainLink> = fc.record(
  {
    policy: fc.constantFrom(...RoutingPolicy.options),
    verdict: fc.constantFrom('not_applicable', 'deferred', 'rejected', 'chose'),
    model: fc.constantFrom('demo:one', "it's:two"),
    rejection: fc.constantFrom(...RejectionReason.options),
    reason: fc.constant(''),
  },
  { requiredKeys: ['policy', 'verdict', 'reason'] },
)
const anyDecision = fc.record({
  at: fc.integer({ min: FIRST, max: FIRST + 4 * QUARTER }),
  chain: fc.array(anyLink, { maxLength: 7 }),
})
type Decision = typeof anyDecision extends fc.Arbitrary<infer T> ? T : never

for (const backend of BACKENDS) {
  describe.skipIf(backend.missing)(`what routing decided in ${backend.name}`, () => {
    const stack = new AsyncDisposableStack()
    let store: Store
    let client: SharedClient

    beforeAll(async () => {
      const opened = await openStore(stack.use(await backend.open()))
      store = opened
      client = opened.client
      stack.defer(() => opened.close())
    })
    afterAll(() => stack.disposeAsync())

    const kept = async () => {
      const { rows } = await client.execute('SELECT * FROM usage_routes')
      return rows.map((row) => JSON.stringify(Object.values(row))).sort()
    }

    test('is added up by slot of the chain with each event, exactly as if it were counted anew', async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(anyDecision, { maxLength: 12 }), async (decisions) => {
          const owner = session()
          await store.createSession(owner, [])
          const events = decisions.map((decision) => decided(owner, decision))
          await store.commit({ session_id: owner.id, events })
          // An event that is written again is the same event.
          await store.commit({ session_id: owner.id, events: events.slice(0, 2) })
          expect(await kept()).toEqual(anew(decisions))
          await store.deleteSession(owner.id)
          expect(await kept()).toEqual(anew(decisions))
          await client.execute('DELETE FROM usage_routes')
        }),
        { numRuns: 25 },
      )
    })

    test('counts a decision that is not stored like one that is', async () => {
      await fc.assert(
        fc.asyncProperty(anyDecision, async (decision) => {
          const owner = session()
          const event = decided(owner, decision)
          if (event.type === 'route.decided') await store.countDecision(event)
          expect(await kept()).toEqual(anew([decision]))
          await client.execute('DELETE FROM usage_routes')
        }),
        { numRuns: 25 },
      )
    })

    test('is counted once when an answer is deleted and comes back', async () => {
      const owner = session()
      const question = messageOf(owner, { metadata: { turn_id: 'turn_1' } })
      await store.createSession(owner, [])
      const decision: Decision = {
        at: FIRST,
        chain: [{ policy: 'rule', verdict: 'chose', model: 'demo:one', reason: '' }],
      }
      await store.commit({
        session_id: owner.id,
        messages: [{ message: question, parent_id: null }],
        events: [decided(owner, decision, 'turn_1')],
        patch: { head_id: question.id },
      })
      const change = await store.deleteMessages(owner.id, question.id, 'branch')
      expect(await store.events(owner.id)).toEqual([])
      await store.restoreMessages(owner.id, change?.deletion_id ?? '')
      expect(await store.events(owner.id)).toHaveLength(1)
      expect(await kept()).toEqual(anew([decision]))
    })
  })
}

function decided(owner: ReturnType<typeof session>, { at, chain }: Decision, turn_id: string | null = null) {
  const payload = { chosen_model: null, mode: null, reason: '', estimated_input_tokens: 0, chain }
  return eventOf(owner, 'route.decided', payload, { timestamp: formatTimestamp(at), turn_id })
}

function anew(decisions: readonly Decision[]): string[] {
  const links = decisions.flatMap(({ at, chain }) =>
    chain.map(({ policy, verdict, model = '', rejection = '' }) => [
      at - (at % QUARTER),
      policy,
      verdict,
      model,
      rejection,
    ]),
  )
  return [...Map.groupBy(links, (link) => JSON.stringify(link)).values()]
    .map((same) => JSON.stringify([...(same[0] ?? []), same.length]))
    .sort()
}
