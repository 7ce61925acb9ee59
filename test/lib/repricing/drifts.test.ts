import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { localDatabaseUrl } from '#db/client.ts'
import { formatTimestamp, parseTimestamp } from '#lib/canonical/timestamp.ts'
import { parsePriceTable } from '#lib/pricing/price-table.ts'
import { Drifts } from '#lib/repricing/drifts.ts'
import { temporaryFolder } from '#test/support/database.ts'
import { openRepricing } from '#test/support/repricing.ts'
import { llmCallOf, session } from '#test/support/session-builder.ts'

const FIRST = parseTimestamp('2026-03-01T00:00:00.000000Z')
const rates = { input_per_mtok_usd: '1', output_per_mtok_usd: '2' }
const stamped = parsePriceTable({ pricing_version: 'stamped', models: { 'demo:one': rates } })
const range = { from: '2026-03-01', to: '2026-03-02', tz: 'UTC' }

const stack = new AsyncDisposableStack()
let opened: Awaited<ReturnType<typeof openRepricing>>

beforeAll(async () => {
  const folder = stack.use(await temporaryFolder())
  opened = await openRepricing(localDatabaseUrl(folder.path))
  stack.defer(() => opened.store.close())
  const owner = session()
  await opened.store.createSession(owner, [])
  const usage = { input_tokens: 100, output_tokens: 50, cached_input_tokens: 0, cache_creation_input_tokens: 0 }
  // Many at one moment: a page ends among them.
  const at = (n: number) => formatTimestamp(FIRST + Math.floor(n / 700) * 1_000_000)
  const common = { model_asked: 'demo:one', model_served: 'demo:one', pricing_version: 'stamped', cost_usd: '0.0002' }
  const calls = Array.from({ length: 5_600 }, (_, n) =>
    llmCallOf(owner, { ...common, started_at: at(n), usage: { ...usage, billed_usd: n < 600 ? '9' : '0.0003' } }),
  )
  const silent = llmCallOf(owner, { ...common, started_at: at(0), usage })
  await opened.store.commit({ session_id: owner.id, llm_calls: [...calls, silent] })
}, 60_000)
afterAll(() => stack.disposeAsync())

const driftsBy = (current = stamped) =>
  new Drifts({
    reader: opened.reader,
    tableOf: async (version) => (version === 'stamped' ? stamped : null),
    current: () => current,
    clock: () => FIRST,
  })

describe('what providers say that they billed', () => {
  test('is looked at from the newest call back, each once, and it is said how many there are', async () => {
    const { calls, looked_at, drifts } = await driftsBy().read(range)
    expect({ calls, looked_at }).toEqual({ calls: 5_600, looked_at: 5_000 })
    // The 600 oldest say $9, and are beyond what is looked at.
    expect(drifts).toMatchObject([{ calls: 5_000, cost_usd: '1', provider_usd: '1.5', still_holds: true }])
  })

  test('says whether the row has changed since, whatever else has', async () => {
    const other = { ...rates, conditional: [{ ...rates, when: { service_tier: 'flex' } }], output_per_mtok_usd: '2.00' }
    const same = parsePriceTable({ pricing_version: 'now', models: { 'demo:one': other } })
    expect((await driftsBy(same).read(range)).drifts[0]?.still_holds).toBe(true)
    const dearer = parsePriceTable({
      pricing_version: 'now',
      models: { 'demo:one': { ...rates, input_per_mtok_usd: '3' } },
    })
    expect((await driftsBy(dearer).read(range)).drifts[0]?.still_holds).toBe(false)
  })

  test('of another time is nothing', async () => {
    const { calls, looked_at, drifts } = await driftsBy().read({ ...range, from: '2026-03-02', to: '2026-03-03' })
    expect({ calls, looked_at, drifts }).toEqual({ calls: 0, looked_at: 0, drifts: [] })
  })
})
