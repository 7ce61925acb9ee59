import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, test } from '@playwright/test'
import { textOf } from '#lib/canonical/block.ts'
import { apiClient } from './client.ts'
import { BLANK, freePort, startServer, untilUp } from './server.ts'

const ROOT = resolve(import.meta.dirname, '..')

let folder: string
let npm: ChildProcess
test.beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'metis-start-'))
})
test.afterEach(async () => {
  // After a test that failed; else it is gone already.
  npm.kill('SIGKILL')
  await rm(folder, { recursive: true, force: true })
})

test.describe.configure({ mode: 'serial' })

/** What a person types, with its data in the folder of the test. */
async function npmStart() {
  const { url, ended, output } = await beginNpmStart()
  await untilUp(url, npm, output)
  return { url, ended, output }
}

async function beginNpmStart() {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const started = spawn('npm', ['start'], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...BLANK, PORT: String(port), METIS_DATA_DIR: folder, METIS_LOG_LEVEL: 'error' },
  })
  npm = started
  let output = ''
  for (const stream of [started.stdout, started.stderr]) stream.on('data', (chunk) => (output += String(chunk)))
  // Whoever still writes there is still running: the end of the output is the end of all of them.
  const ended = Promise.all([once(started.stdout, 'close'), once(started.stderr, 'close')])
  return { url, ended, output: () => output }
}

/** The process that stands between npm and the server. */
async function childOf({ pid }: Pick<ChildProcess, 'pid'>): Promise<number> {
  const child = await findChild(pid)
  if (child === null) throw new Error('npm has no child')
  return child
}

/** Null where there is none; never 0, since a signal to that would go to the tests themselves. */
async function findChild(pid: number | undefined): Promise<number | null> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')
  return Number(children.trim().split(' ')[0]) || null
}

for (const { who, signal } of [
  { who: 'npm', signal: 'SIGTERM' },
  { who: 'npm', signal: 'SIGINT' },
  { who: 'npm', signal: 'SIGKILL' },
  { who: 'the command behind npm', signal: 'SIGKILL' },
] as const) {
  test(`${signal} to ${who} ends the server, and the answer in the making is stored`, async () => {
    test.skip(who !== 'npm' && process.platform !== 'linux', 'the process is found in /proc')
    const { url, ended, output } = await npmStart()
    const api = apiClient(url)
    const id = await api.newSession()
    const watch = await api.watch(id)
    await api.say(id, 'very long, please')
    await watch.untilType('text.delta', 5)
    if (who === 'npm') npm.kill(signal)
    else process.kill(await childOf(npm), signal)
    await ended
    await watch.stop().catch(() => {})
    await expect(fetch(`${url}/api/health`), output()).rejects.toThrow()

    const again = await startServer(folder)
    const messages = await apiClient(again.url).messages(id)
    expect(messages.at(-1)?.metadata.status).toBe('cancelled')
    expect(textOf(messages.at(-1)?.content ?? [])).not.toBe('')
    await again.stop()
    // The next start does not compile that again.
    expect(await readdir(join(ROOT, '.next/compiled'))).not.toEqual([])
  })
}

test('a server that was still starting when the command behind npm was killed ends, too', async () => {
  test.skip(process.platform !== 'linux', 'the processes are found in /proc')
  const { url, ended, output } = await beginNpmStart()
  let command: number | null = null
  await expect(async () => {
    command = await childOf(npm)
    expect(await findChild(command), 'the server is there').not.toBeNull()
  }).toPass({ intervals: [10] })
  process.kill(Number(command), 'SIGKILL')
  await ended
  await expect(fetch(`${url}/api/health`), output()).rejects.toThrow()
})
