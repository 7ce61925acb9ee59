import { createInterface, type Interface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { parseArgs } from 'node:util'
import { openAccounts } from '#db/account.ts'
import { localDatabaseUrl } from '#db/client.ts'
import { openCredentials } from '#db/credential.ts'
import { lockDatabase } from '#db/lock.ts'
import { openStore } from '#db/store.ts'
import { Email, NewPassword } from '#lib/api/person.ts'
import { readEnv } from '#lib/env.ts'
import { silentLogger } from '#lib/log.ts'
import { openAccess } from '#lib/people/access.ts'
import { emailKey } from '#lib/people/email.ts'
import type { AccountStore } from '#lib/store/account-store.ts'
import type { CredentialStore } from '#lib/store/credential-store.ts'
import { runCommand, UserError } from './command.ts'
import { loadEnvFiles } from './env-files.ts'

const USAGE = `npm run owner -- [--email a@example.org] [--name name]
Makes an owner, or gives one who is there a new password, which signs out all of their browsers. The server is stopped for it. What
is not given is asked for; with --email and a password on standard input nothing is.`

/** It is for whoever can use the machine itself, so it asks for nothing else; nothing else may have the database meanwhile. */
async function main(args: string[]): Promise<string> {
  const { values } = parseArgs({
    args,
    options: { email: { type: 'string' }, name: { type: 'string' }, help: { type: 'boolean' } },
  })
  if (values.help) return USAGE
  loadEnvFiles()
  const env = readEnv()
  const url = env.libsql.url ?? localDatabaseUrl(env.dataDir)
  await using stack = new AsyncDisposableStack()
  if (url.startsWith('file:')) stack.defer(await lockDatabase(url))
  const store = await openStore({ url, authToken: env.libsql.authToken })
  stack.defer(() => store.close())
  const database = { client: store.client, url }
  const terminal = openTerminal()
  stack.defer(() => terminal.close())
  const email = checked(Email, values.email ?? (await terminal.ask('E-mail address: ')))
  const password = checked(NewPassword, await terminal.askSecretly('Password, at least 12 characters: '))
  const stores = { store: openAccounts(database), credentials: openCredentials(database) }
  return await makeOwner(stores, { email, name: values.name ?? email, password })
}

async function makeOwner(
  stores: { store: AccountStore; credentials: CredentialStore },
  said: { email: string; name: string; password: string },
): Promise<string> {
  const { people } = openAccess({
    ...stores,
    publicUrl: null,
    clock: () => Date.now() * 1_000,
    log: silentLogger,
    chats: NO_CHATS,
  })
  const known = await stores.store.signingIn(emailKey(said.email))
  if (!known) {
    await people.addOwner(said)
    return `${said.email} is an owner now.`
  }
  if (known.person.role !== 'owner') throw new UserError(`${said.email} is here already, as ${known.person.role}.`)
  await people.resetPassword(known.person.id, said.password)
  return `${said.email} has a new password, and is signed out everywhere.`
}

/** It answers nobody. */
const NO_CHATS = { stopOf: async () => {}, tellOfNew: async () => {} }

function checked(schema: typeof Email | typeof NewPassword, text: string): string {
  const parsed = schema.safeParse(text)
  if (parsed.success) return parsed.data
  throw new UserError(`That must be ${parsed.error.issues.map(({ message }) => message).join(', ')}.`)
}

interface Terminal extends Pick<Interface, 'close'> {
  ask: (question: string) => Promise<string>
  askSecretly: (question: string) => Promise<string>
}

function openTerminal(): Terminal {
  let isMuted = false
  const output = new Writable({
    write(text, _encoding, done) {
      if (!isMuted) process.stdout.write(text)
      done()
    },
  })
  const lines = createInterface({ input: process.stdin, output, terminal: process.stdin.isTTY === true })
  return {
    close: () => lines.close(),
    ask: (question) => lines.question(question),
    async askSecretly(question) {
      process.stdout.write(question)
      isMuted = true
      const answer = await lines.question('')
      isMuted = false
      process.stdout.write('\n')
      return answer
    },
  }
}

await runCommand(async (args) => {
  process.stdout.write(`${await main(args)}\n`)
})
