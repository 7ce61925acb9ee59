import { access, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createWorkspaces } from '#lib/tools/workspace.ts'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'metis-test-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

test('a session has a folder from when it is first asked for until it is removed', async () => {
  const workspaces = createWorkspaces({ folder: join(folder, 'workspaces') })
  expect(await readdir(folder)).toEqual([])
  const path = await workspaces.open('01HZ00000000000000000SESS0')
  await writeFile(join(path, 'note.txt'), 'kept')
  expect(await workspaces.open('01HZ00000000000000000SESS0')).toBe(path)
  expect(await readdir(path)).toEqual(['note.txt'])
  expect(path).toBe(join(folder, 'workspaces', '01HZ00000000000000000SESS0'))
  await workspaces.remove('01HZ00000000000000000SESS0')
  await workspaces.remove('01HZ00000000000000000SESS0')
  await expect(access(path)).rejects.toThrow('ENOENT')
})

test.each(['..', '', 'a/b', '../elsewhere'])('no folder is made or removed for a session called %j', async (id) => {
  const workspaces = createWorkspaces({ folder })
  const refused = `${JSON.stringify(id)} cannot be the name of a folder`
  await expect(workspaces.open(id)).rejects.toThrow(refused)
  await expect(workspaces.remove(id)).rejects.toThrow(refused)
})
