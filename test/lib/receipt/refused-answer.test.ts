import { afterEach, describe, expect, test } from 'vitest'
import { createDemoFetch } from '#lib/demo/demo-fetch.ts'
import { LOCAL_OWNER } from '#lib/principal.ts'
import { refusedAnswer } from '#lib/receipt/refused-answer.ts'
import { withoutSetAside } from '#lib/turn/set-aside.ts'
import { text } from '#test/support/message-builder.ts'
import { picture } from '#test/support/picture-builder.ts'
import { messageOf, session } from '#test/support/session-builder.ts'
import { type SessionServer, startSessionServer } from '#test/support/session-server.ts'

describe('a chat whose history a provider refuses', () => {
  let server: SessionServer
  afterEach(() => server.close())

  /** An upstream that takes no picture once it has answered, as Anthropic says it, and what it was sent. */
  async function start() {
    const demo = createDemoFetch({ delay: async () => {} })
    const asked: string[] = []
    server = await startSessionServer({
      fetch: async (input, init) => {
        const text = String(init?.body)
        const { messages } = JSON.parse(text) as { messages: { content: { type: string }[] }[] }
        asked.push(text)
        for (const [entry, { content }] of messages.entries()) {
          const part = Array.isArray(content) ? content.findIndex(({ type }) => type === 'image') : -1
          if (part === -1 || messages.length < 4) continue
          const message = `messages.${entry}.content.${part}.image.source.base64: Could not process image`
          return Response.json({ type: 'error', error: { type: 'invalid_request_error', message } }, { status: 400 })
        }
        return demo(input, init)
      },
    })
    return asked
  }

  const lookedAt = (id: string, messageId: string) => refusedAnswer(server.elsewhere, LOCAL_OWNER, id, messageId)

  /** A chat whose latest question was refused for the picture of the one before. */
  async function refusedForPicture() {
    const id = await server.sessions.create({ active_model: 'demo:anthropic' })
    await server.say(id, 'hello')
    const data = (await picture().png().toBuffer()).toString('base64')
    const image = { type: 'image' as const, source: { kind: 'base64' as const, data }, media_type: 'image/png' }
    await server.turns.start(id, { content: [{ type: 'text', text: 'What is it?' }, image] })
    await server.turns.idle(id)
    await server.say(id, 'And now?')
    return { id, data }
  }

  test('is told which block it is, and goes on without it from then on', async () => {
    const asked = await start()
    const { id, data } = await refusedForPicture()
    const path = await server.store.path(id)
    const [shown, failed] = [path[2], path.at(-1)]
    expect(failed?.metadata).toMatchObject({ status: 'error', error: { error_class: 'invalid_request' } })

    const found = await lookedAt(id, failed?.id ?? '')
    expect(found).toEqual({
      reason: expect.stringContaining('Could not process image'),
      is_held: true,
      block: { message_id: shown?.id, role: 'user', block_type: 'image', excerpt: null, can_be_set_aside: true },
      suspects: [],
    })

    const set_aside = [{ message_id: shown?.id ?? '', block_type: 'image' }]
    await server.sessions.change(id, { set_aside })
    const again = await server.say(id, 'And now?', { parent_id: path[3]?.id ?? null })
    expect((await server.store.path(id)).at(-1)?.metadata).toMatchObject({ status: 'complete', turn_id: again.turn_id })
    expect(asked.at(-1)).not.toContain(data)
    expect(await server.store.projections(id)).toContainEqual(
      expect.objectContaining({ message_id: shown?.id, block_type: 'image', action: 'dropped' }),
    )
    // A copy of the chat leaves the same out, under the name that it has there.
    const copy = await server.sessions.fork(id)
    const [, , copied] = await server.store.path(copy)
    expect((await server.store.session(copy))?.settings.set_aside).toEqual([
      { message_id: copied?.id, block_type: 'image' },
    ])
    // What is stored stays as it was said.
    expect((await server.store.path(id))[2]).toEqual(shown)
  })

  test('is not sent the same again, whoever asks, and the block is named there too', async () => {
    const asked = await start()
    const { id } = await refusedForPicture()
    const [, , shown, before] = await server.store.path(id)
    const count = asked.length

    // The same words in the same place.
    await server.say(id, 'And now?', { parent_id: before?.id ?? null })
    expect(asked).toHaveLength(count)
    const failed = (await server.store.path(id)).at(-1)
    expect(failed?.metadata.error).toMatchObject({
      error_class: 'invalid_request',
      reason: 'refused_before',
      message: expect.stringContaining('Could not process image'),
    })
    const block = { message_id: shown?.id, block_type: 'image' }
    expect(await lookedAt(id, failed?.id ?? '')).toMatchObject({ is_held: true, block })
    // What is not sent costs nothing.
    const call = (await server.store.llmCalls(id)).at(-1)
    expect(call).toMatchObject({ error_class: 'invalid_request', exchange: null, usage: null, cost_state: null })

    // Where something is named, nobody can have it sent.
    await server.say(id, 'And now?', { parent_id: before?.id ?? null, resend_refused: true })
    expect(asked).toHaveLength(count)

    // Another model, and other words, are other requests.
    await server.say(id, 'And then?', { parent_id: before?.id ?? null })
    expect(asked).toHaveLength(count + 1)
    await server.say(id, 'And now?', { parent_id: before?.id ?? null, model: 'demo:openai' })
    expect(asked).toHaveLength(count + 2)
  })

  test('is told what it can go on without where nothing is named, and nothing that changes nothing', async () => {
    const demo = createDemoFetch({ delay: async () => {} })
    let refuses = false
    const asked: string[] = []
    server = await startSessionServer({
      fetch: async (input, init) => {
        const text = String(init?.body)
        asked.push(text)
        if (!refuses || !text.includes('"image"')) return demo(input, init)
        const error = { type: 'invalid_request_error', message: 'Your request cannot be processed.' }
        return Response.json({ type: 'error', error }, { status: 400 })
      },
    })
    const id = await server.sessions.create({ active_model: 'demo:anthropic' })
    const data = (await picture().png().toBuffer()).toString('base64')
    const image = { type: 'image' as const, source: { kind: 'base64' as const, data }, media_type: 'image/png' }
    // What another maker's model thought does not go to this one.
    await server.say(id, 'think of a picture', { model: 'demo:ollama', settings: { reasoning_effort: 'high' } })
    await server.turns.start(id, { content: [{ type: 'text', text: 'What is it?' }, image, image] })
    await server.turns.idle(id)
    refuses = true
    await server.say(id, 'And now?')
    const path = await server.store.path(id)
    expect(path[1]?.content.map(({ type }) => type)).toContain('thinking')
    const set_aside = [{ message_id: path[2]?.id ?? '', block_type: 'image' }]
    expect(await lookedAt(id, path.at(-1)?.id ?? '')).toEqual({
      reason: 'demo: 400: Your request cannot be processed.',
      is_held: true,
      block: null,
      suspects: [{ block_type: 'image', count: 2, set_aside }],
    })
    const count = asked.length
    await server.sessions.change(id, { set_aside })
    await server.say(id, 'And now?', { parent_id: path[3]?.id ?? null })
    expect(asked).toHaveLength(count + 1)
    expect((await server.store.path(id)).at(-1)?.metadata.status).toBe('complete')
  })

  test('has nothing to say of an answer that did not fail so', async () => {
    await start()
    const id = await server.sessions.create({ active_model: 'demo:openai' })
    await server.say(id, 'hello')
    const answer = (await server.store.path(id)).at(-1)
    expect(await lookedAt(id, answer?.id ?? '')).toBeNull()
  })
})

test('a picture inside the result of a tool is left out there', () => {
  const owner = session()
  const image = { type: 'image' as const, source: { kind: 'base64' as const, data: 'QQ==' }, media_type: 'image/png' }
  const looked = messageOf(owner, {
    role: 'tool',
    content: [{ type: 'tool_result', tool_use_id: 'tu_1', content: [text('here'), image] }],
  })
  const other = messageOf(owner)
  const set_aside = [{ message_id: looked.id, block_type: 'image' }]
  const { messages, changes } = withoutSetAside([looked, other], { set_aside })
  expect(changes).toMatchObject([{ message_id: looked.id, block_type: 'image', action: 'dropped' }])
  const note = text('[image left out: a provider refused it]')
  expect(messages[0]?.content).toEqual([{ type: 'tool_result', tool_use_id: 'tu_1', content: [text('here'), note] }])
  expect(messages[1]).toBe(other)
})
