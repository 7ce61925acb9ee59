import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { sessions } from './schema.ts'

const Tags = z.array(z.string())

export function tagsJson(tags: readonly string[]): string | null {
  return tags.length === 0 ? null : JSON.stringify(tags)
}

/** Throws where it holds none. */
export function tagsOf(stored: unknown): string[] {
  return stored === null ? [] : Tags.parse(JSON.parse(String(stored)))
}

/** One row for each tag of a session. What is no list of them has none, and takes no query down. */
export const TAGS = sql`json_each(CASE WHEN json_valid(${sessions.tags_json}) THEN ${sessions.tags_json} ELSE '[]' END)`

export function hasTag(tag: string): SQL {
  return sql`EXISTS (SELECT 1 FROM ${TAGS} AS tag WHERE tag.value = ${tag})`
}
