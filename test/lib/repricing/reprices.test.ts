import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { localDatabaseUrl } from '#db/client.ts'
import { monotonicIds } from '#lib/canonical/id.ts'
import { formatTimestamp, parseTimestamp } from '#lib/canonical/timestamp.ts'
import { memoryLogger } from '#lib/log.ts'
import { LOCAL_OWNER } from '#lib/principal.ts'
import { Reprices } from '#lib/repricing/reprices.ts'
import type { Reprice, RepriceStore } from '#lib/store/reprice-store.ts'
import { temporaryFolder } from '#test/support/database.ts'
import { openRepricing, rowsOf, sumsOf, tableOf } from '#test/support/repricing.ts'
import { llmCallOf, session } from '#test/support/session-builder.ts'

const MARCH = parseTimestamp('2026-03-01T00:00:00.000000Z')
const CALLS = 1_700
/** On a busy machine. */
const PATIENT = { timeout: 30_000 }
const said = { from: '2026-03-01', to: '2026-04-01', tz: 'UTC', pricing_version: 'second', reason: 'it was wrong' }
/** Ten tokens read and twenty written, in place of 0.000123 dollars, in 10^-12. */
const MORE = CALLS * (10 * 2_500_000 + 20 * 7_123_456 - 123_000_000)

const versions = {
  find: async (version: string) => {
    const rest = {
      effective_from: said.from,
      origin: 'published',
      author: null,
      note: '',
      created_at: said.from,
    } as const
    return version === 'second' || version === 'third' ? { ...rest, ...tableOf(version) } : null
  },
}

let url: string
let opened: Awaited<ReturnType<typeof openRepricing>>

beforeEach(async () => {
  const folder = await temporaryFolder()
  onTestFinished(() => folder[Symbol.asyncDispose]())
  url = localDatabaseUrl(folder.path)
  opened = await openRepricing(url)
  onTestFinished(() => opened.store.close())
  const owner = session()
  await opened.store.createSession(owner, [])
  const calls = Array.from({ length: CALLS }, (_, n) =>
    llmCallOf(owner, {
      started_at: formatTimestamp(MARCH + n * 60_000_000),
      model_asked: 'demo:one',
      model_served: 'demo:one',
    }),
  )
  await opened.store.commit({ session_id: owner.id, llm_calls: calls })
})

function openReprices(wrap: (store: RepriceStore) => RepriceStore = (store) => store, over = opened) {
  const log = memoryLogger()
  const reprices = new Reprices({
    store: wrap(over.reprices),
    reader: over.reader,
    prices: versions,
    titles: async () => [],
    models: { withOwnPrices: (table) => table },
    newId: monotonicIds(),
    clock: () => parseTimestamp('2026-06-01T00:00:00.000000Z'),
    log,
  })
  onTestFinished(() => reprices.close())
  return { reprices, log }
}

async function ended(reprices: Reprices, id: string): Promise<Reprice> {
  for (;;) {
    const reprice = await reprices.find(id)
    if (reprice?.ended_at) return reprice
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

const repriced = async () => {
  const sums = await sumsOf(opened.client)
  const { repriced_usd, repriced_picousd } = sums.usage_days ?? {}
  return BigInt(repriced_usd ?? '') * 1_000_000_000_000n + BigInt(repriced_picousd ?? '')
}

/** A store that lets so many pages through and fails then, as where the process is killed. */
const failingAfter =
  (pages: number) =>
  (store: RepriceStore): RepriceStore => {
    let left = pages
    const orFail = <A extends unknown[], R>(method: (...args: A) => Promise<R>) => {
      return async (...args: A): Promise<R> => {
        left -= 1
        if (left < 0) throw new Error('killed')
        return await method(...args)
      }
    }
    return { ...store, apply: orFail(store.apply), revertPage: orFail(store.revertPage) }
  }

test('a reprice is applied in the background, with who began it, when and why, and can be taken back', async () => {
  const { reprices } = openReprices()
  const before = await rowsOf(opened.client)
  const { id } = await reprices.begin(LOCAL_OWNER, said)
  expect(await ended(reprices, id)).toMatchObject({
    id,
    from: '2026-03-01T00:00:00.000000Z',
    to: '2026-04-01T00:00:00.000000Z',
    pricing_version: 'second',
    reason: 'it was wrong',
    author: 'local',
    created_at: '2026-06-01T00:00:00.000000Z',
    state: 'applied',
    calls: CALLS,
    changed_calls: CALLS,
  })
  expect(await repriced()).toBe(BigInt(MORE))
  expect(await reprices.revert(id)).toMatchObject({ state: 'reverting', ended_at: null })
  expect(await ended(reprices, id)).toMatchObject({ state: 'reverted' })
  expect(await rowsOf(opened.client)).toEqual(before)
  expect(await reprices.revert('nothing')).toBeNull()
})

test('one that was cut off is gone on with by the next start, and no call is added twice', async () => {
  const cut = openReprices(failingAfter(2))
  const { id } = await cut.reprices.begin(LOCAL_OWNER, said)
  await expect.poll(() => cut.log.entries.length, PATIENT).toBe(1)
  expect(await cut.reprices.find(id)).toMatchObject({ state: 'applying', calls: 1_000 })
  await cut.reprices.close()

  const { reprices } = openReprices()
  reprices.start()
  expect(await ended(reprices, id)).toMatchObject({ state: 'applied', calls: CALLS, changed_calls: CALLS })
  expect(await repriced()).toBe(BigInt(MORE))
  await reprices.close()

  const cutAgain = openReprices(failingAfter(1))
  await cutAgain.reprices.revert(id)
  await expect.poll(() => cutAgain.log.entries.length, PATIENT).toBe(1)
  await cutAgain.reprices.close()

  const last = openReprices()
  last.reprices.start()
  expect(await ended(last.reprices, id)).toMatchObject({ state: 'reverted' })
  expect(await repriced()).toBe(0n)
})

test('of two processes that go on with one, each page is written by one of them', async () => {
  const second = await openRepricing(url)
  onTestFinished(() => second.store.close())
  const cut = openReprices(failingAfter(0))
  const { id } = await cut.reprices.begin(LOCAL_OWNER, said)
  await cut.reprices.close()
  const both = [openReprices(), openReprices(undefined, second)]
  for (const { reprices } of both) reprices.start()
  for (const { reprices } of both) expect(await ended(reprices, id)).toMatchObject({ state: 'applied', calls: CALLS })
  expect(await repriced()).toBe(BigInt(MORE))
  expect(both.flatMap(({ log }) => log.entries)).toEqual([])
})

test('one that is reverted while it is applied leaves nothing', async () => {
  const reached = Promise.withResolvers<void>()
  const { reprices } = openReprices((store) => ({
    ...store,
    apply: async (page) => {
      const applied = await store.apply(page)
      reached.resolve()
      return applied
    },
  }))
  const { id } = await reprices.begin(LOCAL_OWNER, said)
  await reached.promise
  await reprices.revert(id)
  expect(await ended(reprices, id)).toMatchObject({ state: 'reverted' })
  expect(await repriced()).toBe(0n)
})

test('closing lets the page that is being written end, and no further one begin', async () => {
  const { reprices } = openReprices()
  const { id } = await reprices.begin(LOCAL_OWNER, said)
  await reprices.close()
  const left = await opened.reprices.find(id)
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(await opened.reprices.find(id)).toEqual(left)
  expect(left).toMatchObject({ state: 'applying' })
})

test('what cannot be repriced is refused, and nothing is stored', async () => {
  const { reprices } = openReprices()
  const begin = (fields: Partial<typeof said>) => reprices.begin(LOCAL_OWNER, { ...said, ...fields })
  await expect(begin({ pricing_version: 'never' })).rejects.toThrow('there is no version never of the prices')
  await expect(begin({ to: said.from })).rejects.toThrow('it must be before `to`')
  await expect(begin({ from: '2026-06-02', to: '2026-06-03' })).rejects.toThrow('no call has been made since then')
  await expect(reprices.dryRun(LOCAL_OWNER, { ...said, pricing_version: 'never' })).rejects.toThrow(
    'there is no version never',
  )
  expect(await reprices.list()).toEqual([])
})

test('what another version holds is refused with the reprice that must be reverted first', async () => {
  const { reprices } = openReprices()
  const { id } = await reprices.begin(LOCAL_OWNER, said)
  await ended(reprices, id)
  const other = { ...said, pricing_version: 'third' }
  await expect(reprices.begin(LOCAL_OWNER, other)).rejects.toMatchObject({
    name: 'RepriceConflictError',
    reprice_id: id,
  })
  expect(await reprices.dryRun(LOCAL_OWNER, other)).toMatchObject({ calls: CALLS })
  expect(await reprices.list()).toHaveLength(1)
})

test('what has not been asked yet is no part of it', async () => {
  const { reprices } = openReprices()
  const { id } = await reprices.begin(LOCAL_OWNER, { ...said, to: '2027-01-01' })
  expect(await ended(reprices, id)).toMatchObject({ to: '2026-06-01T00:00:00.000000Z' })
})
