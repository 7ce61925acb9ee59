import type { Database } from './database.ts'

/**
 * A query that is put together once for each database, with a placeholder (`sql.placeholder`) for what differs: a turn asks
 * some of them several times, and drizzle takes longer to write one with many columns than SQLite to answer it.
 */
export function prepared<Query>(prepare: (database: Database) => Query): (database: Database) => Query {
  const known = new WeakMap<Database, Query>()
  return (database) => {
    let query = known.get(database)
    if (query === undefined) {
      query = prepare(database)
      known.set(database, query)
    }
    return query
  }
}
