import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { ToolUses } from '#lib/canonical/usage.ts'
import type { AnsweredCall, AnsweredTurn } from '#lib/pricing/next-cost.ts'
import type { TurnsOf } from '#lib/store/usage-store.ts'
import type { Database } from './database.ts'
import { llmCalls, turns } from './schema.ts'

/** So many calls at a model are looked at for those of one person: no index knows whose they are. */
const MOST_LOOKED_AT = 2_000

/** A turn makes a few calls; one that makes hundreds is not usual, and is not read to its end. */
const MOST_CALLS = 2_000

/** The newest that were answered to their end; at most `limit` are looked at. What is damaged is no part of it. */
export async function listAnsweredTurns(database: Database, of: TurnsOf, limit: number): Promise<AnsweredTurn[]> {
  const newest = 'session' in of ? ofSession(of, limit) : ofPerson(of, limit)
  const calls = await database.all<Record<string, unknown>>(sql`
    SELECT turn_id, outcome, model_asked, usage_source, CAST(output_tokens AS TEXT) AS output_tokens,
      CAST(input_tokens + cached_input_tokens + cache_creation_input_tokens AS TEXT) AS input_tokens,
      CASE WHEN typeof(tool_uses_json) = 'text' AND json_valid(tool_uses_json) THEN tool_uses_json END AS tool_uses_json
    FROM ${llmCalls} WHERE turn_id IN (${newest}) ORDER BY turn_id DESC, started_at, rowid LIMIT ${MOST_CALLS}`)
  const found = [...Map.groupBy(calls, ({ turn_id }) => turn_id).values()]
  const whole = calls.length < MOST_CALLS ? found : found.slice(0, -1)
  return whole.flatMap((each) => {
    const { data: turn } = Turn.safeParse(each)
    const counted = turn && isAnswered(turn) ? turn.filter(({ usage_source }) => usage_source !== 'none') : []
    return counted.length > 0 ? [counted.map(answeredCall)] : []
  })
}

function ofSession({ session }: { session: string }, limit: number) {
  return sql`SELECT id FROM ${turns} WHERE session_id = ${session} ORDER BY id DESC LIMIT ${limit}`
}

function ofPerson({ user, model, since }: Extract<TurnsOf, { user: string }>, limit: number) {
  return sql`
    SELECT turn_id FROM (
      SELECT turn_id, started_by, started_at FROM ${llmCalls} WHERE model_asked = ${model} AND started_at >= ${sql.raw(String(since))}
      ORDER BY started_at DESC LIMIT ${MOST_LOOKED_AT})
    WHERE started_by = ${user} AND turn_id IS NOT NULL GROUP BY turn_id ORDER BY max(started_at) DESC LIMIT ${limit}`
}

/** As text: the driver refuses a whole result for a number that JavaScript cannot hold. */
const count = z.coerce.number().pipe(z.int().nonnegative())

const Turn = z.array(
  z.object({
    outcome: z.string(),
    model_asked: z.string(),
    usage_source: z.string(),
    input_tokens: count,
    output_tokens: count,
    tool_uses_json: z
      .string()
      .nullable()
      .transform((text): unknown => (text === null ? {} : JSON.parse(text)))
      .pipe(ToolUses),
  }),
)
type Turn = z.infer<typeof Turn>

/** An attempt that failed and was made again is part of it; one after which nothing came is not. */
function isAnswered(turn: Turn): boolean {
  const isOver = turn.every(({ outcome }) => outcome === 'completed' || outcome === 'failed')
  return isOver && turn.at(-1)?.outcome === 'completed'
}

function answeredCall({
  model_asked: model,
  input_tokens,
  output_tokens,
  tool_uses_json: tool_uses,
}: Turn[number]): AnsweredCall {
  return { model, input_tokens, output_tokens, tool_uses }
}
