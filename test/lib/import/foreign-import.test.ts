import { describe, expect, onTestFinished, test } from 'vitest'
import type { Message } from '#lib/canonical/message.ts'
import { LOCAL_OWNER } from '#lib/principal.ts'
import { zipBytes } from '#test/support/archive-builder.ts'
import { imported, previewed, startImports } from '#test/support/importable.ts'
import { PNG } from '#test/support/rich-chat.ts'

async function started() {
  const here = await startImports()
  onTestFinished(() => here[Symbol.asyncDispose]())
  return here
}

interface Said {
  id: string
  parent: string | null
  role: string
  content: object
  [field: string]: unknown
}

/** A conversation as ChatGPT exports it. */
function conversation(id: string, said: readonly Said[], fields: object = {}) {
  const nodes = said.map(({ id: node, parent, role, content, ...rest }, n) => {
    const message = {
      id: node,
      author: { role },
      content,
      create_time: 1_700_000_000 + n,
      status: 'finished_successfully',
      ...rest,
    }
    return [node, { id: node, parent, children: [], message }]
  })
  const current_node = said.at(-1)?.id
  return {
    conversation_id: id,
    title: `Chat ${id}`,
    create_time: 1_700_000_000,
    mapping: Object.fromEntries(nodes),
    current_node,
    ...fields,
  }
}

const text = (...parts: unknown[]) => ({ content_type: 'text', parts })

const PICTURE = {
  content_type: 'image_asset_pointer',
  asset_pointer: 'sediment://file_abc',
  size_bytes: PNG.byteLength,
  width: 1,
  height: 1,
}
const GONE = { ...PICTURE, asset_pointer: 'sediment://file_gone' }

const RICH = conversation('c-1', [
  { id: 'q', parent: null, role: 'user', content: { content_type: 'multimodal_text', parts: ['Look', PICTURE, GONE] } },
  { id: 'a1', parent: 'q', role: 'assistant', content: text('First'), metadata: { model_slug: 'gpt-4o' } },
  { id: 'a2', parent: 'q', role: 'assistant', content: text('Second'), metadata: { model_slug: 'gpt-4o' } },
  { id: 'q2', parent: 'a2', role: 'user', content: text('More <script>alert(1)</script>') },
  {
    id: 'call',
    parent: 'q2',
    role: 'assistant',
    recipient: 'python',
    content: { content_type: 'code', language: 'python', text: '1+1' },
  },
  {
    id: 'result',
    parent: 'call',
    role: 'tool',
    author: { role: 'tool', name: 'python' },
    content: { content_type: 'execution_output', text: '2' },
  },
  { id: 'a3', parent: 'result', role: 'assistant', content: text('Two') },
])
const PLAIN = conversation('c-2', [
  { id: 'x', parent: null, role: 'user', content: text('Hello') },
  { id: 'y', parent: 'x', role: 'assistant', content: text('Hi') },
])

const zipOf = (conversations: readonly unknown[], more: Parameters<typeof zipBytes>[0] = []) =>
  zipBytes([
    { name: 'conversations-000.json', bytes: JSON.stringify(conversations) },
    { name: 'file_abc.dat', bytes: PNG },
    ...more,
  ])

async function onlyChat({ source, store }: Awaited<ReturnType<typeof started>>) {
  const [one, ...others] = await source.chats('local')
  if (!one || others.length > 0) throw new Error(`${others.length} more`)
  const [records] = await source.records('local', [one.id])
  return { session: await store.session(one.id), path: await store.path(one.id), records }
}

const said = ({ role, content }: Message) =>
  `${role}: ${content.map((block) => (block.type === 'text' ? block.text : block.type)).join(' ')}`

describe('an archive of another product', () => {
  test('is imported with its branches, tools, pictures and times, under ids of ours', async () => {
    const here = await started()
    const { state, source, found, chats } = await imported(here.imports, await zipOf([RICH]))
    expect({ state, source }).toEqual({ state: 'applied', source: 'chatgpt' })
    expect(found).toMatchObject({ counts: { messages: 7, branches: 1, tool_calls: 1, files: 1 } })
    expect(found).toMatchObject({ losses: [{ kind: 'missing_file', count: 1 }] })
    const { session, path, records } = await onlyChat(here)
    expect(chats).toMatchObject([{ external_id: 'c-1', title: 'Chat c-1', state: 'applied', target_id: session?.id }])
    expect(session).toMatchObject({
      title: 'Chat c-1',
      active_model: null,
      state: 'idle',
      created_at: '2023-11-14T22:13:20.000000Z',
      origin: { kind: 'import', source: 'chatgpt', external_id: 'c-1' },
    })
    expect(path.map(said)).toEqual([
      'user: Look image unsupported',
      'assistant: Second',
      'user: More <script>alert(1)</script>',
      'assistant: tool_use',
      'tool: tool_result',
      'assistant: Two',
    ])
    expect(path[1]?.metadata).toEqual({ imported_from: 'chatgpt', imported_model: 'gpt-4o' })
    expect(records?.tool_calls).toMatchObject([
      { name: 'python', status: 'succeeded', message_id: path[3]?.id, result_message_id: path[4]?.id },
    ])
    const [image] = path[0]?.content.filter(({ type }) => type === 'image') ?? []
    expect(image).toMatchObject({ media_type: 'image/png' })
    const data = image?.type === 'image' && image.source.kind === 'file_ref' ? image.source.data : ''
    expect(Buffer.from((await here.attachments.get(data, 'local'))?.bytes ?? [])).toEqual(PNG)
  })

  test('is the same again when it is imported again, and a conflict where a chat has grown', async () => {
    const here = await started()
    await imported(here.imports, await zipOf([RICH, PLAIN]))
    const again = await imported(here.imports, await zipOf([RICH, { ...PLAIN, title: 'Renamed' }]))
    expect(again.tally).toEqual([{ kind: 'chat', verdict: 'here', state: 'listed', items: 2 }])
    const grown = conversation('c-2', [
      { id: 'x', parent: null, role: 'user', content: text('Hello') },
      { id: 'y', parent: 'x', role: 'assistant', content: text('Hi') },
      { id: 'z', parent: 'y', role: 'user', content: text('And now?') },
    ])
    const later = await zipOf([RICH, grown])
    expect((await imported(here.imports, later)).conflicts).toMatchObject([{ external_id: 'c-2', state: 'listed' }])
    expect(await here.source.chats('local')).toHaveLength(2)
    const copied = await imported(here.imports, later, { conflicts: 'copy' })
    expect(copied.conflicts).toMatchObject([{ external_id: 'c-2', state: 'applied' }])
    expect(await here.source.chats('local')).toHaveLength(3)
    await here.imports.remove(LOCAL_OWNER, copied.id, { evenChanged: false })
    await here.imports.settled(copied.id)
    expect(await here.source.chats('local')).toHaveLength(2)
  })

  test('is read over all its shards, each chat once, and says which shard is missing', async () => {
    const here = await started()
    const manifest = {
      version: 1,
      logical_files: { 'conversations.json': { files: ['conversations-000.json', 'conversations-002.json'] } },
    }
    const shards = [
      { name: 'conversations-001.json', bytes: JSON.stringify([PLAIN, RICH]) },
      { name: 'export_manifest.json', bytes: JSON.stringify(manifest) },
      { name: 'user.json', bytes: '{"id":"u","email":"a@example.org"}' },
    ]
    const { tally, bad, found } = await imported(here.imports, await zipOf([RICH], shards))
    expect(tally).toEqual(
      expect.arrayContaining([
        { kind: 'chat', verdict: 'bad', state: 'listed', items: 1 },
        { kind: 'chat', verdict: 'new', state: 'applied', items: 2 },
      ]),
    )
    expect(bad).toMatchObject([{ reason: 'it is in the file twice; the first is taken' }])
    expect(found).toMatchObject({
      losses: [{ kind: 'missing_file', count: 2, detail: expect.stringContaining('conversations-002.json') }],
    })
  })

  test('has answers that failed there as such, in the words of that product', async () => {
    const here = await started()
    const message = (id: string, parentId: string | null, fields: object) => ({
      id,
      parentId,
      childrenIds: [],
      ...fields,
    })
    const messages = {
      q: message('q', null, { role: 'user', content: 'Hello' }),
      a: message('a', 'q', {
        role: 'assistant',
        content: '',
        model: 'llama3',
        error: { content: 'The model is gone' },
      }),
    }
    const chat = { id: 'w-1', title: 'Broken', chat: { title: 'Broken', history: { currentId: 'a', messages } } }
    expect((await imported(here.imports, Buffer.from(JSON.stringify([chat])))).source).toBe('openwebui')
    const { path } = await onlyChat(here)
    expect(path.at(-1)?.metadata).toMatchObject({
      imported_from: 'openwebui',
      status: 'error',
      error: { error_class: 'other', message: 'The model is gone' },
    })
  })

  test('with one bad chat is imported without it, and says why', async () => {
    const here = await started()
    const { state, bad } = await imported(here.imports, await zipOf([{ title: 'Broken', mapping: 7 }, PLAIN, null]))
    expect(state).toBe('applied')
    expect(bad.map(({ title, reason }) => [title, typeof reason])).toEqual([
      ['Broken', 'string'],
      [null, 'string'],
    ])
    expect((await onlyChat(here)).session?.title).toBe('Chat c-2')
  })

  test('with a picture that is none has in its place what it was said to be', async () => {
    const here = await started()
    const bytes = await zipBytes([
      { name: 'conversations.json', bytes: JSON.stringify([RICH]) },
      { name: 'file_abc.dat', bytes: 'MZ\x00\x01 not a picture' },
    ])
    const { found } = await imported(here.imports, bytes)
    expect(found).toMatchObject({ losses: expect.arrayContaining([{ kind: 'refused_file', count: 1 }]) })
    expect((await onlyChat(here)).path.map(said)[0]).toBe('user: Look unsupported unsupported')
  })
})

describe('a JSON file by itself', () => {
  const json = (value: unknown) => Buffer.from(JSON.stringify(value))

  test('is known by what is in it', async () => {
    const here = await started()
    expect(await imported(here.imports, json([PLAIN]))).toMatchObject({ source: 'chatgpt', state: 'applied' })
    const messages = [
      { role: 'user', content: 'Hello' },
      { role: 'assistant', content: 'Hi' },
    ]
    expect(await imported(here.imports, json({ messages }))).toMatchObject({
      state: 'applied',
      tally: [{ verdict: 'new', state: 'applied' }],
    })
  })

  test('that breaks off has its first chats, and says where it does', async () => {
    const here = await started()
    const whole = json([PLAIN, RICH])
    const { state, bad } = await imported(here.imports, whole.subarray(0, whole.byteLength - 50))
    expect(state).toBe('applied')
    expect(bad).toMatchObject([{ reason: expect.stringContaining('the JSON breaks off or is damaged after 1 chats') }])
    expect((await onlyChat(here)).session?.title).toBe('Chat c-2')
  })

  test.each<[string, unknown, string]>([
    [
      'is something else',
      { hello: 'world' },
      'the file is no export of Metis, and none of another product that can be read',
    ],
    [
      'lists the files of an export',
      [{ category: 'conversations', export_url: 'https://x', filename: 'a.zip' }],
      'the file is only the list of the files of an export: take the one that holds the conversations',
    ],
  ])('that %s is refused with what it is', async (_what, value, message) => {
    const here = await started()
    expect(await previewed(here.imports, json(value))).toMatchObject({
      state: 'failed',
      failure: { code: 'unknown_format', message },
    })
  })
})
