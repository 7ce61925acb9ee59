import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { EnvError, readEnv } from '#lib/env.ts'
import { createLogger } from '#lib/log.ts'
import { PriceBook } from '#lib/pricing/price-book.ts'
import { SHIPPED_PRICES } from '#lib/pricing/shipped.ts'
import { DatabaseError, localDatabaseUrl } from '../client.ts'
import { lockDatabase } from '../lock.ts'
import { openStore } from '../store.ts'
import { sampleChats } from './traffic.ts'
import { removeTraffic, writeTraffic } from './write-traffic.ts'

const USAGE = `npm run seed -- [--calls 20000] [--remove]
Writes a year of made-up traffic into the database of METIS_DATA_DIR (or LIBSQL_URL), for the pages of usage and prices.
Everything in it is marked: its chats are called "Sample: …", and --remove takes all of it away again. Stop the server first.`

const DAY = 86_400_000_000

/** So many days of chats, of a year with one call, are about as many as get a transcript. */
const KEPT_CHAT_DAYS = 350_000

async function seed(args: string[], say: (line: string) => void): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { calls: { type: 'string', default: '20000' }, remove: { type: 'boolean' }, help: { type: 'boolean' } },
  })
  if (values.help) return say(USAGE)
  const calls = Number(values.calls)
  if (!Number.isInteger(calls) || calls < 1 || calls > 10_000_000) {
    throw new TypeError(`--calls takes a whole number from 1 to 10000000, not ${values.calls}`)
  }
  const { dataDir, libsql, logLevel } = readEnv()
  const url = libsql.url ?? localDatabaseUrl(dataDir)
  const unlock = url.startsWith('file:') ? await lockDatabase(url) : () => {}
  const store = await openStore({ url, authToken: libsql.authToken, log: createLogger({ level: logLevel }) })
  try {
    // Also before it writes: what is there is replaced.
    const removed = await removeTraffic(store)
    if (removed > 0) say(`${removed} calls of sample traffic are gone`)
    if (values.remove) return
    const book = new PriceBook(SHIPPED_PRICES)
    const until = Date.now() * 1_000
    const chats = sampleChats({ calls, until, pricesAt: (at) => book.at(at) })
    const begun = performance.now()
    let told = 0
    const written = await writeTraffic(chats, {
      store,
      keepsFrom: until - Math.min(365, KEPT_CHAT_DAYS / calls) * DAY,
      report(done) {
        if (done - told < 100_000) return
        told = done
        say(`${done} calls`)
      },
    })
    say(`${written} calls of sample traffic in ${((performance.now() - begun) / 1_000).toFixed(1)} s`)
  } finally {
    await store.close()
    unlock()
  }
}

for (const name of ['.env.local', '.env']) {
  const path = join(resolve(import.meta.dirname, '..', '..'), name)
  if (existsSync(path)) process.loadEnvFile(path)
}
try {
  await seed(process.argv.slice(2), (line) => console.log(line))
} catch (error) {
  const isPlain = error instanceof EnvError || error instanceof DatabaseError || error instanceof TypeError
  console.error(isPlain ? error.message : error)
  process.exitCode = 1
}
