import { afterAll, afterEach, beforeAll, describe } from 'vitest'
import { openStore } from '#db/store.ts'
import type { Store } from '#lib/session/store.ts'
import { BACKENDS } from '../support/database.ts'
import { testStoreContract } from './store-contract.ts'

for (const backend of BACKENDS) {
  describe.skipIf(backend.missing)(`the store in ${backend.name}`, () => {
    const stack = new AsyncDisposableStack()
    let store: Store

    beforeAll(async () => {
      const database = stack.use(await backend.open())
      store = await openStore(database)
      stack.defer(() => store.close())
    })

    afterEach(async () => {
      for (;;) {
        const { items } = await store.sessions({ limit: 100 })
        if (items.length === 0) return
        for (const { id } of items) await store.deleteSession(id)
      }
    })

    afterAll(() => stack.disposeAsync())

    testStoreContract(() => store)
  })
}
