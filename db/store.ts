import type { ResultSet } from '@libsql/client'
import { formatTimestamp, microsecondClock } from '#lib/canonical/timestamp.ts'
import type { Logger } from '#lib/log.ts'
import { silentLogger } from '#lib/log.ts'
import { LaterDeletionError } from '#lib/store/deletion.ts'
import type { Store } from '#lib/store/store.ts'
import { UnknownSessionError } from '#lib/store/store.ts'
import { type Expectation, UnmetExpectationError } from '#lib/store/turn-record.ts'
import { countSessions, discardSessions, restoreSessions } from './all-sessions.ts'
import type { DatabaseAddress, SharedClient } from './client.ts'
import { DatabaseError, openClient, placeOf } from './client.ts'
import type { Statement } from './database.ts'
import { isConstraintError, openDatabase, runAll } from './database.ts'
import { deleteMessages, latestDeletion, removeDeletions, restoreMessages } from './deletion.ts'
import { listEvents, putEvents } from './event.ts'
import { assertHolds, isUnmet } from './expectation.ts'
import { findAnswer, putAnswer, removeOldAnswers } from './idempotency-key.ts'
import { changeLabel, listLabels } from './label.ts'
import {
  callsSince,
  findCall,
  findCallBefore,
  interruptCalls,
  listCalls,
  listRefusedCalls,
  putCalls,
} from './llm-call.ts'
import {
  findLastMessageId,
  findMessage,
  findMessages,
  findPath,
  findPathPage,
  putMessages,
  replacePartialContent,
} from './message.ts'
import { findNewestLeaf, findSiblings, listSiblingPlaces, listTree } from './message-tree.ts'
import { migrateDatabase } from './migrate.ts'
import { listModelUses } from './model-use.ts'
import { findWordsInPath, outlinePath } from './path.ts'
import { findPersonSettings, putPersonSettings } from './person-settings.ts'
import { addProjections, listProjections } from './projection.ts'
import { recoverTurns } from './recovery.ts'
import type { sessions } from './schema.ts'
import { findHits } from './search.ts'
import { indexPending, indexTitle } from './search-index.ts'
import {
  findHead,
  findSession,
  findSessionOf,
  insertSession,
  listDeleted,
  listTemporary,
  moveToHead,
  removeSession,
  selectTemporary,
  setDeleted,
  updateSession,
} from './session.ts'
import { LISTED_CHATS, listSessions } from './session-list.ts'
import { sessionOfRow } from './session-row.ts'
import { inWords, storageError } from './storage-fault.ts'
import { damageReport, type StoredRow } from './stored-row.ts'
import { emptyLog } from './temporary-chat.ts'
import { assertResultsOf, listToolCalls, putToolCalls } from './tool-call.ts'
import { claimTurns, findTurn, putTurn, renewLeases } from './turn.ts'
import { listTurnTotals, selectTurnTotals, type TotalRow, turnsWithNews, turnTotalOf } from './turn-total.ts'
import { addDecision } from './usage-routes.ts'
import { findExchange, listVersions } from './version.ts'
import { addWireAnswers, listWireAnswers } from './wire-answer.ts'

export interface StoreOptions extends DatabaseAddress {
  /** Milliseconds. */
  now?: () => number
  log?: Logger
  /** False where a local database must be there already. */
  create?: boolean
  /** The folder of the migrations, where it is not the product's. */
  migrations?: string
}

/** What a write names does not fit the session: an id of another session, or a parent or message that is not there. */
export class RefusedWriteError extends Error {
  override readonly name = 'RefusedWriteError'
}

/**
 * Opens the database, brings it to this version's schema and returns the store over it. `client` is for the attachments;
 * it closes with the store. Where the storage fails, all throw a `StorageError`.
 */
export async function openStore(options: StoreOptions): Promise<Store & { readonly client: SharedClient }> {
  const { url, authToken, create = true, migrations, log = silentLogger } = options
  const client = await openClient({ url, authToken }, { create })
  const place = placeOf(url)
  try {
    await migrateDatabase(client, { place, log, ...(migrations !== undefined && { folder: migrations }) })
    await forgetOldAnswers(client, options)
  } catch (error) {
    client.close()
    // One that speaks of the update says more than the fault behind it.
    throw error instanceof DatabaseError ? error : (storageError(error, place) ?? error)
  }
  return { ...inWords(storeOver(client, options), place), client }
}

async function forgetOldAnswers(client: SharedClient, { now = Date.now }: StoreOptions): Promise<void> {
  const database = openDatabase(client)
  await runAll(database, [removeOldAnswers(database, now() * 1_000)])
}

function storeOver(client: SharedClient, { now = Date.now, log = silentLogger }: StoreOptions): Store {
  const database = openDatabase(client)
  const report = damageReport(log)
  const clock = microsecondClock(now)
  let closing: Promise<void> | undefined
  // One after the other: a second one that looked while the first was writing would end the same turns again.
  let recovering: Promise<unknown> = Promise.resolve()

  const write = async (sessionId: string, statements: Statement[], expect?: Expectation): Promise<unknown[]> => {
    try {
      return await runAll(database, statements)
    } catch (error) {
      if (!isConstraintError(error)) throw error
      if (expect && isUnmet(error)) throw new UnmetExpectationError(expect, { cause: error })
      if (!(await findSession(database, sessionId, report))) throw new UnknownSessionError(sessionId)
      throw new RefusedWriteError(`the write does not fit session ${sessionId}; nothing of it was stored`, {
        cause: error,
      })
    }
  }

  return {
    async createSession(session, events, answered, path) {
      const { messages = [], tool_calls = [] } = path ?? {}
      refuseStrangers(session.id, { events, messages: messages.map(({ message }) => message), tool_calls })
      await write(session.id, [
        insertSession(database, session),
        ...putMessages(database, messages),
        ...putToolCalls(database, tool_calls),
        ...(path ? [moveToHead(database, session.id, path.head_id)] : []),
        ...(session.title ? indexTitle(database, session.id, session.title) : []),
        ...putEvents(database, events),
        ...(answered ? putAnswer(database, answered, clock()) : []),
      ])
    },
    session: (id) => findSession(database, id, report),
    sessionOf: (principal, id) => findSessionOf(database, principal, id, report),
    sessions: (principal, query) => listSessions(database, principal, query, report),
    chatsOfModels: (principal, models, most) => listModelUses(database, LISTED_CHATS, principal, models, most),
    labels: (principal) => listLabels(database, principal),
    changeLabel: (principal, change) => changeLabel(database, principal, change),
    discardSession: (principal, id) => setDeleted(database, principal, id, formatTimestamp(clock())),
    restoreSession: (principal, id) => setDeleted(database, principal, id, null),
    countSessions: (principal) => countSessions(database, principal),
    async discardSessions(principal) {
      const at = formatTimestamp(clock())
      const discarded = await discardSessions(database, principal.id, at)
      return { at, ids: discarded.map(({ id }) => id) }
    },
    restoreSessions: (principal, at) => restoreSessions(database, principal, at),
    discardedSessions: (before) => listDeleted(database, before),
    temporarySessions: () => listTemporary(database),
    personSettings: (principal) => findPersonSettings(database, principal, report),
    changePersonSettings: (principal, settings) => putPersonSettings(database, principal, settings),
    async deleteSession(id) {
      const statements = [selectTemporary(database, id), interruptCalls(database, id), removeSession(database, id)]
      const [temporary, , removed] = await write(id, statements)
      if ((temporary as unknown[]).length > 0) await emptyLog(client)
      return (removed as ResultSet).rowsAffected > 0
    },
    async commit(step) {
      const { session_id, expect, patch = {}, turn, messages = [], events = [], projections = [] } = step
      const { tool_calls = [], llm_calls = [], wire_answers = [], beside = [] } = step
      const written = messages.map(({ message }) => message)
      refuseStrangers(session_id, { messages: written, tool_calls, llm_calls, wire_answers, events, projections })
      assertResultsOf(tool_calls, written)
      const ended = turnsWithNews(llm_calls)
      // Each is indexed where it is the one that was stored.
      const titles = [patch.title, patch.default_title, patch.model_title?.title].filter((title) => title != null)
      const before = [
        ...(expect ? [assertHolds(database, session_id, expect)] : []),
        ...(turn ? [turn, ...beside] : []).map((each) => putTurn(database, each)),
        ...putCalls(database, llm_calls),
        ...putMessages(database, messages),
        ...putToolCalls(database, tool_calls),
        ...putEvents(database, events),
        ...addProjections(database, projections),
        ...(await addWireAnswers(database, wire_answers)),
        ...(step.answered ? putAnswer(database, step.answered, clock()) : []),
        ...(ended.length > 0 ? [selectTurnTotals(database, session_id, ended)] : []),
      ]
      const statements = [
        ...before,
        updateSession(database, session_id, patch, {
          updated_at: formatTimestamp(clock()),
          hasSpent: llm_calls.length > 0,
        }),
        ...titles.flatMap((title) => indexTitle(database, session_id, title)),
      ]
      const results = await write(session_id, statements, expect)
      const [stored] = results[before.length] as StoredRow<typeof sessions>[]
      if (!stored) throw new UnknownSessionError(session_id)
      const totals = ended.length > 0 ? (results[before.length - 1] as TotalRow[]) : []
      return { session: sessionOfRow(stored, report), turn_totals: totals.map(turnTotalOf) }
    },
    checkpoint: (drafts) => replacePartialContent(database, drafts),
    head: (sessionId) => findHead(database, sessionId),
    path: (sessionId, leaf) => findPath(database, sessionId, leaf, report),
    pathPage: (sessionId, page) => findPathPage(database, sessionId, page, report),
    outline: (sessionId, before) => outlinePath(database, sessionId, before, report),
    findWords: (sessionId, words) => findWordsInPath(database, sessionId, words),
    message: (sessionId, id) => findMessage(database, sessionId, id, report),
    messages: (sessionId, ids) => findMessages(database, sessionId, ids, report),
    tree: (sessionId) => listTree(database, sessionId),
    siblings: (sessionId, id, limit) => findSiblings(database, sessionId, { id, limit }, report),
    versions: (sessionId, id) => listVersions(database, sessionId, id),
    exchange: (sessionId, id) => findExchange(database, sessionId, id, report),
    siblingPlaces: (sessionId, messageIds) => listSiblingPlaces(database, sessionId, messageIds),
    newestLeaf: (sessionId, id) => findNewestLeaf(database, sessionId, id, report),
    lastMessageId: (sessionId) => findLastMessageId(database, sessionId),
    async deleteMessages(sessionId, id, extent) {
      const deleted_at = formatTimestamp(clock())
      const deletion = await deleteMessages(database, sessionId, { id, extent, deleted_at })
      if (deletion) await write(sessionId, deletion.statements, { type: 'idle' })
      return deletion?.change ?? null
    },
    async restoreMessages(sessionId, deletionId) {
      const restoring = await restoreMessages(database, sessionId, deletionId)
      if (!restoring) return null
      if ((await latestDeletion(database, sessionId)) !== deletionId) throw new LaterDeletionError()
      await write(sessionId, restoring.statements, { type: 'idle' })
      // What is more than it does at once is found a little later.
      await indexPending(database, report)
      return restoring.change
    },
    async removeDeletedMessages(before) {
      await runAll(database, [removeDeletions(database, before)])
    },
    async keepCalls(calls) {
      await runAll(database, putCalls(database, calls))
    },
    callsSince: (started_at, options) => callsSince(database, { started_at, ...options }, report),
    llmCalls: (sessionId, turnId) => listCalls(database, { sessionId, turnId }, report),
    wireAnswers: (sessionId, messageId) => listWireAnswers(database, { sessionId, messageId }, report),
    llmCall: (id) => findCall(database, id, report),
    callBefore: (call) => findCallBefore(database, call, report),
    refusedCalls: (sessionId, model) => listRefusedCalls(database, sessionId, model, report),
    turnTotals: (sessionId, turnIds) => listTurnTotals(database, sessionId, turnIds),
    toolCalls: (sessionId, last) => listToolCalls(database, { sessionId, last }, report),
    turn: (sessionId, id) => findTurn(database, sessionId, id, report),
    events: (sessionId, filter = {}) => listEvents(database, sessionId, filter, { log, report }),
    async countDecision(decided) {
      await runAll(database, [addDecision(database, decided)])
    },
    projections: (sessionId, about) => listProjections(database, sessionId, about, report),
    search: (principal, query, page) => findHits(database, principal, query, page, { now: clock(), report }),
    indexPending: () => indexPending(database, report),
    async keepAnswer(answered) {
      await runAll(database, putAnswer(database, answered, clock()))
    },
    keptAnswer: (scope, key) => findAnswer(database, { scope, key }, clock()),
    claimTurns: (lease, which) => claimTurns(database, lease, which, report),
    renewLeases: (lease, turnIds) => renewLeases(database, lease, turnIds),
    recover(only) {
      const recovered = recovering.then(() => recoverTurns(database, clock(), only))
      recovering = recovered.catch(() => {})
      return recovered
    },
    close: () => {
      closing ??= closeWhole(client)
      return closing
    },
  }
}

async function closeWhole(client: SharedClient): Promise<void> {
  if (client.closed) return
  try {
    // Whoever copies the one file of a stopped server has everything.
    if (client.protocol === 'file') await client.execute('PRAGMA wal_checkpoint(TRUNCATE)')
  } finally {
    client.close()
  }
}

type Rows = Record<string, readonly { session_id: string | null }[]>

function refuseStrangers(sessionId: string, rows: Rows): void {
  for (const [kind, list] of Object.entries(rows)) {
    const stranger = list.find(({ session_id }) => session_id !== sessionId)
    if (stranger) throw new RefusedWriteError(`${kind} of session ${stranger.session_id} in a write to ${sessionId}`)
  }
}
