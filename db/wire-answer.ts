import { promisify } from 'node:util'
import { brotliCompress, brotliDecompress, constants } from 'node:zlib'
import { and, asc, eq } from 'drizzle-orm'
import type { WireAnswer } from '#lib/store/store.ts'
import type { Database, Statement } from './database.ts'
import type { ReportDamage } from './stored-row.ts'
import { wireAnswers } from './wire-answer-schema.ts'

const compress = promisify(brotliCompress)
const decompress = promisify(brotliDecompress)

/** Recorded streams become a fourteenth of what they were by it, at 150 MB a second (38 of them, 1.7 MB); a higher one gains nothing. */
const QUALITY = 5

/** Packed by the threads of the runtime, beside whatever else is going on. */
export async function addWireAnswers(database: Database, answers: readonly WireAnswer[]): Promise<Statement[]> {
  const rows = await Promise.all(
    answers.map(async ({ text, is_cut, ...answer }) => {
      const params = {
        [constants.BROTLI_PARAM_QUALITY]: QUALITY,
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      }
      return { ...answer, is_cut: Number(is_cut), body_br: await compress(text, { params }) }
    }),
  )
  return rows.map((row) => database.insert(wireAnswers).values(row).onConflictDoNothing())
}

/** In the order of their attempts. */
export async function listWireAnswers(
  database: Database,
  { sessionId, messageId }: { sessionId: string; messageId: string },
  report: ReportDamage,
): Promise<WireAnswer[]> {
  const { session_id, message_id, call_id } = wireAnswers
  const rows = await database
    .select()
    .from(wireAnswers)
    .where(and(eq(session_id, sessionId), eq(message_id, messageId)))
    .orderBy(asc(call_id))
  const answers = await Promise.all(
    rows.map(async ({ body_br, is_cut, ...row }) => {
      try {
        const text = (await decompress(body_br)).toString('utf8')
        return [{ ...row, is_cut: is_cut === 1, text }]
      } catch (cause) {
        report('wire_answers', row.call_id, cause)
        return []
      }
    }),
  )
  return answers.flat()
}
