import { timeOfId } from '#lib/canonical/id.ts'
import type { Session, SessionSummary } from '#lib/canonical/session.ts'
import { formatTimestamp } from '#lib/canonical/timestamp.ts'
import { sessions } from './schema.ts'
import { settingsOf } from './settings-column.ts'
import { decode, type ReportDamage, type StoredRow } from './stored-row.ts'

type Stored = Partial<StoredRow<typeof sessions>>

/**
 * A session as far as its row can be read. A field that cannot be read has the value that keeps the chat in the list and
 * open to further turns; what it holds stays in the database until that field is written.
 */
export function sessionOfRow(stored: Stored, report: ReportDamage): Session {
  const read = reader(stored, report)
  const pending = read('pending_model_json', pendingModel, undefined)
  return {
    ...summaryOfRow(stored, report),
    // Who may see it is for the database to say; nobody is, where it cannot be read.
    owner_id: read('owner_id', required, ''),
    ...(pending !== undefined && { pending_model: pending }),
    system_prompt: read('system_prompt', text, null),
    settings: read('settings_json', settingsOf, {}),
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
  }
}

/** Reads one column after the other, so that one fault costs one field. */
function reader(stored: Stored, report: ReportDamage) {
  return <T>(column: keyof Stored, parse: (value: unknown) => T, fallback: T): T => {
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

function pendingModel(value: unknown): string | null | undefined {
  if (value === null) return undefined
  const model: unknown = JSON.parse(String(value))
  if (model !== null && typeof model !== 'string') throw new TypeError('pending_model_json is not the name of a model')
  return model
}

function timeOfMaking({ id }: Stored): string {
  return formatTimestamp(timeOfId(String(id)) * 1000)
}
