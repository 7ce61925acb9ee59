import type { Client } from '@libsql/client'
import { ConnectionPool, Sqlite3Client } from '@libsql/client/sqlite3'

type Connection = ReturnType<ConnectionPool['acquireSync']>
type Statement = ReturnType<Connection['prepare']>

/** More than a turn uses. The least used goes first: statements of an import differ by their number of rows, and there is no end of them. */
const MOST_KEPT = 256

/** Others may do their work while they are prepared, as some pragmas do, or leave the columns of a kept statement others. */
const KEPT = /^\s*(SELECT|INSERT|UPDATE|DELETE|WITH|BEGIN|COMMIT|ROLLBACK)\b/i

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

/**
 * What the driver asks a statement for before each run, and how it has its values, stays the same for a statement: it is
 * answered once. That one returns nothing it is told by an error, whose stack is most of what such a question costs.
 */
function askedOnce(statement: Statement): Statement {
  const answer = <A extends unknown[], T>(ask: (...args: A) => T) => {
    let answered: { value: T } | { thrown: unknown } | undefined
    return (...args: A): T => {
      answered ??= attempt(() => ask(...args))
      if ('thrown' in answered) throw answered.thrown
      return answered.value
    }
  }
  return Object.assign(statement, {
    raw: answer(statement.raw.bind(statement)),
    safeIntegers: answer(statement.safeIntegers.bind(statement)),
    columns: answer(statement.columns.bind(statement)),
  })
}

function attempt<T>(ask: () => T): { value: T } | { thrown: unknown } {
  try {
    return { value: ask() }
  } catch (thrown) {
    return { thrown }
  }
}

function keepStatements(connection: Connection): void {
  const kept = new Map<string, Statement>()
  const compile = connection.prepare.bind(connection)
  const prepare = (sql: string) => {
    const known = kept.get(sql)
    // The one that was not used for longest is the first.
    if (known) kept.delete(sql)
    const isKept = KEPT.test(sql)
    const statement = known ?? (isKept ? askedOnce(compile(sql)) : compile(sql))
    if (isKept) kept.set(sql, statement)
    else kept.clear()
    const [oldest] = kept.keys()
    if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest)
    return statement
  }
  connection.prepare = prepare as Connection['prepare']
}
