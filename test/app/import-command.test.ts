import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { program } from '#app/import.ts?program'
import { exportedBytes, startImports, writeChats } from '#test/support/importable.ts'
import { runProgram } from '#test/support/run-program.ts'

async function given() {
  const from = await startImports()
  onTestFinished(() => from[Symbol.asyncDispose]())
  await writeChats(from)
  const file = join(from.path, 'all.zip')
  const bytes = await exportedBytes(from)
  await writeFile(file, bytes)
  return { file, bytes }
}

async function command(dataDir: string, ...args: string[]) {
  const env = { METIS_DATA_DIR: dataDir, LIBSQL_URL: '', METIS_LOG_LEVEL: 'error' }
  const { code, stderr } = await runProgram([program, ...args], env)
  return { code, said: stderr }
}

test('an export is imported into a folder in which there is nothing yet, and taken back', async () => {
  const { file } = await given()
  const folder = await mkdtemp(join(tmpdir(), 'metis-import-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const dry = await command(folder, file, '--dry-run')
  expect(dry).toEqual({ code: 0, said: expect.stringMatching(/from metis: 2 new chats.*\nnothing was created\n$/s) })
  const done = await command(folder, file)
  expect(done).toEqual({ code: 0, said: expect.stringContaining('2 chats were imported') })
  const again = await command(folder, file)
  expect(again.said).toContain('0 new chats, 0 under new ids, 2 here already')
  const id = /--undo (\w+)/.exec(done.said)?.[1] ?? ''
  expect(await command(folder, '--undo', id)).toEqual({ code: 0, said: 'all of it was taken back\n' })
}, 120_000)

test('an export is imported beside a server that has the database, with the same chats as where it comes from', async () => {
  const { file, bytes } = await given()
  const here = await startImports()
  onTestFinished(() => here[Symbol.asyncDispose]())
  expect(await command(here.path, file, '--settings')).toMatchObject({ code: 0 })
  expect(await exportedBytes(here)).toEqual(bytes)
}, 120_000)

test('what cannot be imported is said, and nothing is left of it', async () => {
  const here = await startImports()
  onTestFinished(() => here[Symbol.asyncDispose]())
  const file = join(here.path, 'notes.txt')
  await writeFile(file, 'hello')
  expect(await command(here.path, file)).toEqual({
    code: 1,
    said: expect.stringContaining('nothing was imported: the file is no export of Metis'),
  })
  for (const args of [
    [],
    [join(here.path, 'none.zip')],
    [file, '--person', 'nobody'],
    [file, '--conflicts', 'merge'],
  ]) {
    expect((await command(here.path, ...args)).code).toBe(1)
  }
  expect(await here.imports.list({ id: 'local', role: 'owner', teams: [] })).toEqual([])
}, 120_000)
