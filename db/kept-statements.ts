import type { Client } from '@libsql/client'
import { ConnectionPool, Sqlite3Client } from '@libsql/client/sqlite3'

type Connection = ReturnType<ConnectionPool['acquireSync']>
type Statement = ReturnType<Connection['prepare']>

/** More than a turn uses. The least used goes first: statements of an import differ by their number of rows, and there is no end of them. */
const MOST_KEPT = 256

/** Others may do their work while they are prepared, as some pragmas do. */
const KEPT = /^\s*(SELECT|INSERT|UPDATE|DELETE|WITH)\b/i

/** After all else the columns of a kept statement may be others. */
const LEAVES_SCHEMA = /^\s*(BEGIN|COMMIT|ROLLBACK)\b/i

/**
 * A client of a local file with one connection, whose statements are compiled once. The driver's own compiles each one anew, and
 * with an insert all triggers of its table: a quarter of what a turn costs the server (`db/README.md`). A statement is used
 * again only as long as nothing has failed on its connection: the caller reconnects after a failure.
 */
export function createFileClient(path: string, { timeout }: { timeout: number }): Client {
  return new Sqlite3Client(new KeepingPool(path, { timeout }, 1), 'number')
}

class KeepingPool extends ConnectionPool {
  override acquireSync(forTransaction?: boolean): Connection {
    const connection = super.acquireSync(forTransaction)
    if (!Object.hasOwn(connection, 'prepare')) keepStatements(connection)
    return connection
  }
}

function keepStatements(connection: Connection): void {
  const kept = new Map<string, Statement>()
  const compile = connection.prepare.bind(connection)
  const prepare = (sql: string) => {
    const known = kept.get(sql)
    // The one that was not used for longest is the first.
    if (known) kept.delete(sql)
    const statement = known ?? compile(sql)
    if (KEPT.test(sql)) kept.set(sql, statement)
    else if (!LEAVES_SCHEMA.test(sql)) kept.clear()
    const [oldest] = kept.keys()
    if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest)
    return statement
  }
  connection.prepare = prepare as Connection['prepare']
}
