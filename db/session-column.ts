import { type SQL, sql } from 'drizzle-orm'
import { sessions } from './schema.ts'
import { storedColumns } from './stored-row.ts'

/** Of its latest turn: one step along an index for each session. Its names are whole, for `RETURNING` would take `id` for the turn's. */
const TURN_JSON: SQL<unknown> = sql.raw(
  '(SELECT json_array(turns.state, turns.ended_at) FROM turns WHERE turns.session_id = sessions.id ORDER BY turns.id DESC LIMIT 1)',
)

/** All that a session is made of. */
export const SESSION_COLUMNS = { ...storedColumns(sessions), turn_json: TURN_JSON.as('turn_json') }
