import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'

const MODULE = resolve(import.meta.dirname, '../../../app/_http/broken-output.ts')

/** Writes lines to a log that nobody reads, and tells by a channel what came of it. */
const SCRIPT = `
  import { ignoreBrokenOutput } from ${JSON.stringify(MODULE)}
  ignoreBrokenOutput()
  let unhandled = 0
  process.on('uncaughtException', () => { unhandled += 1 })
  process.on('message', () => {
    for (const stream of [process.stdout, process.stderr]) stream.write('a line\\n')
    // Errors of a stream come a little later than the write that failed.
    setTimeout(() => process.send({ unhandled }, () => process.exit()), 50)
  })
  process.send('ready')
`

test('a process whose log nobody reads any more goes on, and says nothing about it', async () => {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', SCRIPT], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  const ended = once(child, 'exit')
  await once(child, 'message')
  child.stdout?.destroy()
  child.stderr?.destroy()
  child.send('write')
  expect(await once(child, 'message').then(([message]) => message)).toEqual({ unhandled: 0 })
  await ended
})
