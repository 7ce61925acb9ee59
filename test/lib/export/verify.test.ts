import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { messageHash } from '#lib/canonical/hash.ts'
import { zipOf } from '#lib/export/archive.ts'
import { FORMAT_VERSION } from '#lib/export/format.ts'
import { openArchive } from '#lib/export/read-archive.ts'
import { verifyArchive } from '#lib/export/verify.ts'
import { bytesOf, CANONICAL, openExported, sha256, startExports, textIn } from '#test/support/exportable.ts'
import { ANSWERED, chain, messageOf, session } from '#test/support/session-builder.ts'

const owner = session({ title: 'Sums' })
const question = messageOf(owner, { content: [{ type: 'text', text: 'How many?' }] })
const answer = messageOf(owner, { role: 'assistant', content: [{ type: 'text', text: '42' }], metadata: ANSWERED })
const thanks = messageOf(owner, { content: [{ type: 'text', text: 'Thanks' }] })
const CHAT = `chats/${owner.id}.ndjson`
const OF_CHAT = { path: CHAT, title: 'Sums' }

let here: Awaited<ReturnType<typeof startExports>>
let texts: Map<string, string>

beforeAll(async () => {
  here = await startExports()
  await here.store.createSession(owner, [])
  await here.store.commit({
    session_id: owner.id,
    messages: chain([question, answer, thanks]),
    patch: { head_id: thanks.id },
  })
  await using archive = await openExported(here.path, await here.exports.everything('local', CANONICAL))
  texts = new Map()
  for (const path of archive.paths) texts.set(path, await textIn(archive, path))
})
afterAll(() => here[Symbol.asyncDispose]())

/** Written anew by somebody who knows what a zip is. */
async function written(files: ReadonlyMap<string, string>): Promise<string> {
  async function* entries() {
    for (const [path, text] of files) yield { path, compress: true, body: one(Buffer.from(text)) }
  }
  async function* one(bytes: Uint8Array) {
    yield bytes
  }
  const path = join(here.path, 'changed.zip')
  await writeFile(path, await bytesOf({ body: zipOf(entries(), new Date(0)) }))
  return path
}

async function faultsOf(path: string, change: (text: string) => string) {
  const changed = new Map(texts)
  changed.set(path, change(texts.get(path) ?? ''))
  await using archive = await openArchive(await written(changed))
  return (await verifyArchive(archive)).faults
}

const withoutLine = (words: string) => (text: string) =>
  text
    .split('\n')
    .filter((line) => !line.includes(words))
    .join('\n')

describe('verifying an export', () => {
  test('names the message of which one character is another', async () => {
    const faults = await faultsOf(CHAT, (text) => text.replace('"text":"42"', '"text":"43"'))
    expect(faults).toEqual([
      { ...OF_CHAT, problem: 'message_changed', message_id: answer.id, number: 2, at: answer.created_at },
    ])
  })

  test('finds the chat where the hash of a message was changed along with it', async () => {
    const other = { ...answer, content: [{ type: 'text' as const, text: '43' }] }
    const faults = await faultsOf(CHAT, (text) =>
      text.replace('"text":"42"', '"text":"43"').replace(messageHash(answer), messageHash(other)),
    )
    expect(faults).toEqual([{ ...OF_CHAT, problem: 'conversation_changed' }])
  })

  test('says how many messages are missing, and what followed them', async () => {
    expect(await faultsOf(CHAT, withoutLine('"text":"42"'))).toEqual([
      { ...OF_CHAT, problem: 'message_misplaced', message_id: thanks.id, number: 2, at: thanks.created_at },
      { ...OF_CHAT, problem: 'messages_missing', expected: 3, found: 2 },
    ])
    expect(await faultsOf(CHAT, withoutLine('"Thanks"'))).toEqual([
      { ...OF_CHAT, problem: 'messages_missing', expected: 3, found: 2 },
    ])
  })

  test('finds a message that was moved to another place', async () => {
    const faults = await faultsOf(CHAT, (text) =>
      text.replace(`"parent_id":"${answer.id}"`, `"parent_id":"${question.id}"`),
    )
    expect(faults).toEqual([{ ...OF_CHAT, problem: 'conversation_changed' }])
  })

  test('finds a change beside the messages', async () => {
    const faults = await faultsOf(CHAT, (text) => text.replace('"pinned":false', '"pinned":true'))
    expect(faults).toEqual([{ ...OF_CHAT, problem: 'changed' }])
    const other = await faultsOf('person.json', (text) => text.replace('off', 'chat'))
    expect(other).toEqual([{ path: 'person.json', title: null, problem: 'changed' }])
  })

  test('names a line that is none', async () => {
    const faults = await faultsOf(CHAT, (text) => text.replace('{"type":"message"', '{"type":"message'))
    expect(faults).toContainEqual({ ...OF_CHAT, problem: 'line_unreadable', line: 2, reason: 'it is not JSON' })
  })

  test('names files that are missing, and files that were put in', async () => {
    const changed = new Map(texts)
    changed.delete('person.json')
    changed.set('chats/other.ndjson', '')
    await using archive = await openArchive(await written(changed))
    expect((await verifyArchive(archive)).faults).toEqual([
      { path: 'person.json', title: null, problem: 'missing' },
      { path: 'chats/other.ndjson', title: null, problem: 'unlisted' },
    ])
  })

  test('has a fingerprint that is that of its manifest', async () => {
    await using archive = await openArchive(await written(texts))
    const { fingerprint, faults } = await verifyArchive(archive)
    expect(faults).toEqual([])
    expect(fingerprint).toBe(sha256(texts.get('manifest.json') ?? ''))
  })
})

describe('a file that is no export', () => {
  const manifest = (change: object) => () =>
    JSON.stringify({ ...JSON.parse(texts.get('manifest.json') ?? ''), ...change })

  test('says so where it is no zip, or half of one', async () => {
    const path = join(here.path, 'half.zip')
    const whole = await bytesOf(await here.exports.everything('local', CANONICAL))
    for (const bytes of [Buffer.from('hello'), whole.subarray(0, -40)]) {
      await writeFile(path, bytes)
      await expect(openArchive(path)).rejects.toThrow('is no zip file, or its end is missing')
    }
  })

  test('says so where it has no manifest, or another one', async () => {
    await expect(openArchive(await written(new Map([['a.txt', 'a']])))).rejects.toThrow('has no manifest.json')
    await expect(faultsOf('manifest.json', () => '{')).rejects.toThrow('is not JSON')
    await expect(faultsOf('manifest.json', manifest({ format: 'other' }))).rejects.toThrow('says "other"')
    await expect(faultsOf('manifest.json', manifest({ files: 1 }))).rejects.toThrow('damaged at files')
  })

  test('says which version can read it where that is a newer one', async () => {
    const newer = faultsOf('manifest.json', manifest({ version: FORMAT_VERSION + 1 }))
    await expect(newer).rejects.toThrow(`reads up to ${FORMAT_VERSION}`)
  })
})
