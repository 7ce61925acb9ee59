import { afterAll, beforeAll, expect, test } from 'vitest'
import { localDatabaseUrl } from '#db/client.ts'
import { parseTimestamp } from '#lib/canonical/timestamp.ts'
import { dryRun } from '#lib/repricing/dry-run.ts'
import type { BilledCallReader } from '#lib/store/reprice-store.ts'
import { temporaryFolder } from '#test/support/database.ts'
import { openRepricing, tableOf } from '#test/support/repricing.ts'
import { llmCallOf, session } from '#test/support/session-builder.ts'

const stack = new AsyncDisposableStack()
let opened: Awaited<ReturnType<typeof openRepricing>>

const range = {
  from: parseTimestamp('2026-03-01T00:00:00.000000Z'),
  to: parseTimestamp('2026-04-01T00:00:00.000000Z'),
  table: tableOf('second'),
}

beforeAll(async () => {
  const folder = stack.use(await temporaryFolder())
  opened = await openRepricing(localDatabaseUrl(folder.path))
  stack.defer(() => opened.store.close())
  const owner = session()
  await opened.store.createSession(owner, [])
  const days = ['2026-03-28T23:30:00.000000Z', '2026-03-28T22:59:59.999999Z', '2026-03-29T22:00:00.000000Z']
  const calls = Array.from({ length: 2_500 }, (_, n) => {
    const started_at = days[n % days.length] ?? ''
    return llmCallOf(owner, { started_at, model_asked: 'demo:one', model_served: 'demo:one' })
  })
  await opened.store.commit({ session_id: owner.id, llm_calls: calls })
})
afterAll(() => stack.disposeAsync())

test('a dry run reads every call once, page by page, and is given nothing that could write', async () => {
  expect(Object.keys(opened.reader)).toEqual(['page', 'providerBilled', 'countProviderBilled'])
  const changes = async () => (await opened.client.execute('SELECT total_changes() AS n')).rows[0]?.n
  const dump = async () => (await opened.client.execute('SELECT * FROM llm_calls ORDER BY id')).rows
  const [before, rows] = [await changes(), await dump()]
  const found = await dryRun(opened.reader, { ...range, tz: 'UTC' })
  expect(found).toMatchObject({ calls: 2_500, changed_calls: 2_500, before_usd: '0.3075' })
  expect(await changes()).toBe(before)
  expect(await dump()).toEqual(rows)
})

test('its days are those of the time zone, also where the clocks change', async () => {
  const calls = async (tz: string) =>
    (await dryRun(opened.reader, { ...range, tz })).by_day.map((row) => [row.key, row.calls])
  expect(await calls('UTC')).toEqual([
    ['2026-03-28', 1_667],
    ['2026-03-29', 833],
  ])
  // From the 29th on they are two hours ahead there.
  expect(await calls('Europe/Berlin')).toEqual([
    ['2026-03-28', 833],
    ['2026-03-29', 834],
    ['2026-03-30', 833],
  ])
})

test('a dry run that nobody waits for any more stops', async () => {
  const gone = new AbortController()
  let pages = 0
  const reader: BilledCallReader = {
    page: (...asked) => {
      pages += 1
      gone.abort(new Error('gone'))
      return opened.reader.page(...asked)
    },
  }
  await expect(dryRun(reader, { ...range, tz: 'UTC' }, gone.signal)).rejects.toThrow('gone')
  expect(pages).toBe(1)
})
