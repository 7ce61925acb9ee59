import { readdir, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { Client } from '@libsql/client'
import { copyDatabase, removeDatabase, syncFile } from './database-copy.ts'
import { draftOf, momentInName, syncFolder } from './database-file.ts'
import { removeTemporaryFrom } from './temporary-chat.ts'

/** One for each schema that was updated from, and no more than these. */
const COPIES_KEPT = 3

/**
 * Copies the database to a dated file beside it, and reads the copy again. A copy has its name only when all of it could be
 * read, so what is there under such a name is whole. Returns its path.
 */
export async function copyBeforeUpdate(
  client: Client,
  path: string,
  schema: string,
  now = new Date(),
): Promise<string> {
  const target = `${path}.${momentInName(now)}.${schema}.backup`
  const draft = draftOf(path)
  try {
    await copyDatabase(client, draft, { purpose: 'the copy that is made before an update' })
    await removeTemporaryFrom(draft, false)
    await syncFile(draft)
    await rename(draft, target)
    await syncFolder(dirname(target))
    return target
  } finally {
    await removeDatabase(draft)
  }
}

/** The copies beside a database, newest first. */
export async function listUpdateCopies(path: string): Promise<string[]> {
  const folder = dirname(path)
  const names = await readdir(folder)
  return names
    .filter((name) => schemaOf(path, name) !== null)
    .sort()
    .reverse()
    .map((name) => join(folder, name))
}

/** Keeps the newest of each schema, of the latest schemas. */
export async function removeOldUpdateCopies(path: string): Promise<void> {
  const kept = new Set<string | null>()
  for (const copy of await listUpdateCopies(path)) {
    const schema = schemaOf(path, basename(copy))
    if (kept.has(schema) || kept.size === COPIES_KEPT) await rm(copy, { force: true })
    else kept.add(schema)
  }
}

/** Of the name of a copy; null for any other name. */
function schemaOf(path: string, name: string): string | null {
  const prefix = `${basename(path)}.`
  const rest = name.startsWith(prefix) ? name.slice(prefix.length) : ''
  return /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z\.(.+)\.backup$/.exec(rest)?.[1] ?? null
}
