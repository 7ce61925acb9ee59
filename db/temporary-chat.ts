import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from '@libsql/client'
import { countRows, type RowCounts, withDatabaseFile } from './database-copy.ts'

/** Which temporary sessions: all, or one. */
const GONE = 'SELECT id FROM sessions WHERE temporary = 1 AND (?1 IS NULL OR id = ?1)'

/** Anything that may name an upload; `content_json` of a message that is damaged is text as well. */
const NAMING = `
  SELECT session_id, content_json AS said FROM messages
  UNION ALL SELECT session_id, content_json FROM deleted_messages
  UNION ALL SELECT session_id, snapshot_json FROM shares`

/** An upload that goes with temporary chats. */
export interface SaidUpload {
  hash: string
  /** When it was last said there, in microseconds. */
  said_at: number
}

/**
 * Uploads that these temporary chats name, and no other chat, no share of one, and nobody else has uploaded. An answer is
 * said when its chat was last written to: what it brings comes after its beginning.
 */
export async function findUploadsOnlyIn(
  client: Pick<Client, 'execute'>,
  sessionId: string | null,
): Promise<SaidUpload[]> {
  const { rows } = await client.execute({
    sql: `
      WITH gone AS MATERIALIZED (${GONE}),
      own AS MATERIALIZED (
        SELECT substr(leaf.value, 13) AS hash,
          max(CASE message.role WHEN 'user' THEN message.created_at ELSE chat.updated_at END) AS said_at
        FROM (
          SELECT session_id, role, created_at, content_json FROM messages
          UNION ALL SELECT session_id, role, created_at, content_json FROM deleted_messages
        ) AS message JOIN sessions AS chat ON chat.id = message.session_id,
          json_tree(CASE WHEN json_valid(message.content_json) THEN message.content_json ELSE '[]' END) AS leaf
        WHERE message.session_id IN gone AND leaf.key = 'data' AND leaf.type = 'text' AND leaf.value LIKE 'attachments/%'
        GROUP BY 1
      ),
      others AS MATERIALIZED (
        SELECT said FROM (${NAMING})
        WHERE EXISTS (SELECT 1 FROM own) AND session_id NOT IN gone AND instr(said, 'attachments/') > 0
      )
      SELECT hash, CAST(said_at AS INTEGER) AS said_at FROM own
      WHERE NOT EXISTS (SELECT 1 FROM others WHERE instr(said, own.hash) > 0)
        AND NOT EXISTS (
          SELECT 1 FROM attachment_owners AS owner WHERE owner.hash = own.hash
            AND owner.owner_id NOT IN (SELECT owner_id FROM sessions WHERE id IN gone)
        )`,
    args: [sessionId],
  })
  return rows
    .map(({ hash, said_at }) => ({ hash: String(hash), said_at: Number(said_at) }))
    .filter(({ hash }) => /^[0-9a-f]{64}$/.test(hash))
}

/** What is known of uploads, and what a model said of those that are pictures. */
export function forgetUploads(hashes: readonly string[]) {
  const listed = { args: [JSON.stringify(hashes)] }
  const which = 'hash IN (SELECT value FROM json_each(?))'
  return [
    { sql: `DELETE FROM picture_descriptions WHERE ${which}`, ...listed },
    { sql: `DELETE FROM attachments WHERE ${which}`, ...listed },
  ]
}

/**
 * Takes temporary chats out of a copy of a database, which may be of an older version, and overwrites what they were there.
 * Returns how many rows are left of each table; null where there was none of them.
 */
export async function removeTemporaryFrom(path: string, isCurrent: boolean): Promise<RowCounts | null> {
  return await withDatabaseFile(path, async (client) => {
    const column = await client.execute("SELECT 1 FROM pragma_table_info('sessions') WHERE name = 'temporary'")
    if (column.rows.length === 0) return null
    const found = await client.execute('SELECT 1 FROM sessions WHERE temporary = 1 LIMIT 1')
    if (found.rows.length === 0) return null
    await client.execute('PRAGMA secure_delete = ON')
    await client.execute('PRAGMA foreign_keys = ON')
    const uploads = isCurrent ? await findUploadsOnlyIn(client, null) : []
    await client.batch(
      [
        ...(uploads.length > 0 ? forgetUploads(uploads.map(({ hash }) => hash)) : []),
        'DELETE FROM sessions WHERE temporary = 1',
      ],
      'write',
    )
    return await countRows(client)
  })
}

const [LOG_ATTEMPTS, LOG_DELAY_MS] = [10, 100]

/**
 * What the file has overwritten stands in the log beside it until that is written anew. Whoever reads in this moment may still
 * need it: then it is left to the next time, and at the latest to the end of the process.
 */
export async function emptyLog(client: Client): Promise<void> {
  for (let attempt = 1; client.protocol === 'file' && attempt <= LOG_ATTEMPTS; attempt += 1) {
    const { rows } = await client.execute('PRAGMA wal_checkpoint(TRUNCATE)')
    if (rows[0]?.busy === 0) return
    await sleep(LOG_DELAY_MS)
  }
}
