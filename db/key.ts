import { and, asc, desc, eq, gte, lt } from 'drizzle-orm'
import type { KeyStore, StoredProvider } from '#lib/store/key-store.ts'
import { placeOf } from './client.ts'
import { openDatabase } from './database.ts'
import { keys, llmCalls } from './schema.ts'
import type { ServiceOptions } from './service.ts'
import { inWords } from './storage-fault.ts'

/** Providers that were set up in the browser. Where the storage fails, all throw a `StorageError`. */
export function openKeys({ client, url }: ServiceOptions): KeyStore {
  const database = openDatabase(client)
  const store: KeyStore = {
    async list() {
      return (await database.select().from(keys).orderBy(asc(keys.provider))).map(providerOfRow)
    },
    async put({ models, key, ...fields }) {
      const { ciphertext = null, nonce = null, version: key_version = null, hint = null } = key ?? {}
      const models_json = models.length > 0 ? models : null
      const row = { ...fields, models_json, ciphertext, nonce, key_version, hint }
      await database.insert(keys).values(row).onConflictDoUpdate({ target: keys.provider, set: row })
    },
    async remove(provider) {
      return (await database.delete(keys).where(eq(keys.provider, provider))).rowsAffected > 0
    },
    async lastUsed(provider, since) {
      // Ids of its models, and no other, stand between these two in the index.
      const [first, end] = [`${provider}:`, `${provider};`]
      const row = await database
        .select({ at: llmCalls.started_at })
        .from(llmCalls)
        .where(and(gte(llmCalls.model_asked, first), lt(llmCalls.model_asked, end), gte(llmCalls.started_at, since)))
        .orderBy(desc(llmCalls.started_at))
        .limit(1)
        .get()
      return row?.at ?? null
    },
  }
  return inWords(store, placeOf(url))
}

type Row = typeof keys.$inferSelect

function providerOfRow(row: Row): StoredProvider {
  const { provider, label, base_url, protocol, models_json, ciphertext, nonce, key_version, hint, created_at } = row
  const models = Array.isArray(models_json) ? models_json.filter((name) => typeof name === 'string') : []
  const key =
    ciphertext === null || nonce === null ? null : { ciphertext, nonce, version: key_version ?? 0, hint: hint ?? '' }
  return { provider, label, base_url, protocol, models, key, created_at }
}
