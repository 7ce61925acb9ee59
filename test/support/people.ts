import { openAccounts } from '#db/account.ts'
import { localDatabaseUrl } from '#db/client.ts'
import { openCredentials } from '#db/credential.ts'
import { openStore } from '#db/store.ts'
import type { OidcSettings } from '#lib/env.ts'
import { type Logger, silentLogger } from '#lib/log.ts'
import { openAccess } from '#lib/people/access.ts'
import { type PasswordCost, Passwords } from '#lib/people/passwords.ts'
import { temporaryFolder } from './database.ts'
import { putEmptyDatabase } from './empty-database.ts'

export const HERE = { address: '192.0.2.1', user_agent: 'A browser' }
export const PUBLIC_URL = 'https://chat.example.org'
export const PASSWORD = 'correct horse battery'

/** What no password should be stored by: that of the product takes a fifth of a second each time. */
export const CHEAP: PasswordCost = { log2N: 8, r: 8, p: 1 }

const NO_CHATS = { stopOf: async () => {}, tellOfNew: async () => {} }

/** People over a database of their own, at a time that the test says. */
export async function startPeople({
  oidc = null,
  log = silentLogger,
}: {
  oidc?: OidcSettings | null
  log?: Logger
} = {}) {
  const folder = await temporaryFolder()
  await putEmptyDatabase(folder.path)
  const url = localDatabaseUrl(folder.path)
  const data = await openStore({ url })
  const store = openAccounts({ client: data.client, url })
  const credentials = openCredentials({ client: data.client, url })
  const time = { days: 0 }
  const clock = () => Math.floor((Date.parse('2026-11-23T12:00:00Z') + time.days * 86_400_000) * 1_000)
  const passwords = new Passwords(CHEAP)
  const access = openAccess({
    store,
    credentials,
    publicUrl: PUBLIC_URL,
    oidc,
    clock,
    log,
    passwords,
    chats: NO_CHATS,
  })
  const { streams, people } = access
  return {
    store,
    ...access,
    time,
    client: data.client,
    owner: () => people.addOwner({ email: 'Owner@example.org', name: 'Owner', password: PASSWORD }),
    async [Symbol.asyncDispose]() {
      streams.close()
      await data.close()
      await folder[Symbol.asyncDispose]()
    },
  }
}
