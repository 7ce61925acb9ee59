import { expect, test } from 'vitest'
import { runCommand } from './command.ts'

test('a command that ends well hands back what it wrote to both outputs', async () => {
  const { ok, output } = await runCommand('node', ['-e', 'console.log("out ✓"); console.error("err")'])
  expect(ok).toBe(true)
  expect(output.split('\n').sort()).toEqual(['err', 'out ✓'])
})

test('a command that fails, or is not there, is an outcome and no exception', async () => {
  expect(await runCommand('node', ['-e', 'process.exit(3)'])).toMatchObject({ ok: false })
  expect(await runCommand('metis-no-such-command', [])).toMatchObject({
    ok: false,
    output: expect.stringContaining('ENOENT'),
  })
})

test('a command sees the tools of the project and the variables it is given', async () => {
  const { output } = await runCommand('node', ['-p', 'process.env.PATH + process.env.GIVEN'], {
    env: { GIVEN: ' given' },
  })
  expect(output).toMatch(/^[^:]+node_modules\/.bin:.* given$/)
})

test('what a command leaves running ends with it, also when its time is up', async () => {
  // The output stays open for as long as anything holds it: neither call would return before the minute is over.
  const sleeper = "require('node:child_process').spawn('sleep', ['60'], { stdio: 'inherit' })"
  const left = await runCommand('node', ['-e', `${sleeper}.unref(); console.log('done')`])
  const cut = await runCommand('node', ['-e', sleeper], { timeoutSeconds: 0.5 })
  expect(left).toMatchObject({ ok: true, output: 'done' })
  expect(cut).toMatchObject({ ok: false, output: 'stopped after 0.5 s' })
})
