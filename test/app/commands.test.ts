import { expect, test } from 'vitest'
import { runProgram } from '#test/support/run-program.ts'

const COMMANDS = ['backup', 'export', 'import', 'owner', 'restore', 'verify'] as const

test('commands run from their sources, and say how they are used', async () => {
  const files = COMMANDS.map((name) => `./app/${name}.ts`)
  const all = `for (const file of ${JSON.stringify(files)}) await import(file)`
  const { code, stdout, stderr } = await runProgram(['--input-type=module', '--eval', all, 'all', '--help'])
  expect(code).toBe(0)
  for (const name of COMMANDS) expect(stdout + stderr).toContain(`npm run ${name} -- `)
})
