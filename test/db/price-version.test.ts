import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SharedClient } from '#db/client.ts'
import { openPrices } from '#db/price-version.ts'
import { openStore } from '#db/store.ts'
import { parsePriceTable } from '#lib/pricing/price-table.ts'
import type { PriceStore } from '#lib/store/price-store.ts'
import { BACKENDS } from '../support/database.ts'

const table = parsePriceTable({ pricing_version: 'one', models: { 'a:b': { free: true } } })
const shipped = {
  pricing_version: 'one',
  effective_from: '2026-11-23T00:00:00.000001Z',
  origin: 'shipped',
  author: null,
  note: 'first',
  table,
} as const
const created_at = '2026-11-22T00:00:00.000000Z'
const { table: _table, ...listed } = { ...shipped, created_at, models: 1 }

for (const backend of BACKENDS) {
  describe.skipIf(backend.missing)(`versions of the prices in ${backend.name}`, () => {
    const stack = new AsyncDisposableStack()
    let client: SharedClient
    let prices: PriceStore

    beforeAll(async () => {
      const database = stack.use(await backend.open())
      const store = await openStore(database)
      stack.defer(() => store.close())
      client = store.client
      prices = openPrices({ client, url: database.url })
    })
    afterAll(() => stack.disposeAsync())

    test('that come with the product are added once, whatever a later copy says', async () => {
      await prices.addShipped([shipped], created_at)
      await prices.addShipped([{ ...shipped, note: 'edited' }], '2027-01-01T00:00:00.000000Z')
      expect(await prices.list()).toEqual([listed])
      expect(await prices.table('one')).toEqual(table)
      expect(await prices.table('two')).toBeNull()
    })

    test('never change and never go: the database itself refuses it', async () => {
      await expect(client.execute("UPDATE price_versions SET note = 'another'")).rejects.toThrow('never changes')
      await expect(client.execute('DELETE FROM price_versions')).rejects.toThrow('never goes')
      expect(await prices.list()).toEqual([listed])
    })

    test('are published where no other begins then, and nothing was published since', async () => {
      const publish = (name: string, effective_from: string, basedOn?: string | null) =>
        prices.publish(
          {
            ...shipped,
            table: { ...table, pricing_version: name },
            pricing_version: name,
            origin: 'published',
            effective_from,
            created_at: effective_from,
          },
          { basedOn },
        )
      expect(await publish('a', '2026-12-01T00:00:00.000000Z', null)).toBe('published')
      expect(await publish('b', '2026-12-01T00:00:00.000000Z')).toBe('instant_taken')
      expect(await publish('b', '2026-12-02T00:00:00.000000Z', null)).toBe('superseded')
      expect(await publish('b', '2026-12-02T00:00:00.000000Z', 'a')).toBe('published')
      // One that came with the product may begin then.
      expect(await publish('c', shipped.effective_from, 'b')).toBe('published')
      expect((await prices.list()).map(({ pricing_version }) => pricing_version)).toEqual(['c', 'one', 'a', 'b'])
    })

    test('are passed over where they are damaged', async () => {
      const insert = (name: string, json: string) =>
        client.execute({
          sql: `INSERT INTO price_versions (pricing_version, effective_from, origin, note, created_at, models, table_json)
            VALUES (?, ?, 'published', '', 0, 1, ?)`,
          args: [name, name === 'cut' ? 1 : 2, json],
        })
      await insert('cut', '{"pricing_ver')
      await insert('negative', '{"pricing_version": "negative", "models": {"a:b": {"input_per_mtok_usd": "-1"}}}')
      expect(await prices.table('cut')).toBeNull()
      expect(await prices.table('negative')).toBeNull()
      expect(await prices.table('one')).toEqual(table)
    })
  })
}
