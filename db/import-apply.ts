import { and, eq, type SQL, sql } from 'drizzle-orm'
import { MOST_PRESETS } from '#lib/canonical/preset.ts'
import { IdsTakenError, type ImportPlace, type ImportStore, type WholeChat } from '#lib/store/import-store.ts'
import type { LlmCall } from '#lib/store/turn-record.ts'
import { type Database, isBreachOf, isConstraintError, runAll, type Statement } from './database.ts'
import { rowOfEvent } from './event.ts'
import { importItems, imports } from './import-schema.ts'
import { insertion } from './insertion.ts'
import { rowOfCall } from './llm-call.ts'
import { rowsOfMessages } from './message.ts'
import { keyOfName } from './name-key.ts'
import { findPersonSettings } from './person-settings.ts'
import { addProjections } from './projection.ts'
import { events, llmCalls, messages, personSettings, presets, sessions, toolCalls, turns } from './schema.ts'
import { indexLater, indexTitleLater } from './search-index.ts'
import { insertSession, moveToHead } from './session.ts'
import { settingsJson } from './settings-column.ts'
import { spendingOf } from './spending.ts'
import type { ReportDamage } from './stored-row.ts'
import { rowOfTurn } from './turn.ts'

type Applied = Pick<ImportStore, 'applyChat' | 'applyCalls' | 'applyPreset' | 'applySettings' | 'settleItem'>

/** Each in one batch with the note that it was done, which is refused where it was done already or is not to be done any more. */
export function appliedItems(database: Database, report: ReportDamage): Applied {
  const carryOut = async (
    place: ImportPlace,
    noted: Noted,
    statements: Statement[],
  ): Promise<'applied' | 'stopped'> => {
    try {
      await runAll(database, [noteApplied(database, place, noted), ...statements])
      return 'applied'
    } catch (error) {
      if (isBreachOf(error, 'NOT NULL', importItems)) return 'stopped'
      throw error
    }
  }
  return {
    async applyChat(place, chat) {
      const { session, calls } = chat
      const statements = [...putChat(database, chat), ...noteMark(database, place, chatMark(session.id))]
      try {
        return await carryOut(place, { target_id: session.id, calls }, statements)
      } catch (error) {
        if (isConstraintError(error)) throw new IdsTakenError({ cause: error })
        throw error
      }
    },
    applyCalls: (place, calls) => carryOut(place, { calls }, addCalls(database, calls.map(rowOfCall))),
    async applyPreset(place, { settings, ...preset }) {
      const owner = ownerOf(place)
      const fits = sql`CASE WHEN (SELECT count(*) FROM presets WHERE owner_id = ${owner}) < ${MOST_PRESETS} THEN ${owner} END`
      const row = { ...preset, owner_id: fits, name_key: keyOfName(preset.name), settings_json: settingsJson(settings) }
      try {
        return await carryOut(place, { target_id: preset.id }, [
          database.insert(presets).values(row as never),
          ...noteMark(database, place, presetMark(preset.id)),
        ])
      } catch (error) {
        if (isBreachOf(error, 'UNIQUE', presets) || isBreachOf(error, 'NOT NULL', presets)) return 'refused'
        throw error
      }
    },
    async applySettings(place, settings) {
      const [found] = await database
        .select({ owner_id: imports.owner_id })
        .from(imports)
        .where(eq(imports.id, place.import_id))
      if (!found) return 'stopped'
      const before = await findPersonSettings(database, { id: found.owner_id, role: 'member', teams: [] }, report)
      return await carryOut(place, {}, [
        database
          .insert(personSettings)
          .values({ owner_id: found.owner_id, settings_json: settings })
          .onConflictDoUpdate({ target: personSettings.owner_id, set: { settings_json: settings } }),
        // What they were, to be put back.
        ...noteMark(database, place, sql`${JSON.stringify(before)}`),
      ])
    },
    async settleItem({ import_id, position }, { counts, ...outcome }) {
      const isThis = and(eq(importItems.import_id, import_id), eq(importItems.position, position))
      await database
        .update(importItems)
        .set({ ...outcome, ...(counts !== undefined && { counts_json: counts }) })
        .where(isThis)
    },
  }
}

export const isItem = ({ import_id, position }: ImportPlace) =>
  and(eq(importItems.import_id, import_id), eq(importItems.position, position))

interface Noted {
  target_id?: string
  calls?: readonly LlmCall[]
}

/** First, for then it is known which of the calls are new. */
function noteApplied(database: Database, place: ImportPlace, { target_id, calls = [] }: Noted): Statement {
  const ids = JSON.stringify(calls.map(({ id }) => id))
  const isDue = sql`state IN ('listed', 'failed') AND (SELECT state FROM imports WHERE id = ${place.import_id}) = 'applying'`
  return database
    .update(importItems)
    .set({
      state: sql`CASE WHEN ${isDue} THEN 'applied' END`,
      ...(target_id !== undefined && { target_id }),
      call_ids_json: sql`(SELECT json_group_array(value) FROM json_each(${ids})
        WHERE NOT EXISTS (SELECT 1 FROM llm_calls WHERE llm_calls.id = value))`,
    })
    .where(isItem(place))
}

function noteMark(database: Database, place: ImportPlace, mark: SQL): Statement[] {
  return [database.update(importItems).set({ mark }).where(isItem(place))]
}

/** What a chat is made of, so far as people change it by going on with it. */
export function chatMark(id: SQL | string): SQL {
  return sql`(SELECT json_array(sessions.updated_at, sessions.title, sessions.head_id,
      (SELECT json_array(count(*), max(messages.id)) FROM messages WHERE messages.session_id = sessions.id))
    FROM sessions WHERE sessions.id = ${id})`
}

export function presetMark(id: SQL | string): SQL {
  return sql`(SELECT json_array(name, model, system_prompt, settings_json) FROM presets WHERE id = ${id})`
}

function ownerOf({ import_id }: ImportPlace): SQL {
  return sql`(SELECT owner_id FROM imports WHERE id = ${import_id})`
}

const addMessages = insertion(messages)
const addTurns = insertion(turns)
const addToolCalls = insertion(toolCalls)
const addEvents = insertion(events)
/** One that is known stays what it is: it was counted when it was made. */
const addCalls = insertion(llmCalls, (insert) => insert.onConflictDoNothing())

/** Under ids that are nobody's: nothing that is there is replaced. */
function putChat(database: Database, chat: WholeChat): Statement[] {
  const { session, head_id, messages: placed, turns: begun, tool_calls, calls, events: happened, projections } = chat
  return [
    insertSession(database, session),
    ...addMessages(database, rowsOfMessages(placed)),
    ...addTurns(database, begun.map(rowOfTurn)),
    ...addToolCalls(database, tool_calls),
    ...addEvents(database, happened.map(rowOfEvent)),
    ...addProjections(database, projections),
    ...addCalls(database, calls.map(rowOfCall)),
    moveToHead(database, session.id, head_id),
    ...(calls.length > 0
      ? [database.update(sessions).set(spendingOf(session.id)).where(eq(sessions.id, session.id))]
      : []),
    indexLater(database, sql`session_id = ${session.id}`),
    ...(session.title ? [indexTitleLater(database, session.id)] : []),
  ]
}
