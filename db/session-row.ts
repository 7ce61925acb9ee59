import { z } from 'zod'
import { timeOfId } from '#lib/canonical/id.ts'
import { type Session, type SessionSummary, TitleOrigin } from '#lib/canonical/session.ts'
import { SessionOrigin } from '#lib/canonical/session-origin.ts'
import { formatTimestamp } from '#lib/canonical/timestamp.ts'
import { sessions } from './schema.ts'
import { settingsOf } from './settings-column.ts'
import { decode, type ReportDamage, type StoredRow } from './stored-row.ts'
import { tagsOf } from './tags-column.ts'

type Stored = Partial<StoredRow<typeof sessions>> & { turn_json?: unknown }

/**
 * A session as far as its row can be read. A field that cannot be read has the value that keeps the chat in the list and
 * open to further turns; what it holds stays in the database until that field is written.
 */
export function sessionOfRow(stored: Stored, report: ReportDamage): Session {
  const read = reader(stored, report)
  const pending = read('pending_model_json', pendingModel, undefined)
  const origin = read('origin_json', sessionOrigin, null)
  return {
    ...summaryOfRow(stored, report),
    // Who may see it is for the database to say; nobody is, where it cannot be read.
    owner_id: read('owner_id', required, ''),
    ...(pending !== undefined && { pending_model: pending }),
    system_prompt: read('system_prompt', text, null),
    settings: read('settings_json', settingsOf, {}),
    title_origin: read('title_origin_json', titleOrigin, null),
    ...(origin && { origin }),
    created_at: read('created_at', required, timeOfMaking(stored)),
  }
}

export function summaryOfRow(stored: Stored, report: ReportDamage): SessionSummary {
  const read = reader(stored, report)
  const cost_usd = read('cost_usd', decimal, '0')
  const unpriced_calls = read('unpriced_calls', count, 0)
  return {
    id: String(stored.id),
    title: read('title', text, null),
    active_model: read('active_model', text, null),
    state: read('state', required, 'idle') as Session['state'],
    updated_at: read('updated_at', required, timeOfMaking(stored)),
    // A sum of nothing beside calls without a price is not known: the column, which is older than their count, holds `0`.
    cost_usd: unpriced_calls > 0 && cost_usd === '0' ? null : cost_usd,
    unpriced_calls,
    pinned: read('pinned', flag, false),
    archived: read('archived', flag, false),
    folder: read('folder', text, null),
    tags: read('tags_json', tagsOf, []),
    temporary: read('temporary', flag, false),
    turn: turnOf(stored, report),
  }
}

/** Reads one column after the other, so that one fault costs one field. */
function reader(stored: Stored, report: ReportDamage) {
  return <T>(column: keyof StoredRow<typeof sessions>, parse: (value: unknown) => T, fallback: T): T => {
    try {
      return parse(decode(sessions[column], stored[column]))
    } catch (cause) {
      report('sessions', stored.id, cause)
      return fallback
    }
  }
}

const text = (value: unknown) => (value === null ? null : String(value))

const required = (value: unknown) => String(value)

function decimal(value: unknown): string {
  if (!/^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(String(value))) throw new TypeError('cost_usd is not a decimal number')
  return String(value)
}

function count(value: unknown): number {
  if (!Number.isSafeInteger(value) || (value as number) < 0) throw new TypeError('unpriced_calls is not a count')
  return value as number
}

function flag(value: unknown): boolean {
  if (value !== 0 && value !== 1) throw new TypeError('it is neither 0 nor 1')
  return value === 1
}

function titleOrigin(value: unknown): TitleOrigin | null {
  return value === null ? null : TitleOrigin.parse(JSON.parse(String(value)))
}

function sessionOrigin(value: unknown): SessionOrigin | null {
  return value === null ? null : SessionOrigin.parse(JSON.parse(String(value)))
}

/** The end is in microseconds, or null. */
const TurnJson = z.tuple([z.string().min(1), z.number().int().nullable()])

function turnOf({ id, turn_json }: Stored, report: ReportDamage): SessionSummary['turn'] {
  if (turn_json === null || turn_json === undefined) return null
  try {
    const [state, ended] = TurnJson.parse(JSON.parse(String(turn_json)))
    const turn = { state, ended_at: ended === null ? null : formatTimestamp(ended) }
    return turn as NonNullable<SessionSummary['turn']>
  } catch (cause) {
    report('turns', id, cause)
    return null
  }
}

function pendingModel(value: unknown): string | null | undefined {
  if (value === null) return undefined
  const model: unknown = JSON.parse(String(value))
  if (model !== null && typeof model !== 'string') throw new TypeError('pending_model_json is not the name of a model')
  return model
}

function timeOfMaking({ id }: Stored): string {
  return formatTimestamp(timeOfId(String(id)) * 1000)
}
