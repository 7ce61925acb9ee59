import { chmod, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openSecret, SecretError } from '#lib/provider-setup/secret.ts'
import { temporaryFolder } from '#test/support/database.ts'

async function inFolder() {
  const folder = await temporaryFolder()
  onTestFinished(() => folder[Symbol.asyncDispose]())
  const path = join(folder.path, 'secret')
  return { folder: folder.path, path, open: (text: string | null = null) => openSecret({ text, path }) }
}

const modeOf = async (path: string) => ((await stat(path)).mode & 0o777).toString(8)

test('there is no file until the first key is stored; then one that its owner alone may read, and the same ever after', async () => {
  const { folder, path, open } = await inFolder()
  const secret = open()
  expect(await secret.read()).toBeNull()
  expect(await readdir(folder)).toEqual([])
  const made = await secret.readOrMake()
  expect(made).toHaveLength(32)
  expect(await readdir(folder)).toEqual(['secret'])
  expect(await modeOf(path)).toBe('600')
  expect(await open().readOrMake()).toEqual(made)
  expect((await readFile(path, 'utf8')).trim()).toHaveLength(44)
})

test('two that make it in the same moment have the same one', async () => {
  const { open } = await inFolder()
  const [one, two] = await Promise.all([open().readOrMake(), open().readOrMake()])
  expect(one).toEqual(two)
})

test('the environment wins, in whatever writing, and makes no file', async () => {
  const { folder, open } = await inFolder()
  const [hex, words] = [await open('00'.repeat(32)).readOrMake(), await open('correct horse battery').read()]
  expect([hex.length, words?.length]).toEqual([32, 32])
  expect(hex).not.toEqual(words)
  expect(await readdir(folder)).toEqual([])
})

test('a file that others may read is closed to them; one that a crash left short is said to be damaged', async () => {
  const { path, open } = await inFolder()
  await writeFile(path, 'a secret of some length\n')
  await chmod(path, 0o644)
  await open().read()
  expect(await modeOf(path)).toBe('600')
  await writeFile(path, '')
  await expect(open().read()).rejects.toThrow(SecretError)
  await expect(open().readOrMake()).rejects.toThrow(/is damaged: it holds less than 16 characters/)
})
