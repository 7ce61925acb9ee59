import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createAdapter } from '#lib/adapters/registry.ts'
import { createDemoFetch } from '#lib/demo/demo-fetch.ts'
import { LOCAL_OWNER } from '#lib/principal.ts'
import { pictureHash } from '#lib/turn/stand-ins.ts'
import type { SaidBlock } from '#lib/turn/turn-content.ts'
import { member } from '#test/support/member.ts'
import { text } from '#test/support/message-builder.ts'
import { picture } from '#test/support/picture-builder.ts'
import { type SessionServer, startSessionServer } from '#test/support/session-server.ts'

const SMALL = 'small:reader'
const LARGE = 'demo:anthropic'
const WINDOW = 4_000

let bodies: string[]
let server: SessionServer

beforeEach(async () => {
  bodies = []
  const upstream = createDemoFetch({ delay: async () => {} })
  const watched: typeof fetch = async (url, init) => {
    bodies.push(String(init?.body))
    return upstream(url, init)
  }
  const small = createAdapter({
    type: 'openai',
    name: 'small',
    base_url: 'http://demo.invalid',
    wire_name: () => 'openai',
    fetch: watched,
    known_capabilities: () => ({ max_context_tokens: WINDOW, max_output_tokens: 1_000 }),
  })
  const listModels = async () => [{ name: 'reader', max_context_tokens: WINDOW }]
  server = await startSessionServer({
    fetch: watched,
    providers: [{ name: 'small', adapterOf: () => small, listModels, isSetUp: true }],
  })
  await server.models.refresh()
})
afterEach(() => server.close())

const long = (name: string, words = 1_200) => `${name} ${'river '.repeat(words)}`

/** A chat with a large model that is too long for the small one. */
async function longChat(): Promise<string> {
  const id = await server.sessions.create({ active_model: LARGE, settings: { tools: false } })
  for (const name of ['FIRST', 'SECOND', 'THIRD', 'FOURTH']) await server.say(id, long(name))
  return id
}

/** Says a file of many words. */
async function showFile(id: string): Promise<void> {
  const source = { kind: 'base64', data: Buffer.from(long('CELLS', 5_000)).toString('base64') } as const
  const file: SaidBlock = { type: 'document', source, media_type: 'text/plain', name: 'cells.txt' }
  await server.turns.start(id, { content: [file, text('Read it')] })
  await server.turns.idle(id)
}

async function preview(id: string, model = SMALL) {
  const found = await server.parts.switchPreviews.of(LOCAL_OWNER, id, model)
  if (!found) throw new Error('there is no such chat')
  return found
}

const drafted = (id: string, up_to: string, model = LARGE) =>
  server.parts.briefs.draft(LOCAL_OWNER, id, { up_to, model }, new AbortController().signal)

async function inBrief(id: string) {
  const { briefs } = server.parts
  const way = (await preview(id)).ways.find((each) => each.id === 'brief')
  const draft = await drafted(id, way?.up_to ?? '', way?.model)
  await briefs.apply(LOCAL_OWNER, id, { ...draft, text: 'They spoke of BREVITY.' })
  return draft
}

describe('a chat that is too long for a model', () => {
  test('is told what can be done: the beginning in brief, or a larger window, each with its cost', async () => {
    const id = await longChat()
    const { fits, ways, refusal, estimated_input_tokens, max_context_tokens } = await preview(id)
    expect({ fits, refusal, max_context_tokens }).toEqual({ fits: false, refusal: null, max_context_tokens: WINDOW })
    expect(estimated_input_tokens).toBeGreaterThan(WINDOW)
    expect(ways.map((way) => way.id)).toEqual(['brief', 'branch', 'larger_window'])
    for (const { model, cost_usd } of ways.filter(({ id }) => id !== 'branch'))
      expect([model?.split(':')[0], Number(cost_usd) > 0]).toEqual(['demo', true])
    expect((await preview(id, LARGE)).ways).toEqual([])
  })

  test('goes on there with its beginning in brief, as somebody has read it, until that is taken back', async () => {
    const id = await longChat()
    const stored = await server.store.path(id)
    const spent = (await server.store.session(id))?.cost_usd
    const draft = await inBrief(id)
    expect(draft.text).not.toBe('')
    expect(Number((await server.store.session(id))?.cost_usd)).toBeGreaterThan(Number(spent))
    const after = await preview(id)
    expect(after).toMatchObject({ fits: true, ways: [] })
    expect(after.converted.map(({ reason }) => reason)).toContain('what was said up to here is sent in brief')
    await server.sessions.change(id, { active_model: SMALL })
    await server.say(id, 'And now?')
    expect(bodies.at(-1)).toContain('They spoke of BREVITY.')
    expect(bodies.at(-1)).not.toContain('FIRST')
    const path = await server.store.path(id)
    expect(path.slice(0, stored.length)).toEqual(stored)
    expect(path.at(-1)?.metadata.status).toBe('complete')
    expect(await server.store.projections(id)).toContainEqual(
      expect.objectContaining({ message_id: draft.up_to, block_type: 'messages', action: 'converted' }),
    )
    await server.parts.briefs.undo(LOCAL_OWNER, id)
    expect((await preview(id)).fits).toBe(false)
    await server.sessions.change(id, { active_model: LARGE })
    await server.say(id, 'All of it?')
    expect(bodies.at(-1)).toContain('FIRST')
  })

  test('goes on there in a branch that begins at a later turn and leads back, also where the model has answered before', async () => {
    const id = await longChat()
    const stored = await server.store.path(id)
    const way = (await preview(id)).ways.find((each) => each.id === 'branch')
    const { message_id = '', turn = 0, tokens = 0 } = way?.from ?? {}
    expect([stored.findIndex((message) => message.id === message_id), turn]).toEqual([2 * (turn - 1), 4])
    expect(tokens).toBeLessThan(WINDOW)
    const branch = await server.parts.sessions.fork(LOCAL_OWNER, id, { from: message_id })
    expect(await server.store.session(branch)).toMatchObject({
      cost_usd: '0',
      origin: { kind: 'branch', session_id: id, turn, title: (await server.store.session(id))?.title },
    })
    for (const model of [LARGE, SMALL]) {
      const after = await preview(branch, model)
      expect(after).toMatchObject({ fits: true, ways: [] })
      expect(after.estimated_input_tokens).toBeLessThan(WINDOW)
    }
    await server.sessions.change(branch, { active_model: SMALL })
    await server.say(branch, 'And now?')
    expect((await server.store.path(branch)).at(-1)?.metadata.status).toBe('complete')
    expect(bodies.at(-1)).toContain('FOURTH')
    expect(bodies.at(-1)).not.toContain('THIRD')
    expect(await server.store.path(id)).toEqual(stored)
    const answer = { from: stored[1]?.id }
    await expect(server.parts.sessions.fork(LOCAL_OWNER, id, answer)).rejects.toMatchObject({
      name: 'UnknownMessageError',
    })
  })

  test('sends what was said itself where something of it was deleted since', async () => {
    const id = await longChat()
    await inBrief(id)
    const [first] = await server.store.path(id)
    await server.sessions.deleteMessages(id, first?.id ?? '', 'message')
    await server.say(id, 'And now?')
    expect(bodies.at(-1)).not.toContain('BREVITY')
    expect(bodies.at(-1)).toContain('SECOND')
  })

  test('can go on without its file, which stays in the chat and is sent again when that is taken back', async () => {
    const id = await server.sessions.create({ active_model: LARGE, settings: { tools: false } })
    await showFile(id)
    expect(bodies.at(-1)).toContain('CELLS')
    const way = (await preview(id)).ways.find((each) => each.id === 'leave_out_file')
    expect(way?.file).toMatchObject({ name: 'cells.txt', data: expect.stringMatching(/^attachments\//) })
    await server.sessions.change(id, { active_model: SMALL, left_out: [way?.file?.data ?? ''] })
    expect((await preview(id)).fits).toBe(true)
    await server.say(id, 'Without it?')
    expect(bodies.at(-1)).toContain('[file left out: cells.txt]')
    expect(bodies.at(-1)).not.toContain('CELLS')
    await server.sessions.change(id, { active_model: LARGE, left_out: null })
    await server.say(id, 'And with it?')
    expect(JSON.stringify((await server.store.session(id))?.settings)).not.toContain('left_out')
    expect(bodies.at(-1)).not.toContain('file left out')
    expect(bodies.at(-1)).toContain('CELLS')
  })
})

describe('a summary', () => {
  test('of what is in brief already is made of that summary, and of what is still sent', async () => {
    const id = await longChat()
    await inBrief(id)
    await showFile(id)
    const [upload] = (await server.store.path(id)).flatMap(({ content }) =>
      content.flatMap((block) => (block.type === 'document' ? [block.source.data] : [])),
    )
    await server.sessions.change(id, { left_out: [upload ?? ''] })
    await server.say(id, long('FIFTH'))
    const last = (await server.store.path(id)).at(-1)?.id ?? ''
    await drafted(id, last)
    const asked = bodies.at(-1)
    for (const sent of ['They spoke of BREVITY.', 'FIFTH', '[file left out: cells.txt]']) expect(asked).toContain(sent)
    for (const gone of ['FIRST', 'CELLS']) expect(asked).not.toContain(gone)
    await server.parts.briefs.apply(LOCAL_OWNER, id, { up_to: last, model: LARGE, text: 'All of it.' })
    await server.say(id, 'And now?')
    expect(bodies.at(-1)).toContain('All of it.')
    expect(bodies.at(-1)).not.toContain('BREVITY')
  })

  test('is made of what is written in files, and of what was said of pictures', async () => {
    const id = await server.sessions.create({ active_model: LARGE, settings: { tools: false } })
    const bytes = await picture({ width: 40 }).png().toBuffer()
    const source = { kind: 'base64', data: bytes.toString('base64') } as const
    await server.turns.start(id, { content: [{ type: 'image', source, media_type: 'image/png' }, text('Look')] })
    await server.turns.idle(id)
    await showFile(id)
    const hash = pictureHash(source, new Map()) ?? ''
    const created_at = new Date().toISOString()
    await server.standIns.keepDescription(LOCAL_OWNER, { hash, model: LARGE, text: 'A HERON.', created_at })
    await drafted(id, (await server.store.path(id)).at(-1)?.id ?? '')
    expect(bodies.at(-1)).toContain('[file cells.txt:]\\nCELLS river')
    expect(bodies.at(-1)).toContain('A HERON.')
    expect(bodies.at(-1)).not.toContain('[a picture]')
  })

  test.each([
    ['ran out of tokens', 'fault cut call', 'max_tokens'],
    ['said nothing', 'fault empty', 'nothing'],
  ])('that %s is none', async (_, said, why) => {
    const id = await server.sessions.create({ active_model: LARGE, settings: { tools: false } })
    await server.say(id, said)
    const [question] = await server.store.path(id)
    await expect(drafted(id, question?.id ?? '')).rejects.toMatchObject({
      name: 'BriefFailedError',
      message: expect.stringContaining(why),
    })
  })
})

test('a summary of a chat of somebody else is neither made nor sent', async () => {
  const id = await longChat()
  const [first] = await server.store.path(id)
  const { briefs } = server.parts
  const asked = { up_to: first?.id ?? '', model: LARGE }
  const other = member('somebody')
  await expect(briefs.draft(other, id, asked, new AbortController().signal)).rejects.toMatchObject({
    name: 'UnknownSessionError',
  })
  await expect(briefs.apply(other, id, { ...asked, text: 'x' })).rejects.toMatchObject({ name: 'UnknownSessionError' })
  await expect(briefs.undo(other, id)).rejects.toMatchObject({ name: 'UnknownSessionError' })
  await expect(briefs.apply(LOCAL_OWNER, id, { ...asked, up_to: 'none', text: 'x' })).rejects.toMatchObject({
    name: 'UnknownMessageError',
  })
})
