import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { program as backingUp } from '#app/backup.ts?program'
import { program as restoring } from '#app/restore.ts?program'
import { addChat, dataFolder, rowsIn } from '#test/support/backup-data.ts'
import { runProgram } from '#test/support/run-program.ts'

const COMMANDS = { backup: backingUp, restore: restoring }

function commandsOn(data: string, env: Record<string, string> = {}) {
  const of = { METIS_DATA_DIR: data, METIS_BACKUP_DIR: '', LIBSQL_URL: '', ...env }
  return async (name: keyof typeof COMMANDS, ...args: string[]) => {
    const { code, stdout, stderr } = await runProgram([COMMANDS[name], ...args], of)
    return { code, said: stdout + stderr }
  }
}

test('a backup is written, checked and restored where no server runs, and one can go back', async () => {
  const data = await dataFolder('Old', ['a picture'])
  const command = commandsOn(data)
  const written = await command('backup')
  expect(written.said).toMatch(
    /holds 1 chats with 0 messages, 1 uploads, models.yaml, schema \d{4}_\w+, .* read again\./,
  )
  expect(written.said).toContain(`Not in it: ${join(data, 'secret')}. Keep a copy of that elsewhere`)
  const [name = ''] = (await readdir(join(data, 'backups'))).filter((each) => each.startsWith('metis-'))
  const backup = join(data, 'backups', name)
  expect(await command('backup', '--check', backup)).toEqual({
    code: 0,
    said: expect.stringContaining('is what was written on 20'),
  })

  const now = await dataFolder('New')
  const restored = await commandsOn(now)('restore', backup)
  expect(restored).toEqual({ code: 0, said: expect.stringContaining('Restored. What was there before is') })
  expect((await rowsIn(join(now, 'metis.db'))).sessions).toMatchObject([{ title: 'Old' }])
  const back = /npm run restore -- (.+)/.exec(restored.said)?.[1] ?? ''
  expect((await commandsOn(now)('restore', back)).code).toBe(0)
  expect((await rowsIn(join(now, 'metis.db'))).sessions).toMatchObject([{ title: 'New' }])
}, 60_000)

test('what was changed, and what is no backup, is refused in words', async () => {
  const data = await dataFolder('Old')
  const command = commandsOn(data)
  await command('backup', '--out', join(data, 'elsewhere'), '--with-secret')
  const [name = ''] = (await readdir(join(data, 'elsewhere'))).filter((each) => each.startsWith('metis-'))
  const backup = join(data, 'elsewhere', name)
  await writeFile(join(backup, 'secret'), 'another')
  for (const asked of [await command('restore', backup), await command('backup', '--check', backup)]) {
    expect(asked).toEqual({ code: 1, said: `${backup} is not what was written: secret is not what it was\n` })
  }
  await addChat(data, 'One more')
  expect(await command('restore', join(data, 'elsewhere'))).toMatchObject({
    code: 1,
    said: expect.stringContaining('is no backup of Metis: it has no manifest.json'),
  })
  expect(await command('restore')).toMatchObject({
    code: 1,
    said: expect.stringContaining('npm run restore -- backup'),
  })
}, 60_000)
