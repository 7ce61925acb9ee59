import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createAdapter } from '#lib/adapters/registry.ts'
import type { PictureDecision } from '#lib/canonical/session-settings.ts'
import { createDemoFetch } from '#lib/demo/demo-fetch.ts'
import { LOCAL_OWNER } from '#lib/principal.ts'
import { DESCRIBING } from '#lib/turn/describe-pictures.ts'
import { pictureHash } from '#lib/turn/stand-ins.ts'
import type { SaidBlock } from '#lib/turn/turn-content.ts'
import { text } from '#test/support/message-builder.ts'
import { picture } from '#test/support/picture-builder.ts'
import { type SessionServer, startSessionServer } from '#test/support/session-server.ts'

const BLIND = 'blind:reader'
const SEEING = 'demo:anthropic'

/** What was sent, by the name of the model. */
let sent: { model: string; body: string }[]
let refuses: boolean
/** The first description begins and has no end; the next one is refused as soon as some of that was read. */
let breaks: boolean
let server: SessionServer

beforeEach(async () => {
  sent = []
  refuses = false
  breaks = false
  const begun = Promise.withResolvers<void>()
  const upstream = createDemoFetch({ delay: async () => {} })
  const watched: typeof fetch = async (url, init) => {
    const body = String(init?.body)
    const { model } = JSON.parse(body)
    sent.push({ model, body })
    if (refuses && body.includes(DESCRIBING)) return refusal()
    if (breaks && body.includes(DESCRIBING)) {
      if (describing().length > 1) return begun.promise.then(refusal)
      const answer = await upstream(url, init)
      return new Response(withoutEnd(await answer.text(), begun.resolve, init?.signal), answer)
    }
    return upstream(url, init)
  }
  const blind = createAdapter({
    type: 'openai',
    name: 'blind',
    base_url: 'http://demo.invalid',
    wire_name: () => 'openai',
    fetch: watched,
    known_capabilities: () => ({ supports_images: false }),
  })
  server = await startSessionServer({
    fetch: watched,
    providers: [
      {
        name: 'blind',
        adapterOf: () => blind,
        models: ['reader'],
        listModels: async () => [{ name: 'reader' }],
        isSetUp: true,
      },
    ],
  })
})
afterEach(() => server.close())

const refusal = () =>
  Response.json({ error: { type: 'invalid_request_error', message: 'no pictures today' } }, { status: 400 })

/** The beginning of a stream of events, with words in it. */
function withoutEnd(stream: string, read: () => void, signal: AbortSignal | null | undefined) {
  const beginning = stream.slice(0, stream.indexOf('event: content_block_stop'))
  let pulls = 0
  return new ReadableStream<Uint8Array>(
    {
      start: (controller) => signal?.addEventListener('abort', () => controller.error(signal.reason)),
      pull(controller) {
        pulls += 1
        if (pulls === 1) controller.enqueue(Buffer.from(beginning))
        else setImmediate(read)
      },
    },
    { highWaterMark: 0 },
  )
}

const shown = async (width = 40): Promise<SaidBlock> => ({
  type: 'image',
  source: { kind: 'base64', data: (await picture({ width }).png().toBuffer()).toString('base64') },
  media_type: 'image/png',
})

const hashOf = (block: SaidBlock) => (block.type === 'image' && pictureHash(block.source, new Map())) || ''

/** A chat with a picture that was said to a model that sees. */
async function chat(): Promise<string> {
  const id = await server.sessions.create({ active_model: SEEING })
  await server.turns.start(id, { content: [await shown(), text('What is it?')] })
  await server.turns.idle(id)
  sent.length = 0
  return id
}

async function withoutItsPicture(id: string) {
  const [question] = await server.store.path(id)
  return [{ message_id: question?.id ?? '', block_type: 'image' }]
}

const describing = () => sent.filter(({ body }) => body.includes(DESCRIBING))
const lastTo = (model: string) => sent.findLast((each) => each.model === model)?.body ?? ''
const settingsOf = async (id: string) => (await server.store.session(id))?.settings

describe('pictures that are left out', () => {
  test('stand in requests as a note, are stored as they were, and are sent again to a model that takes them', async () => {
    const id = await chat()
    const stored = await server.store.path(id)
    const changed = await server.sessions.change(id, { active_model: BLIND, resolution: 'leave_out' })
    expect(changed).toMatchObject({ ok: true, session: { active_model: BLIND, settings: { pictures: 'leave_out' } } })
    await server.say(id, 'And now?')
    expect(lastTo('openai')).toContain('[image omitted: the model does not take images]')
    expect((await server.store.path(id)).slice(0, 2)).toEqual(stored)
    expect(await server.store.projections(id)).toContainEqual(
      expect.objectContaining({ block_type: 'image', action: 'converted', reason: 'the model does not take images' }),
    )
    expect(describing()).toEqual([])
    const back = await server.sessions.change(id, { active_model: SEEING })
    expect(back).toMatchObject({ ok: true, session: { settings: {} } })
    await server.say(id, 'And here?')
    expect(lastTo('anthropic')).toContain('"media_type":"image/png"')
    expect(await server.sessions.change(id, { active_model: BLIND })).toMatchObject({ ok: false })
  })

  test('are no way on for a picture that was just attached: it can be described', async () => {
    const id = await chat()
    await server.sessions.change(id, { active_model: BLIND, resolution: 'leave_out' })
    const content = [await shown(60), text('And this?')]
    await expect(server.turns.start(id, { content })).rejects.toMatchObject({
      name: 'NoModelError',
      options: [{ id: 'describe', model: SEEING }],
    })
    await server.turns.start(id, { content, resolution: 'describe' })
    await server.turns.idle(id)
    expect(lastTo('openai')).toContain(`[picture, as ${SEEING} describes it:]`)
    expect((await server.store.path(id)).at(-1)?.metadata.status).toBe('complete')
  })
})

describe('pictures that no request holds any more', () => {
  test('keep a chat from no model', async () => {
    const id = await chat()
    const preview = () => server.parts.switchPreviews.of(LOCAL_OWNER, id, BLIND)
    expect((await preview())?.refusal?.options).toMatchObject([{ id: 'leave_out' }, { id: 'describe' }, { id: 'stay' }])
    await server.sessions.change(id, { set_aside: await withoutItsPicture(id) })
    expect((await preview())?.refusal).toBeNull()
    expect(await server.sessions.change(id, { active_model: BLIND })).toMatchObject({ ok: true })
    await server.say(id, 'And now?')
    expect((await server.store.path(id)).at(-1)?.metadata).toMatchObject({ model: BLIND, status: 'complete' })
  })

  test('keep it from none where the same change takes them out', async () => {
    const id = await chat()
    const set_aside = await withoutItsPicture(id)
    expect(await server.sessions.change(id, { active_model: BLIND, set_aside })).toMatchObject({ ok: true })
  })
})

describe('a decision about pictures', () => {
  test('gives way to another one, and back', async () => {
    const id = await chat()
    const decide = (resolution: PictureDecision) => server.sessions.change(id, { active_model: BLIND, resolution })
    await decide('leave_out')
    expect(await decide('describe')).toMatchObject({ ok: true, session: { settings: { pictures: 'describe' } } })
    expect(describing()).toHaveLength(1)
    expect(await decide('leave_out')).toMatchObject({ ok: true, session: { settings: { pictures: 'leave_out' } } })
    await server.sessions.change(id, { set_aside: await withoutItsPicture(id) })
    expect(await decide('describe')).toMatchObject({ ok: true, session: { settings: { pictures: 'describe' } } })
  })

  test('is refused without a model that it is for', async () => {
    const id = await chat()
    await expect(server.sessions.change(id, { title: 'Mine', resolution: 'describe' })).rejects.toMatchObject({
      name: 'InvalidContentError',
      faults: [{ path: 'resolution' }],
    })
    expect((await server.store.session(id))?.title).not.toBe('Mine')
  })
})

describe('pictures that are described', () => {
  test('are no reason to drop one that came later, and was seen by another model', async () => {
    const id = await chat()
    await server.sessions.change(id, { active_model: BLIND, resolution: 'describe' })
    await server.turns.start(id, { content: [await shown(60), text('And this?')], model: SEEING })
    await server.turns.idle(id)
    const question = { content: [text('What were they?')] }
    await expect(server.turns.start(id, question)).rejects.toMatchObject({
      name: 'NoModelError',
      options: [{ id: 'leave_out' }, { id: 'describe', model: SEEING }],
    })
    await server.turns.start(id, { ...question, resolution: 'describe' })
    await server.turns.idle(id)
    expect(lastTo('openai').split(`[picture, as ${SEEING} describes it:]`)).toHaveLength(3)
  })

  test('are described once, billed, and sent as words in this chat and every other of that person', async () => {
    const id = await chat()
    const before = (await server.store.session(id))?.cost_usd
    expect(await server.sessions.change(id, { active_model: BLIND, resolution: 'describe' })).toMatchObject({
      ok: true,
    })
    expect(describing().map(({ model }) => model)).toEqual(['anthropic'])
    expect(Number((await server.store.session(id))?.cost_usd)).toBeGreaterThan(Number(before))
    await server.say(id, 'And now?')
    expect(lastTo('openai')).toContain(`[picture, as ${SEEING} describes it:]`)
    expect(lastTo('openai')).not.toContain('image omitted')
    expect(await server.store.projections(id)).toContainEqual(
      expect.objectContaining({ action: 'converted', reason: `what ${SEEING} said of it is sent in its place` }),
    )
    const other = await chat()
    await server.sessions.change(other, { active_model: BLIND, resolution: 'describe' })
    await server.say(other, 'And there?')
    expect(lastTo('openai')).toContain(`[picture, as ${SEEING} describes it:]`)
    expect(describing()).toEqual([])
  })

  test('are said to cost what it takes before it is done', async () => {
    const refused = await server.sessions.change(await chat(), { active_model: BLIND })
    const ways = refused.ok ? [] : refused.refusal.options
    const describe = ways.find(({ id }) => id === 'describe')
    expect(describe?.model).toBe(SEEING)
    expect(Number(describe?.cost_usd)).toBeGreaterThan(0)
  })

  test('leave the chat where it was when that fails, and what was tried is billed', async () => {
    const id = await chat()
    const calls = (await server.store.llmCalls(id)).length
    refuses = true
    await expect(server.sessions.change(id, { active_model: BLIND, resolution: 'describe' })).rejects.toMatchObject({
      name: 'DescriptionFailedError',
      message: expect.stringContaining('no pictures today'),
    })
    expect(await server.store.session(id)).toMatchObject({ active_model: SEEING, settings: {} })
    const tried = (await server.store.llmCalls(id)).slice(calls)
    expect(tried).toMatchObject([{ model_asked: SEEING, turn_id: null, outcome: 'failed' }])
  })

  test('are kept only as they were said to the end: what another one broke off is not', async () => {
    const id = await server.sessions.create({ active_model: SEEING })
    const shownTwo = [await shown(), await shown(60)]
    await server.turns.start(id, { content: [...shownTwo, text('What are they?')] })
    await server.turns.idle(id)
    const calls = (await server.store.llmCalls(id)).length
    const spent = Number((await server.store.session(id))?.cost_usd)
    breaks = true
    await expect(server.sessions.change(id, { active_model: BLIND, resolution: 'describe' })).rejects.toMatchObject({
      name: 'DescriptionFailedError',
      message: expect.stringContaining('no pictures today'),
    })
    expect(await server.standIns.descriptions(id, shownTwo.map(hashOf))).toEqual([])
    const tried = (await server.store.llmCalls(id)).slice(calls)
    expect(tried.map(({ outcome }) => outcome).toSorted()).toEqual(['cancelled', 'failed'])
    expect(Number((await server.store.session(id))?.cost_usd)).toBeGreaterThan(spent)
  })
})

describe('one question to a model that takes no pictures', () => {
  test('is refused with the ways on, one of which it can take for itself alone', async () => {
    const id = await chat()
    const question = { content: [text('@blind:reader what was it?')] }
    await expect(server.turns.start(id, question)).rejects.toMatchObject({
      name: 'NoModelError',
      options: [{ id: 'leave_out' }, { id: 'describe', model: SEEING }],
    })
    await server.turns.start(id, { ...question, resolution: 'leave_out' })
    await server.turns.idle(id)
    expect(lastTo('openai')).toContain('[image omitted')
    expect(await settingsOf(id)).toEqual({})
  })

  test('decides for the questions after it, where nobody chose a model and that one is the default', async () => {
    const id = await chat()
    await server.models.refresh()
    expect(server.models.defaultModel).toBe(BLIND)
    await server.sessions.change(id, { active_model: null })
    await server.turns.start(id, { content: [text('What was it?')], resolution: 'leave_out' })
    await server.turns.idle(id)
    expect(await settingsOf(id)).toMatchObject({ pictures: 'leave_out' })
    await server.say(id, 'And now?')
    expect((await server.store.path(id)).at(-1)?.metadata).toMatchObject({ model: BLIND, status: 'complete' })
  })
})
