import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { program as exporting } from '#app/export.ts?program'
import { program as verifying } from '#app/verify.ts?program'
import { ShareContent } from '#lib/canonical/share-content.ts'
import { draftOf } from '#lib/share/draft.ts'
import { sealed } from '#lib/share/seal.ts'
import { shareCopy, shareFingerprint } from '#lib/share/share-copy.ts'
import { startExports } from '#test/support/exportable.ts'
import { writeRichChat } from '#test/support/rich-chat.ts'
import { runProgram } from '#test/support/run-program.ts'
import { session } from '#test/support/session-builder.ts'
import { EVERYTHING, richPath } from '#test/support/share-builder.ts'

const COMMANDS = { export: exporting, verify: verifying }

/** A server that runs: its database is open, and others may only read. */
async function started() {
  const started = await startExports()
  onTestFinished(() => started[Symbol.asyncDispose]())
  const env = { METIS_DATA_DIR: started.path, LIBSQL_URL: '', METIS_LOG_LEVEL: 'error' }
  const command = async (name: keyof typeof COMMANDS, ...args: string[]) => {
    const { code, stdout, stderr } = await runProgram([COMMANDS[name], ...args], env)
    return { code, said: stdout + stderr }
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

test('a copy of a shared page is verified like an export, message by message', async () => {
  const { command, path } = await started()
  const draft = draftOf(
    { title: 'A cat', system_prompt: null, path: richPath() },
    ShareContent.parse({ include: EVERYTHING }),
  )
  const copy = shareCopy(sealed(draft, { pictures: new Map(), shared_at: '2026-11-23T12:00:00.000000Z' }))
  const file = join(path, 'copy.json')
  await writeFile(file, JSON.stringify(copy))
  expect(await command('verify', file)).toEqual({
    code: 0,
    said: `Unchanged since 2026-11-23T12:00:00.000000Z.\nA shared conversation of ${copy.snapshot.messages.length} messages.\nFingerprint: ${shareFingerprint(copy.snapshot)}\n`,
  })
  const [first] = copy.snapshot.messages
  Object.assign(first ?? {}, { content: [{ type: 'text', text: 'Another question' }] })
  await writeFile(file, JSON.stringify(copy))
  expect(await command('verify', file)).toMatchObject({
    code: 1,
    said: expect.stringMatching(/message 1 \(.*\) differs/),
  })
  for (const broken of ['{', '{"format":"metis-share"}']) {
    await writeFile(file, broken)
    expect(await command('verify', file)).toMatchObject({
      code: 2,
      said: expect.stringContaining('is no whole copy of a shared page'),
    })
  }
}, 30_000)
