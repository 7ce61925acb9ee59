import { afterEach, describe, expect, test } from 'vitest'
import { createDemoFetch } from '#lib/demo/demo-fetch.ts'
import { LOCAL_OWNER } from '#lib/principal.ts'
import { refusedBlock } from '#lib/receipt/refused-block.ts'
import { type RefusedPlace, refusedPlace } from '#lib/receipt/refused-place.ts'
import { picture } from '#test/support/picture-builder.ts'
import { type SessionServer, startSessionServer } from '#test/support/session-server.ts'

test.each<[string, RefusedPlace | null]>([
  ['anthropic: messages.1.content.0: Invalid `signature` in `thinking` block', { list: 'messages', entry: 1, part: 0 }],
  ['messages.3: `tool_use` ids were found without `tool_result` blocks', { list: 'messages', entry: 3, part: null }],
  ["Invalid 'messages[4].content[1].image_url.url'. Expected", { list: 'messages', entry: 4, part: 1 }],
  ["Invalid type for 'messages.[0].content'", { list: 'messages', entry: 0, part: null }],
  ["Invalid value: 'x'. input[5].content[0].type", { list: 'input', entry: 5, part: 0 }],
  ['The model does not exist', null],
])('the place in a refusal: %s', (words, place) => {
  expect(refusedPlace(words)).toEqual(place)
})

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

  const lookedAt = (id: string, messageId: string) => refusedBlock(server.elsewhere, LOCAL_OWNER, id, messageId)

  test('is told which block it is, and goes on without it from then on', async () => {
    const asked = await start()
    const id = await server.sessions.create({ active_model: 'demo:anthropic' })
    await server.say(id, 'hello')
    const data = (await picture().png().toBuffer()).toString('base64')
    const image = { type: 'image' as const, source: { kind: 'base64' as const, data }, media_type: 'image/png' }
    await server.turns.start(id, { content: [{ type: 'text', text: 'What is it?' }, image] })
    await server.turns.idle(id)
    await server.say(id, 'And now?')
    const path = await server.store.path(id)
    const [shown, failed] = [path[2], path.at(-1)]
    expect(failed?.metadata).toMatchObject({ status: 'error', error: { error_class: 'invalid_request' } })

    const found = await lookedAt(id, failed?.id ?? '')
    expect(found).toEqual({
      message_id: shown?.id,
      role: 'user',
      block_type: 'image',
      excerpt: null,
      reason: expect.stringContaining('Could not process image'),
      can_be_set_aside: true,
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

  test('has nothing to say of an answer that did not fail so', async () => {
    await start()
    const id = await server.sessions.create({ active_model: 'demo:openai' })
    await server.say(id, 'hello')
    const answer = (await server.store.path(id)).at(-1)
    expect(await lookedAt(id, answer?.id ?? '')).toBeNull()
  })
})
