import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { runProgram } from '#test/support/run-program.ts'

/** Runs the start command to its end, which a refused environment or port brings before anything is built or served. */
const start = (env: Record<string, string>, ...args: string[]) => runProgram(['app/start.ts', ...args], env)

test('a faulty public address is refused before anything starts, with the reason', async () => {
  expect(await start({ METIS_PUBLIC_URL: 'https://example.com/chat' })).toEqual({
    code: 1,
    stdout: '',
    stderr:
      'Metis cannot start with this environment:\n' +
      'METIS_PUBLIC_URL must be without a path: Metis has the whole address.\n',
  })
})

test('every faulty variable is named at once', async () => {
  const { code, stderr } = await start({ PORT: 'http', METIS_LOG_LEVEL: 'loud' })
  expect(code).toBe(1)
  expect(stderr).toContain('\nPORT must be ')
  expect(stderr).toContain('\nMETIS_LOG_LEVEL must be ')
})

test('a port that is in use is said in a sentence, by both servers', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void other.close())
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  const refused = {
    code: 1,
    stdout: '',
    stderr:
      `Metis cannot start: Port ${port} is in use, by another program or another Metis: ` +
      `stop that one, or choose another one, for instance PORT=${port === 65_535 ? 3001 : port + 1}.\n`,
  }
  const env = { HOST: '127.0.0.1', PORT: String(port) }
  expect(await Promise.all([start(env), start(env, '--dev')])).toEqual([refused, refused])
})
