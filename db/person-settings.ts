import { eq, sql } from 'drizzle-orm'
import { DEFAULT_PERSON_SETTINGS, PersonSettings } from '#lib/canonical/person-settings.ts'
import type { Principal } from '#lib/principal.ts'
import type { Database } from './database.ts'
import { prepared } from './prepared.ts'
import { personSettings } from './schema.ts'
import { decodeRow, type ReportDamage, storedColumns } from './stored-row.ts'

const selectSettings = prepared((database) =>
  database
    .select(storedColumns(personSettings))
    .from(personSettings)
    .where(eq(personSettings.owner_id, sql.placeholder('owner_id')))
    .prepare(),
)

/** What cannot be read is as good as not chosen. */
export async function findPersonSettings(
  database: Database,
  { id }: Principal,
  report: ReportDamage,
): Promise<PersonSettings> {
  const row = await selectSettings(database).get({ owner_id: id })
  if (!row) return DEFAULT_PERSON_SETTINGS
  try {
    return PersonSettings.parse(decodeRow(personSettings, row).settings_json)
  } catch (cause) {
    report('person_settings', id, cause)
    return DEFAULT_PERSON_SETTINGS
  }
}

export async function putPersonSettings(database: Database, { id }: Principal, settings: PersonSettings) {
  await database
    .insert(personSettings)
    .values({ owner_id: id, settings_json: settings })
    .onConflictDoUpdate({ target: personSettings.owner_id, set: { settings_json: settings } })
}
