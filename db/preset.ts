import { and, asc, count, eq, sql } from 'drizzle-orm'
import { MOST_PRESETS, type Preset } from '#lib/canonical/preset.ts'
import { silentLogger } from '#lib/log.ts'
import type { Principal } from '#lib/principal.ts'
import type { PresetPatch, PresetStore } from '#lib/store/preset-store.ts'
import { placeOf } from './client.ts'
import { isBreachOf, openDatabase, runAll } from './database.ts'
import { putAnswer } from './idempotency-key.ts'
import { listModelUses } from './model-use.ts'
import { keyOfName } from './name-key.ts'
import { presets } from './schema.ts'
import type { ServiceOptions } from './service.ts'
import { patchedSettings, settingsJson, settingsOf } from './settings-column.ts'
import { inWords } from './storage-fault.ts'
import { damageReport, type ReportDamage, readRows, type StoredRow, storedColumns } from './stored-row.ts'

/** As `listModelUses` asks for them. */
const ALL = sql`SELECT id, name, model, owner_id, id AS place FROM ${presets}`

const STORED = storedColumns(presets)

/** What chats may begin with. Where the storage fails, all throw a `StorageError`. */
export function openPresets({ client, url, log = silentLogger }: ServiceOptions): PresetStore {
  const database = openDatabase(client)
  const report = damageReport(log)
  const own = ({ id }: Principal) => eq(presets.owner_id, id)
  const store: PresetStore = {
    async list(principal) {
      const rows = await database.select(STORED).from(presets).where(own(principal)).orderBy(asc(presets.name_key))
      return presetsOf(rows, report)
    },
    ofModels: (principal, models, most) => listModelUses(database, ALL, principal, models, most),
    async add(principal, { settings, ...preset }, answered) {
      // Two that come at once may be one too many: it is a bound, and no promise.
      const before = await database.select({ presets: count() }).from(presets).where(own(principal)).get()
      if ((before?.presets ?? 0) >= MOST_PRESETS) return 'too_many'
      const added = database.insert(presets).values({
        ...preset,
        owner_id: principal.id,
        name_key: keyOfName(preset.name),
        settings_json: settingsJson(settings),
      })
      const write = [added, ...(answered ? putAnswer(database, answered, Date.now() * 1_000) : [])]
      return (await unlessTaken(runAll(database, write))) === 'name_taken' ? 'name_taken' : 'added'
    },
    async change(principal, id, patch) {
      const set = columnsOf(patch)
      const mine = and(own(principal), eq(presets.id, id))
      const changed =
        Object.keys(set).length === 0
          ? await database.select(STORED).from(presets).where(mine)
          : await unlessTaken(database.update(presets).set(set).where(mine).returning(STORED))
      return changed === 'name_taken' ? changed : (presetsOf(changed, report)[0] ?? null)
    },
    async remove(principal, id) {
      return (await database.delete(presets).where(and(own(principal), eq(presets.id, id)))).rowsAffected > 0
    },
  }
  return inWords(store, placeOf(url))
}

function columnsOf({ name, settings, ...rest }: PresetPatch) {
  return {
    ...rest,
    ...(name !== undefined && { name, name_key: keyOfName(name) }),
    ...(settings && Object.keys(settings).length > 0 && { settings_json: patchedSettings(settings) }),
  }
}

async function unlessTaken<T>(write: PromiseLike<T>): Promise<T | 'name_taken'> {
  try {
    return await write
  } catch (error) {
    if (isBreachOf(error, 'UNIQUE', presets)) return 'name_taken'
    throw error
  }
}

function presetsOf(rows: readonly StoredRow<typeof presets>[], report: ReportDamage): Preset[] {
  return readRows(presets, rows, report).map(({ id, name, model, system_prompt, settings_json }) => {
    const preset = { id, name, model, system_prompt }
    try {
      return { ...preset, settings: settingsOf(settings_json) }
    } catch (cause) {
      // The rest of it can be used.
      report('presets', id, cause)
      return { ...preset, settings: {} }
    }
  })
}
