import { getTableConfig } from 'drizzle-orm/sqlite-core'
import { expect, test } from 'vitest'
import { budgetHolds, budgetSpending, budgets } from '#db/budget-schema.ts'
import { localDatabaseUrl, openClient, placeOf } from '#db/client.ts'
import {
  deletedEvents,
  deletedMessages,
  deletedToolCalls,
  deletedTurns,
  deletedWireAnswers,
  deletions,
} from '#db/deleted-schema.ts'
import { importItems, imports } from '#db/import-schema.ts'
import { migrateDatabase } from '#db/migrate.ts'
import {
  attachmentOwners,
  auditLog,
  authSessions,
  challenges,
  credentials,
  invitations,
  teamMembers,
  teams,
  users,
} from '#db/people-schema.ts'
import { routingRules } from '#db/routing-schema.ts'
import {
  attachments,
  events,
  idempotencyKeys,
  keys,
  llmCalls,
  messages,
  personSettings,
  presets,
  priceVersions,
  projections,
  searchEntries,
  sessions,
  toolCalls,
  turns,
} from '#db/schema.ts'
import { shareFiles, sharePeople, shares } from '#db/share-schema.ts'
import { briefs, pictureDescriptions } from '#db/stand-in-schema.ts'
import {
  callCosts,
  reprices,
  USAGE_TABLES,
  usageCacheWrites,
  usageLatencies,
  usageRoutes,
  usageTurns,
} from '#db/usage-schema.ts'
import { wireAnswers } from '#db/wire-answer-schema.ts'
import { temporaryFolder } from '../support/database.ts'

test('the migrations make the tables, columns, references and indexes that the schema describes', async () => {
  await using folder = await temporaryFolder()
  const url = localDatabaseUrl(folder.path)
  const client = await openClient({ url })
  await migrateDatabase(client, { place: placeOf(url) })
  const values = async (sql: string) =>
    (await client.execute(sql)).rows.map((row) => Object.values(row).join(' ')).sort()

  const tables = [
    attachmentOwners,
    attachments,
    auditLog,
    authSessions,
    budgets,
    budgetSpending,
    budgetHolds,
    callCosts,
    challenges,
    credentials,
    deletedEvents,
    deletedMessages,
    deletedToolCalls,
    deletedTurns,
    deletedWireAnswers,
    deletions,
    events,
    idempotencyKeys,
    briefs,
    importItems,
    imports,
    pictureDescriptions,
    invitations,
    keys,
    llmCalls,
    messages,
    personSettings,
    presets,
    priceVersions,
    projections,
    reprices,
    routingRules,
    searchEntries,
    sessions,
    shareFiles,
    sharePeople,
    shares,
    teamMembers,
    teams,
    toolCalls,
    turns,
    usageCacheWrites,
    usageLatencies,
    usageRoutes,
    ...USAGE_TABLES,
    usageTurns,
    users,
    wireAnswers,
  ].map(getTableConfig)
  const made = `SELECT name FROM pragma_table_list WHERE type = 'table' AND schema = 'main'
    AND name NOT LIKE '\\_\\_%' ESCAPE '\\' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'`
  expect(await values(made)).toEqual(tables.map(({ name }) => name).sort())
  // What it is made of is for the database alone; `db/search.ts` says what is in it.
  expect(await values(`SELECT name FROM pragma_table_list WHERE type = 'virtual'`)).toEqual(['search_index'])

  for (const { name, columns, foreignKeys, indexes, checks } of tables) {
    const described = columns.map((each) => `${each.name} ${each.getSQLType().toUpperCase()} ${each.notNull ? 1 : 0}`)
    expect(await values(`SELECT name, type, "notnull" FROM pragma_table_info('${name}')`)).toEqual(described.sort())

    const references = foreignKeys.flatMap((key) => {
      const { columns: from, foreignColumns: to, foreignTable } = key.reference()
      const target = getTableConfig(foreignTable).name
      return from.map(
        (column, n) => `${target} ${column.name} ${to[n]?.name} ${(key.onDelete ?? 'no action').toUpperCase()}`,
      )
    })
    const keyColumns = `SELECT "table", "from", "to", on_delete FROM pragma_foreign_key_list('${name}')`
    expect(await values(keyColumns)).toEqual(references.sort())

    const named = `SELECT name FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL AND tbl_name = '${name}'`
    expect(await values(named)).toEqual(indexes.map(({ config }) => config.name).sort())

    const [sql] = await values(`SELECT sql FROM sqlite_schema WHERE name = '${name}'`)
    for (const check of checks) expect(sql).toContain(check.name)
  }
  client.close()
})

test('the columns of the canonical message format have its names and types', async () => {
  const described = [sessions, messages, toolCalls].map((table) =>
    Object.fromEntries(getTableConfig(table).columns.map((column) => [column.name, column.getSQLType()])),
  )
  expect(described).toMatchObject([
    {
      id: 'text',
      workspace_path: 'text',
      active_model: 'text',
      routing_policy_json: 'text',
      schema_version: 'integer',
      created_at: 'integer',
      updated_at: 'integer',
    },
    {
      id: 'text',
      session_id: 'text',
      role: 'text',
      content_json: 'text',
      metadata_json: 'text',
      created_at: 'integer',
      schema_version: 'integer',
    },
    {
      id: 'text',
      session_id: 'text',
      message_id: 'text',
      result_message_id: 'text',
      name: 'text',
      status: 'text',
      provider_id: 'text',
      provider: 'text',
      created_at: 'integer',
      completed_at: 'integer',
    },
  ])
})

test('the audit log keeps every row as it was written', async () => {
  await using folder = await temporaryFolder()
  const url = localDatabaseUrl(folder.path)
  const client = await openClient({ url })
  await migrateDatabase(client, { place: placeOf(url) })
  await client.execute(`INSERT INTO audit_log (id, at, action, detail_json) VALUES ('a', 1, 'owner.created', '{}')`)
  await expect(client.execute(`UPDATE audit_log SET action = 'another'`)).rejects.toThrow('never changes')
  await expect(client.execute('DELETE FROM audit_log')).rejects.toThrow('never loses a row')
  client.close()
})
