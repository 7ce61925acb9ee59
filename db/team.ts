import { asc, eq, sql } from 'drizzle-orm'
import type { AccountStore, AuditEntry } from '#lib/store/account-store.ts'
import { addToAudit } from './audit-log.ts'
import { type Database, isBreachOf, runAll, type Statement } from './database.ts'
import { keyOfName } from './name-key.ts'
import { teams } from './people-schema.ts'

type Queries = Pick<AccountStore, 'teams' | 'addTeam' | 'changeTeam' | 'removeTeam'>

export function teamQueries(database: Database): Queries {
  const isThere = async (id: string) => {
    return (await database.select({ id: teams.id }).from(teams).where(eq(teams.id, id)).get()) !== undefined
  }
  return {
    async teams() {
      return await database.select(TEAM).from(teams).orderBy(asc(teams.name_key))
    },
    async addTeam({ id, name, created_at }, audit) {
      const added = database.insert(teams).values({ id, name, name_key: keyOfName(name), created_at })
      return (await unlessTaken(database, [added], audit)) ? 'added' : 'name_taken'
    },
    async changeTeam(id, { name, members }, audit) {
      if (!(await isThere(id))) return 'unknown'
      const renamed =
        name === undefined
          ? []
          : [
              database
                .update(teams)
                .set({ name, name_key: keyOfName(name) })
                .where(eq(teams.id, id)),
            ]
      const filled = members === undefined ? [] : putMembers(database, id, members)
      return (await unlessTaken(database, [...renamed, ...filled], audit)) ? 'changed' : 'name_taken'
    },
    async removeTeam(id, audit) {
      if (!(await isThere(id))) return false
      await runAll(database, [database.delete(teams).where(eq(teams.id, id)), addToAudit(database, audit)])
      return true
    },
  }
}

const TEAM = {
  id: teams.id,
  name: teams.name,
  members: sql`(SELECT json_group_array(user_id) FROM team_members WHERE team_id = teams.id)`.mapWith(
    (ids: string): string[] => JSON.parse(ids),
  ),
} as const

/** Whoever is not there, or not any more, is in no team. */
function putMembers(database: Database, id: string, members: readonly string[]): Statement[] {
  return [
    database.run(sql`DELETE FROM team_members WHERE team_id = ${id}`),
    database.run(sql`INSERT INTO team_members (team_id, user_id) SELECT ${id}, id FROM users
      WHERE removed_at IS NULL AND id IN (SELECT value FROM json_each(${JSON.stringify(members)}))`),
  ]
}

async function unlessTaken(database: Database, writes: readonly Statement[], audit: AuditEntry): Promise<boolean> {
  try {
    await runAll(database, [...writes, addToAudit(database, audit)])
    return true
  } catch (error) {
    if (isBreachOf(error, 'UNIQUE', teams)) return false
    throw error
  }
}
