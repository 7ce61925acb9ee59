import { asc, eq, sql } from 'drizzle-orm'
import type { ToolCall } from '#lib/session/store.ts'
import type { Database, Statement } from './database.ts'
import { toolCalls } from './schema.ts'
import { upsert } from './upsert.ts'

export function putToolCalls(database: Database, calls: readonly ToolCall[]): Statement[] {
  return upsert(database, toolCalls, [...calls])
}

/** In the order of their messages, and in that of the writes within one. */
export function listToolCalls(database: Database, sessionId: string): Promise<ToolCall[]> {
  return database
    .select()
    .from(toolCalls)
    .where(eq(toolCalls.session_id, sessionId))
    .orderBy(asc(toolCalls.message_id), sql`rowid`)
}
