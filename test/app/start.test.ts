import { execFile } from 'node:child_process'
import { expect, test } from 'vitest'

/** Runs the start command to its end, which a refused environment brings before anything is built or served. */
function start(env: Record<string, string>): Promise<{ code: unknown; stdout: string; stderr: string }> {
  return new Promise((done) => {
    execFile(process.execPath, ['app/start.ts'], { env: { ...process.env, ...env } }, (error, stdout, stderr) => {
      done({ code: error?.code ?? 0, stdout, stderr })
    })
  })
}

test('a host that others can reach is refused before anything starts, with the reason', async () => {
  expect(await start({ HOST: '0.0.0.0' })).toEqual({
    code: 1,
    stdout: '',
    stderr:
      'Metis cannot start with this environment:\n' +
      'HOST is refused: Metis has no sign-in yet, so it listens on this machine only. ' +
      'Use 127.0.0.1, localhost or ::1, or leave it out.\n',
  })
})

test('every faulty variable is named at once', async () => {
  const { code, stderr } = await start({ PORT: 'http', METIS_LOG_LEVEL: 'loud' })
  expect(code).toBe(1)
  expect(stderr).toContain('\nPORT must be ')
  expect(stderr).toContain('\nMETIS_LOG_LEVEL must be ')
})
