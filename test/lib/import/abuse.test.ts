import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { messageHash } from '#lib/canonical/hash.ts'
import { SessionHash } from '#lib/canonical/session-hash.ts'
import { LOCAL_OWNER } from '#lib/principal.ts'
import { rezipped, zipBytes } from '#test/support/archive-builder.ts'
import { exportedBytes, imported, pieces, previewed, startImports, writeChats } from '#test/support/importable.ts'

async function started() {
  const here = await startImports()
  onTestFinished(() => here[Symbol.asyncDispose]())
  return here
}

/** An export of some chats, and an installation without any. */
async function given() {
  const [from, to] = [await started(), await started()]
  const chats = await writeChats(from)
  return { to, bytes: await exportedBytes(from), ids: chats.map(({ id }) => id) }
}

async function failureOf({ imports, path }: Awaited<ReturnType<typeof started>>, bytes: Uint8Array) {
  const { state, failure } = await previewed(imports, bytes)
  expect(state).toBe('failed')
  // Nothing is kept of what nobody can import.
  expect(await readdir(join(path, 'imports'))).toEqual([])
  return failure?.message
}

const ZEROS = Buffer.alloc(30_000_000)

describe('a file that cannot be what it should be', () => {
  test.each<[string, () => Promise<Uint8Array>, string | RegExp]>([
    ['is empty', async () => new Uint8Array(), 'the file is empty'],
    [
      'is neither a zip nor JSON',
      async () => Buffer.from('%PDF-1.7'),
      /is no export of Metis, and none of another product/,
    ],
    ['is a zip without a manifest', () => zipBytes([{ name: 'a.txt', bytes: 'a' }]), /holds no chats that can be read/],
    ['is a zip with nothing in it', () => zipBytes([]), /holds no chats that can be read/],
    [
      'was written in a later version of the format',
      () => zipBytes([{ name: 'manifest.json', bytes: '{"format":"metis-export","version":7}' }]),
      'the file was written in version 7 of the format, and this Metis reads up to 1: take a newer one',
    ],
    [
      'has a manifest that is damaged',
      () => zipBytes([{ name: 'manifest.json', bytes: '{"format":"metis-export","version":1}' }]),
      /has a manifest that is damaged at product_version/,
    ],
    [
      'holds a link',
      () => zipBytes([{ name: 'chats/a', bytes: '/etc/passwd', mode: 0o120777 }]),
      'the file holds "chats/a", which is a link',
    ],
    [
      'holds an encrypted file',
      async () => encrypted(await zipBytes([{ name: 'a', bytes: 'a' }])),
      'the file holds "a", which is encrypted',
    ],
    [
      'holds a name that leads up',
      async () => renamed('aaaaaaaa', '../../xx'),
      /invalid relative path: \.\.\/\.\.\/xx/,
    ],
    ['holds an absolute name', async () => renamed('aaaaaaaa', '/etc/xxx'), /absolute path: \/etc\/xxx/],
    ['holds a name with a drive', async () => renamed('aaaaaaaa', 'C:\\win\\x'), /absolute path: C:/],
    [
      'holds two files of one name',
      () =>
        zipBytes([
          { name: 'a', bytes: 'a' },
          { name: 'a', bytes: 'b' },
        ]),
      'the file holds "a", which is there twice',
    ],
  ])('%s, and says so', async (_what, make, message) => {
    expect(await failureOf(await started(), await make())).toMatch(message)
  })

  test('is a bomb, and is not read to its end', async () => {
    const bomb = await zipBytes([{ name: 'manifest.json', bytes: ZEROS }])
    expect(bomb.byteLength).toBeLessThan(50_000)
    expect(await failureOf(await started(), bomb)).toMatch(/"manifest.json" becomes far larger than it is in the zip/)
  })

  test('is cut off', async () => {
    const { to, bytes } = await given()
    expect(await failureOf(to, bytes.subarray(0, bytes.byteLength - 100))).toMatch(
      /is no zip file, or its end is missing/,
    )
  })

  test('is larger than is taken, and is not kept', async () => {
    const here = await started()
    await expect(here.imports.receive(LOCAL_OWNER, pieces(Buffer.alloc(50_000_001)), null)).rejects.toThrow(
      'the file is larger than the 50 MB allowed',
    )
    expect(await readdir(join(here.path, 'imports'))).toEqual([])
  })
})

describe('a chat that is not what it was, in a file with others', () => {
  const chatFile = (id: string) => `chats/${id}.ndjson`

  test.each<[string, (text: string) => string | Buffer | null, string | RegExp]>([
    [
      'says something else',
      (text) => text.replace('"Look"', '"Leap"'),
      /message \w+ was changed since it was exported/,
    ],
    ['is cut off', (text) => text.split('\n').slice(0, 3).join('\n'), 'it is cut off: its last line is missing'],
    [
      'lost a message',
      (text) =>
        text
          .split('\n')
          .filter((_, n) => n !== 3)
          .join('\n'),
      'it should hold 3 messages, and holds 2',
    ],
    ['is no JSON', (text) => text.replace('{', '['), 'line 1 cannot be read: it is not JSON'],
    ['is missing', () => null, /is missing in the file/],
    ['is a bomb', () => ZEROS, /becomes far larger than it is in the zip/],
    [
      'is another one than its name says',
      (text) => text.replaceAll(/"session":\{"id":"\w+"/g, '"session":{"id":"01BX5ZZKBKACTAV9WEVGEMMVRZ"'),
      'it is another chat than the list says',
    ],
    [
      'holds a session of a folder elsewhere',
      (text) => text.replaceAll(/"session":\{"id":"\w+"/g, '"session":{"id":"../../x"'),
      'it is another chat than the list says',
    ],
    [
      'holds a call of another chat',
      (text) =>
        text.replace(/("type":"call","call":\{"id":"\w+","session_id":)"\w+"/, '$1"01BX5ZZKBKACTAV9WEVGEMMVRZ"'),
      /it holds something of another chat, among its calls/,
    ],
    [
      'is nested without end',
      (text) => text.replace('"text":"Look"', `"text":"Look","deep":${'['.repeat(100_000)}${']'.repeat(100_000)}`),
      /nested too deeply|cannot be stored|cannot be read/,
    ],
  ])('is left out where it %s, with the reason, and the others come', async (_what, change, reason) => {
    const { to, bytes, ids } = await given()
    const [one = '', two = ''] = ids
    const changed = await rezipped(bytes, (files) => {
      const text = files.get(chatFile(one))?.toString() ?? ''
      const made = change(text)
      if (made === null) files.delete(chatFile(one))
      else files.set(chatFile(one), Buffer.from(made))
    })
    const { state, bad } = await imported(to.imports, changed)
    expect(state).toBe('applied')
    expect(bad).toMatchObject([{ external_id: one, reason: expect.stringMatching(reason) }])
    expect((await to.source.chats('local')).map(({ id }) => id)).toEqual([two])
  })

  test('does not get at a chat of somebody else by the ids that it says it has', async () => {
    const here = await started()
    const [one] = await writeChats(here)
    const bytes = await exportedBytes(here)
    const id = one?.id ?? ''
    // The chat has another id, and its messages those of somebody else's.
    const own = '01BX5ZZKBKACTAV9WEVGEMMVRZ'
    const forged = await rezipped(bytes, (files) => {
      for (const [name, content] of [...files]) {
        files.delete(name)
        files.set(name.replace(id, own), Buffer.from(content.toString().replaceAll(id, own)))
      }
    })
    const before = await exportedBytes(here)
    const { bad } = await imported(here.imports, forged, {}, { id: 'bert', role: 'member', teams: [] })
    // Its hashes are over the ids, too.
    expect(bad).toMatchObject([{ external_id: own, reason: expect.stringMatching(/was changed since/) }])
    expect(await exportedBytes(here)).toEqual(before)
  })
})

test('a chat that is made to hold the messages of somebody else, with hashes that fit, comes as a copy and changes nothing of theirs', async () => {
  const here = await started()
  const [one] = await writeChats(here)
  const bytes = await exportedBytes(here)
  const own = '01BX5ZZKBKACTAV9WEVGEMMVRZ'
  const forged = await rezipped(bytes, (files) => {
    for (const [name, content] of [...files]) {
      const text = content.toString().replaceAll(one?.id ?? '', own)
      files.delete(name)
      files.set(
        name.replace(one?.id ?? '', own),
        Buffer.from(name.startsWith('chats/') ? withFittingHashes(text) : text),
      )
    }
  })
  const bert = { id: 'bert', role: 'member', teams: [] } as const
  const { chats, bad } = await imported(here.imports, forged, {}, bert)
  expect(bad).toEqual([])
  expect(chats.map(({ state }) => state)).toEqual(['applied', 'applied'])
  expect((await here.source.chats('bert')).map(({ id }) => id)).not.toContain(own)
  expect(await exportedBytes(here)).toEqual(bytes)
})

/** As somebody would write them who knows how. */
function withFittingHashes(text: string): string {
  const hash = new SessionHash()
  const lines = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  for (const line of lines) {
    if (line.type === 'message') {
      line.hash = messageHash(line.message)
      hash.add({ id: line.message.id, parent_id: line.parent_id, hash: line.hash })
    }
    if (line.type === 'end') line.hash = hash.value
  }
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('')
}

describe('an upload in an export', () => {
  test.each<[string, (path: string) => (files: Map<string, Buffer>) => void]>([
    ['is another one than its name says', (path) => (files) => void files.set(path, Buffer.from('<script>'))],
    ['is missing', (path) => (files) => void files.delete(path)],
  ])('that %s is left out, and the chat is there without it', async (_what, change) => {
    const { to, bytes } = await given()
    const path = [...(await namesIn(bytes))].find((name) => name.startsWith('attachments/')) ?? ''
    const { found } = await imported(to.imports, await rezipped(bytes, change(path)))
    expect(found).toMatchObject({ losses: [{ kind: 'refused_file', count: 1 }] })
    expect(await to.source.chats('local')).toHaveLength(2)
    expect(await readdir(join(to.path, 'attachments')).catch(() => [])).toEqual([])
  })
})

async function namesIn(bytes: Buffer): Promise<Set<string>> {
  const names = new Set<string>()
  await rezipped(bytes, (files) => {
    for (const name of files.keys()) names.add(name)
  })
  return names
}

/** The flag of it in the list of files. */
function encrypted(bytes: Buffer): Buffer {
  const list = bytes.indexOf(Buffer.from('PK\x01\x02', 'latin1'))
  bytes.writeUInt16LE(bytes.readUInt16LE(list + 8) | 1, list + 8)
  return bytes
}

/** Names that no writer would write. */
async function renamed(from: string, to: string): Promise<Buffer> {
  const bytes = await zipBytes([{ name: from, bytes: 'x' }])
  return Buffer.from(bytes.toString('latin1').replaceAll(from, to), 'latin1')
}
