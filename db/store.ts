import type { Client, ResultSet } from '@libsql/client'
import { formatTimestamp, microsecondClock } from '#lib/canonical/timestamp.ts'
import type { Logger } from '#lib/log.ts'
import { silentLogger } from '#lib/log.ts'
import type { Store } from '#lib/session/store.ts'
import { UnknownSessionError } from '#lib/session/store.ts'
import type { DatabaseAddress } from './client.ts'
import { openClient } from './client.ts'
import type { Statement } from './database.ts'
import { isConstraintError, openDatabase, runAll } from './database.ts'
import { listEvents, putEvents } from './event.ts'
import {
  findLastMessageId,
  findMessage,
  findPath,
  findPathPage,
  putMessages,
  replacePartialContent,
} from './message.ts'
import { migrateDatabase } from './migrate.ts'
import { addProjections, listProjections } from './projection.ts'
import { recoverTurns } from './recovery.ts'
import {
  findHead,
  findSession,
  insertSession,
  listSessions,
  removeSession,
  type SessionRow,
  sessionOfRow,
  updateSession,
} from './session.ts'
import { assertResultsOf, listToolCalls, putToolCalls } from './tool-call.ts'

export interface StoreOptions extends DatabaseAddress {
  /** Milliseconds. */
  now?: () => number
  log?: Logger
}

/** What a write names does not fit the session: an id of another session, or a parent or message that is not there. */
export class RefusedWriteError extends Error {
  override readonly name = 'RefusedWriteError'
}

/**
 * Opens the database, brings it to this version's schema and returns the store over it. `client` is for the attachments;
 * it closes with the store.
 */
export async function openStore({
  now = Date.now,
  log = silentLogger,
  ...address
}: StoreOptions): Promise<Store & { readonly client: Client }> {
  const client = await openClient(address)
  try {
    await migrateDatabase(client)
  } catch (error) {
    client.close()
    throw error
  }
  const database = openDatabase(client)
  const clock = microsecondClock(now)
  let closing: Promise<void> | undefined

  const write = async (sessionId: string, statements: Statement[]): Promise<unknown[]> => {
    try {
      return await runAll(database, statements)
    } catch (error) {
      if (!isConstraintError(error)) throw error
      if (!(await findSession(database, sessionId))) throw new UnknownSessionError(sessionId)
      throw new RefusedWriteError(`the write does not fit session ${sessionId}; nothing of it was stored`, {
        cause: error,
      })
    }
  }

  return {
    client,
    async createSession(session, events) {
      refuseStrangers(session.id, { events })
      await write(session.id, [insertSession(database, session), ...putEvents(database, events)])
    },
    session: (id) => findSession(database, id),
    sessions: (page) => listSessions(database, page),
    async deleteSession(id) {
      const [removed] = await write(id, [removeSession(database, id)])
      return (removed as ResultSet).rowsAffected > 0
    },
    async commit(step) {
      const { session_id, patch = {}, messages = [], tool_calls = [], events = [], projections = [] } = step
      const written = messages.map(({ message }) => message)
      refuseStrangers(session_id, { messages: written, tool_calls, events, projections })
      assertResultsOf(tool_calls, written)
      const results = await write(session_id, [
        ...putMessages(database, messages),
        ...putToolCalls(database, tool_calls),
        ...putEvents(database, events),
        ...addProjections(database, projections),
        updateSession(database, session_id, patch, formatTimestamp(clock())),
      ])
      const [stored] = results.at(-1) as SessionRow[]
      if (!stored) throw new UnknownSessionError(session_id)
      return sessionOfRow(stored)
    },
    checkpoint: (sessionId, messageId, content) => replacePartialContent(database, sessionId, messageId, content),
    head: (sessionId) => findHead(database, sessionId),
    path: (sessionId, leaf) => findPath(database, sessionId, leaf),
    pathPage: (sessionId, page) => findPathPage(database, sessionId, page),
    message: (sessionId, id) => findMessage(database, sessionId, id),
    lastMessageId: (sessionId) => findLastMessageId(database, sessionId),
    toolCalls: (sessionId) => listToolCalls(database, sessionId),
    events: (sessionId, filter = {}) => listEvents(database, sessionId, filter, log),
    projections: (sessionId) => listProjections(database, sessionId),
    recover: (only) => recoverTurns(database, clock(), only),
    close: () => {
      closing ??= closeWhole(client)
      return closing
    },
  }
}

async function closeWhole(client: Client): Promise<void> {
  if (client.closed) return
  try {
    // Whoever copies the one file of a stopped server has everything.
    if (client.protocol === 'file') await client.execute('PRAGMA wal_checkpoint(TRUNCATE)')
  } finally {
    client.close()
  }
}

type Rows = Record<string, readonly { session_id: string }[]>

function refuseStrangers(sessionId: string, rows: Rows): void {
  for (const [kind, list] of Object.entries(rows)) {
    const stranger = list.find(({ session_id }) => session_id !== sessionId)
    if (stranger) throw new RefusedWriteError(`${kind} of session ${stranger.session_id} in a write to ${sessionId}`)
  }
}
