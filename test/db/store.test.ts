import { afterAll, afterEach, beforeAll, describe } from 'vitest'
import { openStore } from '#db/store.ts'
import { type DataOptions, openInThread } from '#db/thread.ts'
import { silentLogger } from '#lib/log.ts'
import { LOCAL_OWNER } from '#lib/principal.ts'
import type { Store } from '#lib/store/store.ts'
import { BACKENDS, type TestDatabase } from '../support/database.ts'
import { testStoreContract } from './store-contract/store-contract.ts'

const inThread = async ({ url }: TestDatabase): Promise<Store> => {
  const options: DataOptions = { url, authToken: null, attachments: '', log: { level: 'error' } }
  const { store } = await openInThread(options, { log: silentLogger })
  return store
}

/** All that may lie between a caller and its rows. */
const STORES = [
  ...BACKENDS.map((backend) => ({ backend, name: backend.name, open: openStore })),
  ...BACKENDS.map((backend) => ({ backend, name: `${backend.name}, from its own thread`, open: inThread })),
]

for (const { backend, name, open } of STORES) {
  describe.skipIf(backend.missing)(`the store in ${name}`, () => {
    const stack = new AsyncDisposableStack()
    let store: Store

    beforeAll(async () => {
      const database = stack.use(await backend.open())
      store = await open(database)
      stack.defer(() => store.close())
    })

    afterEach(async () => {
      for (;;) {
        const { items } = await store.sessions(LOCAL_OWNER, { limit: 100 })
        if (items.length === 0) return
        for (const { id } of items) await store.deleteSession(id)
      }
    })

    afterAll(() => stack.disposeAsync())

    testStoreContract(() => store)
  })
}
