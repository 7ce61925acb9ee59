import { and, asc, eq, lte, type Placeholder, sql } from 'drizzle-orm'
import { InvariantError } from '#lib/canonical/invariant.ts'
import type { Message } from '#lib/canonical/message.ts'
import { statusOf } from '#lib/canonical/message.ts'
import type { ToolCall } from '#lib/store/store.ts'
import type { Database, Statement } from './database.ts'
import { upsertion } from './insertion.ts'
import { prepared } from './prepared.ts'
import { toolCalls } from './schema.ts'
import { type ReportDamage, readRows, storedColumns } from './stored-row.ts'

const { result_message_id } = toolCalls

/** A call that has its result keeps it: another one is refused, and with it the whole batch. */
export const putToolCalls: (database: Database, calls: readonly ToolCall[]) => Statement[] = upsertion(
  toolCalls,
  sql`(${result_message_id} IS NULL OR ${result_message_id} = excluded.result_message_id)`,
)

/** Throws an `InvariantError` for a whole TOOL message that is not the result of a call in the same write. */
export function assertResultsOf(calls: readonly ToolCall[], messages: readonly Message[]): void {
  const strays = messages
    .filter((message) => message.role === 'tool' && statusOf(message) === 'complete')
    .filter(({ id, metadata }) =>
      calls.every((call) => call.id !== metadata.parent_tool_use_id || call.result_message_id !== id),
    )
  const problem = 'is not the result of a call that is closed with it'
  if (strays.length > 0) throw new InvariantError(strays.map(({ id }) => ({ rule: '5.2.2', message_id: id, problem })))
}

const selectCalls = (last?: Placeholder) =>
  prepared((database) =>
    database
      .select(storedColumns(toolCalls))
      .from(toolCalls)
      .where(and(eq(toolCalls.session_id, sql.placeholder('session_id')), last && lte(toolCalls.message_id, last)))
      .orderBy(asc(toolCalls.message_id), sql`rowid`)
      .prepare(),
  )
const selectAll = selectCalls()
const selectUpTo = selectCalls(sql.placeholder('last'))

/** In the order of their messages, and in that of the writes within one; without those that cannot be read. */
export async function listToolCalls(
  database: Database,
  { sessionId, last }: { sessionId: string; last?: string | undefined },
  report: ReportDamage,
): Promise<ToolCall[]> {
  const select = last === undefined ? selectAll : selectUpTo
  const rows = await select(database).all({ session_id: sessionId, last })
  return readRows(toolCalls, rows, report)
}
