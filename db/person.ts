import { and, isNull, type SQL, sql } from 'drizzle-orm'
import type { Person } from '#lib/store/account-store.ts'
import type { Database } from './database.ts'
import { users } from './people-schema.ts'

/** What is said of a person. */
export const PERSON = {
  id: users.id,
  email: users.email,
  name: users.name,
  role: users.role,
  created_at: users.created_at,
  teams: sql`(SELECT json_group_array(team_id) FROM team_members WHERE user_id = users.id)`.mapWith(
    (ids: string): string[] => JSON.parse(ids),
  ),
} as const

/** Null also for somebody who was removed. */
export async function findPerson(database: Database, which: SQL): Promise<Person | null> {
  const found = and(which, isNull(users.removed_at))
  return (await database.select(PERSON).from(users).where(found).get()) ?? null
}
