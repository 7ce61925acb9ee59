import { cp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const FOLDER = join(import.meta.dirname, '..', '..', 'db', 'migrations')

/** This version's migrations and more, one after the other, as a later version would have them. */
export async function laterMigrations(folder: string, statements: readonly string[]): Promise<string> {
  const target = join(folder, 'later-migrations')
  await cp(FOLDER, target, { recursive: true })
  const path = join(target, 'meta', '_journal.json')
  const journal = JSON.parse(await readFile(path, 'utf8'))
  for (const [index, statement] of statements.entries()) {
    const last = journal.entries.at(-1)
    const tag = `${90 + index}_later`
    journal.entries.push({ ...last, idx: last.idx + 1, when: last.when + 1, tag })
    await writeFile(join(target, `${tag}.sql`), statement)
  }
  await writeFile(path, JSON.stringify(journal))
  return target
}
