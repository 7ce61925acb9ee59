import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SharedClient } from '#db/client.ts'
import { openRules } from '#db/routing-rule.ts'
import { openStore } from '#db/store.ts'
import type { RuleStore } from '#lib/store/rule-store.ts'
import { BACKENDS } from '../support/database.ts'

const saved = (text: string) => ({
  text,
  note: `why ${text}`,
  author: 'local',
  created_at: '2026-11-23T12:00:00.000000Z',
})

for (const backend of BACKENDS) {
  describe.skipIf(backend.missing)(`routing rules in ${backend.name}`, () => {
    const stack = new AsyncDisposableStack()
    let client: SharedClient
    let rules: RuleStore

    beforeAll(async () => {
      const database = stack.use(await backend.open())
      const store = await openStore(database)
      stack.defer(() => store.close())
      client = store.client
      rules = openRules({ client, url: database.url })
    })
    afterAll(() => stack.disposeAsync())

    test('are none at first, and each text that is saved has the next number', async () => {
      expect([await rules.latest(), await rules.version(1)]).toEqual([null, null])
      expect(await rules.add(saved('one'), 0)).toEqual({ ...saved('one'), version: 1 })
      expect(await rules.add(saved('two: „ß“ 🙂'), 1)).toMatchObject({ version: 2 })
      expect(await rules.latest()).toEqual({ ...saved('two: „ß“ 🙂'), version: 2 })
      expect(await rules.version(1)).toEqual({ ...saved('one'), version: 1 })
    })

    test('are saved by one of two who began with the same version', async () => {
      const both = await Promise.all([rules.add(saved('mine'), 2), rules.add(saved('yours'), 2)])
      expect(both.filter((each) => each === null)).toHaveLength(1)
      expect(await rules.latest()).toEqual(both.find((each) => each !== null))
    })

    test('are listed without their texts, the newest first, in pages', async () => {
      const { text: _none, ...first } = { ...saved('one'), version: 1 }
      expect((await rules.list({ before: null, limit: 2 })).map(({ version }) => version)).toEqual([3, 2])
      expect(await rules.list({ before: 2, limit: 2 })).toEqual([first])
    })

    test('never change and never go: the database itself refuses it', async () => {
      await expect(client.execute("UPDATE routing_rules SET note = 'another'")).rejects.toThrow('never change')
      await expect(client.execute('DELETE FROM routing_rules')).rejects.toThrow('never go')
    })
  })
}
