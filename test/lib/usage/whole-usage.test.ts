import { expect, test } from 'vitest'
import type { UsageQuery, UsageRow, UsageStore } from '#lib/store/usage-store.ts'
import { timeBuckets } from '#lib/usage/time-bucket.ts'
import { DAY } from '#lib/usage/time-zone.ts'
import { wholeUsage } from '#lib/usage/whole-usage.ts'

const year = { from: 0, to: 365 * DAY, filter: {}, costs: 'stamped' } as const

/** So many chats, or so many models in each hour; what it was asked for stands beside it. */
function storeOf({ chats = 0, models = 0 }: { chats?: number; models?: number }) {
  const asked: UsageQuery[] = []
  const row = (key: string | null, bucket: number | null = null) => ({ key, bucket }) as UsageRow
  const rowsOf = ({ buckets, only, from, to }: UsageQuery): UsageRow[] => {
    if (only) return only.map((key) => row(key))
    const count = buckets ? ((to - from) / DAY) * 24 : 1
    const hours = Array.from({ length: count }, (_, n) => (buckets ? from + (n * DAY) / 24 : null))
    return hours.flatMap((hour) => Array.from({ length: models }, (_, n) => row(`demo:${n}`, hour)))
  }
  const store: Pick<UsageStore, 'sums' | 'keys' | 'count'> = {
    async sums(query) {
      asked.push(query)
      return rowsOf(query).slice(0, query.limit)
    },
    async keys({ limit }) {
      return Array.from({ length: chats }, (_, n) => (n === 0 ? null : `chat_${n}`)).slice(0, limit)
    },
    count: async (query) => rowsOf(query).length,
  }
  return { store: store as UsageStore, asked }
}

async function pagesOf(of: Parameters<typeof storeOf>[0], query: Parameters<typeof wholeUsage>[1]) {
  const { store, asked } = storeOf(of)
  const pages: UsageRow[][] = []
  for await (const page of await wholeUsage(store, query)) pages.push(page)
  return { pages, asked }
}

test('however many chats there are, each is given once, the dearest first, and few are held at once', async () => {
  const { pages } = await pagesOf({ chats: 12_345 }, { ...year, group: 'session' })
  const keys = pages.flat().map(({ key }) => key)
  expect(keys).toEqual([null, ...Array.from({ length: 12_344 }, (_, n) => `chat_${n + 1}`)])
  expect(Math.max(...pages.map((page) => page.length))).toBeLessThanOrEqual(500)
})

test('rows of hours come in their order, without a gap, some at a time', async () => {
  const query = { ...year, group: 'model', buckets: timeBuckets('hour', year, 'UTC') } as const
  const { pages } = await pagesOf({ models: 7 }, query)
  expect(pages.length).toBeGreaterThan(5)
  expect(Math.max(...pages.map((page) => page.length))).toBeLessThan(6_000)
  const rows = pages.flat()
  expect(rows).toHaveLength(365 * 24 * 7)
  expect(rows.map(({ bucket }) => bucket)).toEqual(
    rows.map(({ bucket }) => bucket).toSorted((a, b) => Number(a) - Number(b)),
  )
})

test('few rows are asked for once', async () => {
  const { pages, asked } = await pagesOf({ models: 7 }, { ...year, group: 'model' })
  expect(pages.map((page) => page.length)).toEqual([7])
  expect(asked).toHaveLength(1)
})

test.each([
  ['chats', { chats: 100_001 }, { ...year, group: 'session' }],
  ['models by hour', { models: 12 }, { ...year, group: 'model', buckets: timeBuckets('hour', year, 'UTC') }],
] as const)('more %s than a file can have are refused before there is any, and never cut', async (_, of, query) => {
  const { store } = storeOf(of)
  await expect(wholeUsage(store, query)).rejects.toMatchObject({
    name: 'UsageRangeError',
    parameter: 'from',
    message: expect.stringContaining('more than 100,000 rows'),
  })
})
