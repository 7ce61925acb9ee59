import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { expect } from '@playwright/test'
import { chatPage, SERVER_KILLED, test } from './chat-page.ts'
import { BLANK, freePort, untilUp } from './server.ts'

const ROOT = resolve(import.meta.dirname, '..')
const run = promisify(execFile)

/** As `npm start` does it: with who starts it again. */
async function startWhole(folder: string) {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const env = { ...process.env, ...BLANK, PORT: String(port), METIS_DATA_DIR: folder, METIS_LOG_LEVEL: 'error' }
  const started = spawn(process.execPath, ['app/start.ts'], { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [started.stdout, started.stderr]) stream.on('data', (chunk) => (output += String(chunk)))
  await untilUp(url, started, () => output)
  return {
    url,
    untilUp: () => untilUp(url, started, () => output),
    async command(name: 'backup' | 'restore', ...args: string[]): Promise<string> {
      const { stdout } = await run(process.execPath, [`app/${name}.ts`, ...args], { cwd: ROOT, env })
      return stdout
    },
    async stop() {
      if (started.exitCode !== null) return
      started.kill('SIGTERM')
      await once(started, 'exit')
    },
  }
}

test.describe('a backup', () => {
  // The browser says that requests failed while no server was there.
  test.use({ noise: SERVER_KILLED })

  test('is written and restored while the server runs, and what was there can be gone back to', async ({ page }) => {
    test.setTimeout(120_000)
    const folder = await mkdtemp(join(tmpdir(), 'metis-backup-'))
    const server = await startWhole(folder)
    try {
      const chat = chatPage(page)
      await chat.open(server.url)
      await chat.send('Say something short')
      await chat.ended()
      await page.goto(`${server.url}/settings/data`)
      await expect(page.getByText('There is none yet.')).toBeVisible()
      await page.getByRole('button', { name: 'Back up now' }).click()
      await expect(page.getByText(/with 0 uploads$/)).toBeVisible({ timeout: 30_000 })
      await page.goBack()
      await expect(chat.picker).toBeVisible()
      const [backup] = (await readdir(join(folder, 'backups'))).filter((name) => name.startsWith('metis-'))

      await chat.send('This is said after the backup')
      await chat.ended()
      const said = await server.command('restore', join(folder, 'backups', backup ?? ''))
      expect(said).toContain('A server runs: it stops, and starts again with what is restored.')
      const back = /npm run restore -- (.+)/.exec(said)?.[1] ?? ''
      await server.untilUp()
      await page.reload()
      await expect(page.getByText('Say something short').first()).toBeVisible()
      await expect(page.getByText('This is said after the backup')).toHaveCount(0)

      await server.command('restore', back)
      await server.untilUp()
      await page.reload()
      await expect(page.getByText('This is said after the backup').first()).toBeVisible()
    } finally {
      await page.goto('about:blank')
      await server.stop()
      await rm(folder, { recursive: true, force: true })
    }
  })
})
