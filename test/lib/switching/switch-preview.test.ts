import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AdapterType } from '#lib/adapters/adapter.ts'
import { createAdapter } from '#lib/adapters/registry.ts'
import { type ContentBlock, isBlockOf } from '#lib/canonical/block.ts'
import { newId } from '#lib/canonical/id.ts'
import type { Message } from '#lib/canonical/message.ts'
import type { Session } from '#lib/canonical/session.ts'
import { formatTimestamp } from '#lib/canonical/timestamp.ts'
import { memoryLogger } from '#lib/log.ts'
import type { InstalledProvider } from '#lib/models/installed-provider.ts'
import { LOCAL_OWNER } from '#lib/principal.ts'
import type { SwitchPreview } from '#lib/switching/switch-preview.ts'
import { call, result, text } from '#test/support/message-builder.ts'
import { picture } from '#test/support/picture-builder.ts'
import { ANSWERED, chain, messageOf, session, toolCallOf } from '#test/support/session-builder.ts'
import { type SessionServer, startSessionServer } from '#test/support/session-server.ts'

const TARGETS: Readonly<Record<AdapterType, string>> = {
  anthropic: 'anthropic:claude-sonnet-4-6',
  openai: 'chat:gpt-4o',
  'openai-responses': 'openai:gpt-5',
  ollama: 'ollama:qwen',
  openrouter: 'openrouter:openai/gpt-4o',
}

const log = memoryLogger()
/** Bodies of requests, as they arrived. */
const arrived: string[] = []
let server: SessionServer

beforeAll(async () => {
  const refuse: typeof fetch = async (_url, init) => {
    const body = String(init?.body)
    // A host is asked about a model before it is asked anything else.
    if ('messages' in JSON.parse(body) || 'input' in JSON.parse(body)) arrived.push(body)
    return Response.json({ error: { type: 'invalid_request_error', message: 'no' } }, { status: 400 })
  }
  const providers = (Object.entries(TARGETS) as [AdapterType, string][]).map(([type, id]): InstalledProvider => {
    const [name = ''] = id.split(':')
    const known_capabilities = () => ({ supports_images: true, accepted_image_media_types: ['image/png'] })
    const config = { type, name, api_key: 'k', base_url: 'http://upstream.invalid', max_retries: 0, log }
    const adapter = createAdapter({ ...config, fetch: refuse, known_capabilities })
    return { name, adapterOf: () => adapter, models: [] }
  })
  const blind = createAdapter({
    type: 'ollama',
    name: 'blind',
    base_url: 'http://upstream.invalid',
    fetch: refuse,
    log,
  })
  server = await startSessionServer({
    log,
    providers: [
      ...providers,
      { name: 'blind', adapterOf: () => blind, models: [] },
      { name: 'keyless', adapterOf: () => null, models: [] },
    ],
  })
})
afterAll(() => server.close())

/** Stores a chat in which that was said. */
async function chat(said: (owner: Session) => Message[], fields: Partial<Session> = {}): Promise<Session> {
  const owner = session({ active_model: 'demo:anthropic', ...fields })
  const messages = said(owner)
  const answerTo = (id: string) => messages.find(({ metadata }) => metadata.parent_tool_use_id === id)?.id ?? null
  const calls = messages.flatMap((message) =>
    message.content.filter(isBlockOf('tool_use')).map(({ id }) => {
      const result_message_id = answerTo(id)
      return toolCallOf(message, { id, result_message_id, status: result_message_id ? 'succeeded' : 'cancelled' })
    }),
  )
  await server.store.createSession(owner, [])
  const placed = { messages: chain(messages), tool_calls: calls }
  await server.store.commit({ session_id: owner.id, ...placed, patch: { head_id: messages.at(-1)?.id ?? null } })
  return owner
}

async function preview({ id }: Session, model: string): Promise<SwitchPreview> {
  const found = await server.parts.switchPreviews.of(LOCAL_OWNER, id, model)
  if (!found) throw new Error('there is no such chat')
  return found
}

/** A word that a block can be found by in a request, where the block has a place there. */
const marks = {
  text: ['QUESTION', 'ANSWER', 'CONCLUSION'],
  thinking: ['THOUGHT'],
  redacted_thinking: ['SEALED'],
  document: ['CELLS'],
  tool_use: ['SUM', 'PRODUCT'],
  tool_result: ['RESULT'],
  hosted_tool: ['RESEARCH'],
  citations: ['https://source.test/'],
  hologram: ['BEAM'],
} as const

/** Everything that a chat may hold, by another model than any of the targets. */
async function everything(): Promise<{ said: (owner: Session) => Message[]; image: string }> {
  const bytes = await picture().png().toBuffer()
  const image = bytes.toString('base64')
  const seen: ContentBlock = { type: 'image', source: { kind: 'base64', data: image }, media_type: 'image/png' }
  const cells = Buffer.from('CELLS;1\n').toString('base64')
  const data = { kind: 'base64', data: cells } as const
  const summed = `tu_${newId()}`
  const open = `tu_${newId()}`
  const cited = [{ url: 'https://source.test/', title: 'A source' }]
  const search = {
    type: 'hosted_tool',
    id: 'h',
    name: 'web_search',
    tool: 'web_search',
    status: 'completed',
    input: { query: 'RESEARCH' },
  }
  return {
    image,
    said: (owner) => [
      messageOf(owner, {
        content: [text('QUESTION'), seen, { type: 'document', source: data, media_type: 'text/csv', name: 'a.csv' }],
      }),
      messageOf(owner, {
        role: 'assistant',
        metadata: ANSWERED,
        content: [
          { type: 'thinking', text: 'THOUGHT', signature: 'c2ln' },
          { type: 'redacted_thinking', data: 'SEALED' },
          search as ContentBlock,
          { ...text('ANSWER'), citations: cited } as ContentBlock,
          call(summed, 'calculator', { a: 'SUM' }),
          call(open, 'calculator', { a: 'PRODUCT' }),
          { type: 'hologram', beam: 'BEAM' } as unknown as ContentBlock,
        ],
      }),
      messageOf(owner, {
        role: 'tool',
        content: [result(summed, 'RESULT')],
        metadata: { parent_tool_use_id: summed },
      }),
      messageOf(owner, { role: 'assistant', metadata: ANSWERED, content: [text('CONCLUSION')] }),
    ],
  }
}

const countOf = (rows: SwitchPreview['dropped'], type: string) =>
  rows.reduce((sum, { block_type, count }) => sum + (block_type === type ? count : 0), 0)

describe.each(Object.entries(TARGETS))('a chat that would go on by %s', (_type, model) => {
  test('has dropped what a turn there does not send, and carries what it sends', async () => {
    const { said, image } = await everything()
    const owner = await chat(said, { settings: { temperature: 0.5 } })
    const told = await preview(owner, model)
    arrived.length = 0
    await server.turns.start(owner.id, { content: [text('Well?')], model })
    await server.turns.idle(owner.id)
    const [body = ''] = arrived
    expect(body).toContain('Well?')
    for (const [type, words] of Object.entries({ ...marks, image: [image] })) {
      const isThere = (word: string) =>
        body.includes(word) || body.includes(Buffer.from(`${word};1\n`).toString('base64'))
      const found = words.filter(isThere).length
      const sent = countOf(told.carried, type) + countOf(told.converted, type)
      expect({ type, sent: found, dropped: words.length - found }).toEqual({
        type,
        sent: type === 'citations' ? found : sent,
        dropped: countOf(told.dropped, type),
      })
    }
    expect(told.closed_calls).toBe(1)
    const estimated = told.estimated_input_tokens
    expect(estimated).toBeGreaterThan(100)
    expect(told.max_context_tokens).toBe(server.models.find(model)?.capabilities.max_context_tokens)
  })

  test('shows the request that a turn there sends, without its key', async () => {
    const { said } = await everything()
    const owner = await chat(said, { settings: { temperature: 0.5 } })
    const shown = await server.parts.switchPreviews.requestTo(LOCAL_OWNER, owner.id, model)
    arrived.length = 0
    await server.turns.start(owner.id, { content: [text('?')], model })
    await server.turns.idle(owner.id)
    expect(shown?.request).toEqual(JSON.parse(arrived[0] ?? ''))
    expect(shown?.endpoint).toMatchObject({
      url: expect.stringContaining('http://upstream.invalid'),
      key_variable: 'OWN_API_KEY',
    })
    expect(Object.values(shown?.endpoint?.headers ?? {})).not.toContain('k')
    expect(Object.values(shown?.endpoint?.headers ?? {})).not.toContain('Bearer k')
  })

  test('says of each block what the turn then records', async () => {
    const { said } = await everything()
    const owner = await chat(said)
    const { converted, dropped } = await preview(owner, model)
    await server.turns.start(owner.id, { content: [text('Well?')], model })
    await server.turns.idle(owner.id)
    const recorded = await server.store.projections(owner.id)
    const rows = (actions: readonly string[]) =>
      recorded
        .filter(({ action, reason }) => actions.includes(action) && reason !== 'a call without a result')
        .map(({ block_type, reason }) => `${block_type}: ${reason}`)
    const told = (fates: SwitchPreview['dropped']) =>
      fates.flatMap(({ block_type, reason, count }) => Array<string>(count).fill(`${block_type}: ${reason}`))
    expect(told(dropped).toSorted()).toEqual(rows(['dropped']).toSorted())
    expect(told(converted).toSorted()).toEqual(rows(['converted', 'repaired']).toSorted())
  })
})

describe('a preview', () => {
  test('logs nothing, stores nothing and sends nothing', async () => {
    const owner = await chat((await everything()).said)
    log.entries.length = 0
    arrived.length = 0
    const before = await server.store.session(owner.id)
    await preview(owner, TARGETS.anthropic)
    await preview(owner, 'blind:qwen')
    expect(log.entries).toEqual([])
    expect(arrived).toEqual([])
    expect(await server.store.projections(owner.id)).toEqual([])
    expect(await server.store.session(owner.id)).toEqual(before)
  })

  test('refuses pictures for a model that takes none, as a change to it does, and says what would stand there', async () => {
    const owner = await chat((await everything()).said)
    const { refusal, converted, estimated_input_tokens } = await preview(owner, 'blind:qwen')
    const change = await server.sessions.change(owner.id, { active_model: 'blind:qwen' })
    expect(change).toEqual({ ok: false, refusal })
    expect(converted).toContainEqual({ block_type: 'image', count: 1, reason: 'the model does not take images' })
    expect(estimated_input_tokens).toBeGreaterThan(100)
  })

  test('says what is read turn by turn, which adds up, and of which turn something does not go as it is', async () => {
    const thought: ContentBlock = { type: 'thinking', text: 'hm '.repeat(50), signature: 'c2ln' }
    const answered = (content: ContentBlock[]) => ({ role: 'assistant', metadata: ANSWERED, content }) as const
    const owner = await chat((owner) => [
      messageOf(owner, { content: [text('What is it?')] }),
      messageOf(owner, answered([thought, text('This')])),
      messageOf(owner, { content: [text('And that, of which there is so much more to tell?'.repeat(20))] }),
      messageOf(owner, answered([text('That')])),
    ])
    const { parts, estimated_input_tokens } = await preview(owner, TARGETS.openai)
    expect(parts.map(({ kind, turn, is_changed }) => [kind, turn, is_changed])).toEqual([
      ['instructions', null, false],
      ['turn', 1, true],
      ['turn', 2, false],
      ['turn', 3, false],
    ])
    expect(parts.reduce((sum, { tokens }) => sum + tokens, 0)).toBe(estimated_input_tokens)
    expect(parts[2]?.tokens).toBeGreaterThan(150)
  })

  test('of a model that cannot be asked says why, and nothing of blocks', async () => {
    const owner = await chat((owner) => [messageOf(owner)])
    expect(await preview(owner, 'keyless:any')).toMatchObject({
      carried: [],
      refusal: { reason: expect.stringContaining('no key'), options: [{ id: 'stay' }] },
    })
  })

  test('refuses where a message that must not be lost could not go', async () => {
    const thought: ContentBlock = { type: 'thinking', text: 'hm', signature: 'c2ln' }
    const owner = await chat((owner) => [
      messageOf(owner),
      messageOf(owner, {
        role: 'assistant',
        metadata: { ...ANSWERED, critical: true },
        content: [thought, text('so')],
      }),
    ])
    const { refusal, carried } = await preview(owner, TARGETS.openai)
    expect(refusal).toEqual({
      reason: expect.stringContaining('is critical, and its thinking block cannot be sent'),
      options: [{ id: 'stay', label: 'Stay with the present model' }],
    })
    expect(carried).toEqual([])
  })

  test('is of the active path as it is said: without the name of a model that opens a message, and what is masked', async () => {
    const owner = await chat((owner) => [
      messageOf(owner, { content: [text('@demo write to ada@example.org')], metadata: { override: '@demo' } }),
      messageOf(owner, { role: 'assistant', metadata: ANSWERED, content: [text('Done')] }),
    ])
    await server.parts.sessions.changeSettings(LOCAL_OWNER, { outbound_scan: 'mask' })
    const { carried, converted } = await preview(owner, TARGETS.anthropic)
    await server.parts.sessions.changeSettings(LOCAL_OWNER, { outbound_scan: 'off' })
    expect(carried).toEqual([{ block_type: 'text', count: 1, reason: 'it goes as it is' }])
    expect(converted).toEqual([{ block_type: 'text', count: 1, reason: 'an e-mail address was masked' }])
  })
})

describe('the money of a preview', () => {
  const ask = (owner: Session, at: number, usage = {}) => [
    messageOf(owner, { content: [text('word '.repeat(6_000))] }),
    messageOf(owner, {
      role: 'assistant',
      content: [text('So it is.')],
      created_at: formatTimestamp(at * 1_000),
      metadata: {
        ...ANSWERED,
        model: TARGETS.anthropic,
        routing: { mode: 'manual', chosen_model: TARGETS.anthropic, reason: '', alternatives_considered: [] },
        usage: { ...ANSWERED.usage, input_tokens: 10, cache_creation_input_tokens: 6_000, ...usage } as never,
      },
    }),
  ]

  test('is what the next message costs at least, now and then, and a cache that still holds is lost by going', async () => {
    const fresh = await chat((owner) => ask(owner, Date.now()), { active_model: TARGETS.anthropic })
    const { cache_lost, next_message_usd } = await preview(fresh, TARGETS['openai-responses'])
    expect(cache_lost).toBe(true)
    expect(Number(next_message_usd.then)).toBeGreaterThan(Number(next_message_usd.now))
    expect((await preview(fresh, TARGETS.anthropic)).cache_lost).toBe(false)
    const old = await chat((owner) => ask(owner, Date.now() - 7_200_000), { active_model: TARGETS.anthropic })
    expect((await preview(old, TARGETS['openai-responses'])).cache_lost).toBe(false)
  })

  test('is null where a model has no price', async () => {
    const owner = await chat((owner) => ask(owner, Date.now()), { active_model: TARGETS.anthropic })
    const { next_message_usd } = await preview(owner, 'chat:nobody-knows')
    expect([next_message_usd.now, next_message_usd.then]).toEqual([expect.any(String), null])
  })
})
