import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { localDatabaseUrl, openClient } from '#db/client.ts'
import { openDatabase } from '#db/database.ts'
import { messageOfRow } from '#db/message-row.ts'
import { messages } from '#db/schema.ts'
import { openStore } from '#db/store.ts'
import { storedColumns } from '#db/stored-row.ts'
import type { JsonObject } from '#lib/canonical/json.ts'
import { isUnreadable } from '#lib/canonical/unreadable.ts'
import { messageReader, parseStoredMessage, type UpgradeStep } from '#lib/canonical/upgrade.ts'
import { temporaryFolder } from '../support/database.ts'
import { loadDump } from '../support/database-dump.ts'

const FIXTURES = join(import.meta.dirname, 'fixtures')
const RELEASED = readdirSync(FIXTURES).filter((name) => name.endsWith('.sql'))

/** A change that a version to come could make: every text says which language it is in. */
const toVersion2: UpgradeStep = (message) => ({
  ...message,
  content: (message.content as JsonObject[]).map((block) =>
    block.type === 'text' ? { ...block, language: 'unknown' } : block,
  ),
})
const readAsVersion2 = messageReader({ 1: toVersion2 }, 2)

/** Every message of a released schema's fixture, as rows of the newest schema. */
async function storedRows(dump: string) {
  await using folder = await temporaryFolder()
  const url = localDatabaseUrl(folder.path)
  const old = await openClient({ url })
  await loadDump(old, readFileSync(join(FIXTURES, dump), 'utf8'))
  old.close()
  const store = await openStore({ url })
  const rows = await openDatabase(store.client).select(storedColumns(messages)).from(messages)
  await store.close()
  expect(rows.length).toBeGreaterThan(10)
  return rows
}

test.each(RELEASED)('every message in %s is read by a version to come as that version has it', async (dump) => {
  const damage: unknown[] = []
  const report = (...fault: unknown[]) => damage.push(fault)
  for (const row of await storedRows(dump)) {
    const present = messageOfRow(row, report)
    const next = messageOfRow(row, report, readAsVersion2)
    expect(next).toEqual({ ...toVersion2(present as unknown as JsonObject), schema_version: 2 })
    // This version reads what the next one stores, and loses nothing of it: the way back after an update.
    expect(parseStoredMessage(JSON.parse(JSON.stringify(next)))).toEqual(next)
  }
  expect(damage).toEqual([])
})

test.each(RELEASED)('a message in %s that a step cannot bring along stands unreadable in its place', async (dump) => {
  const readAllButResults = messageReader(
    {
      1: (message) => {
        if (message.role === 'tool') throw new TypeError('a result of the old kind')
        return message
      },
    },
    2,
  )
  const damaged: unknown[] = []
  const rows = await storedRows(dump)
  const read = rows.map((row) => messageOfRow(row, (_table, id) => damaged.push(id), readAllButResults))
  expect(read.map(({ id }) => id)).toEqual(rows.map(({ id }) => id))
  const results = rows.filter(({ role }) => role === 'tool').map(({ id }) => id)
  expect(results).not.toEqual([])
  expect(damaged).toEqual(results)
  expect(read.filter(isUnreadable).map(({ id }) => id)).toEqual(results)
})
