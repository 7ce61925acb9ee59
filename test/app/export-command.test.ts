import { execFile } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { startExports } from '#test/support/exportable.ts'
import { writeRichChat } from '#test/support/rich-chat.ts'
import { session } from '#test/support/session-builder.ts'

const run = promisify(execFile)

/** A server that runs: its database is open, and others may only read. */
async function started() {
  const started = await startExports()
  onTestFinished(() => started[Symbol.asyncDispose]())
  const env = { ...process.env, METIS_DATA_DIR: started.path, LIBSQL_URL: '', METIS_LOG_LEVEL: 'error' }
  const command = async (name: 'export' | 'verify', ...args: string[]) => {
    const ran = run('node', [join('app', `${name}.ts`), ...args], { env })
    return await ran.then(
      ({ stdout, stderr }) => ({ code: 0, said: stdout + stderr }),
      ({ code, stdout, stderr }) => ({ code, said: stdout + stderr }),
    )
  }
  const out = join(started.path, 'out')
  return { ...started, command, out }
}

test('all that somebody owns is written beside a server that runs, and verified without one', async () => {
  const { command, out, ...here } = await started()
  const { owner } = await writeRichChat(here)
  expect(await command('export', '--out', `${out}.zip`)).toEqual({
    code: 0,
    said: expect.stringContaining('1 chats are in'),
  })
  const verified = await command('verify', `${out}.zip`)
  expect(verified).toEqual({
    code: 0,
    said: expect.stringMatching(/^Unchanged since .*\n1 chat with 7 messages, exported by/),
  })
  const one = await command(
    'export',
    '--out',
    `${out}.html`,
    '--session',
    owner.id,
    '--format',
    'html',
    '--language',
    'de',
  )
  expect(one.said).toContain('the chat is in')
})

test('whose chats is asked where several people have some, and nothing is written for nobody', async () => {
  const { command, out, store, path } = await started()
  for (const owner_id of ['local', 'bert']) await store.createSession(session({ owner_id }), [])
  const refused = [
    [[], 'Say whose chats with --person'],
    [['--person', 'carla'], 'Nobody with chats is called carla'],
    [['--person', 'bert', '--session', 'none'], 'bert has no chat none'],
    [['--format', 'docx'], '--format takes ndjson, markdown, html, not docx'],
  ] as const
  for (const [args, words] of refused) {
    const { code, said } = await command('export', '--out', out, ...args)
    expect([code, said]).toEqual([1, expect.stringContaining(words)])
  }
  expect((await readdir(path)).filter((name) => name.startsWith('out'))).toEqual([])
  expect((await command('export', '--out', out, '--person', 'bert')).code).toBe(0)
  const again = await command('export', '--out', out, '--person', 'bert')
  expect(again).toEqual({ code: 1, said: expect.stringContaining('is there already') })
}, 30_000)

test('a file that is no export is told as such', async () => {
  const { command, path } = await started()
  const { code, said } = await command('verify', join(path, 'metis.db'))
  expect([code, said]).toEqual([2, expect.stringContaining('is no zip file')])
})
