import { afterEach, describe, expect, test } from 'vitest'
import type { JsonObject } from '#lib/canonical/json.ts'
import { createDemoFetch, type DemoOptions } from '#lib/demo/demo-fetch.ts'
import type { TurnInput } from '#lib/turn/prepare-turn.ts'
import { temporaryFolder } from '#test/support/database.ts'
import { MortalStore } from '#test/support/mortal-store.ts'
import { type SessionServer, type SessionServerOptions, startSessionServer } from '#test/support/session-server.ts'

const WORDS = 'We do not take this request.'

let stack = new AsyncDisposableStack()
afterEach(async () => {
  await stack.disposeAsync()
  stack = new AsyncDisposableStack()
})

/** An upstream that refuses whatever `refuses` says, and what it was sent. */
function upstream(refuses: (body: string) => Response | null = picky, script: DemoOptions = {}) {
  const demo = createDemoFetch({ delay: async () => {}, ...script })
  const sent: string[] = []
  const host = { refuses }
  const answer: typeof fetch = async (input, init) => {
    const body = String(init?.body)
    sent.push(body)
    return host.refuses(body) ?? demo(input, init)
  }
  return { sent, host, fetch: answer }
}

const refusal = (status: number, message = WORDS, type = 'invalid_request_error') =>
  Response.json({ type: 'error', error: { type, message } }, { status })

/** Says of nothing in it that it is to blame. */
const picky = (body: string) => (body.includes('picky') ? refusal(400) : null)

async function start(options: SessionServerOptions): Promise<SessionServer> {
  const server = await startSessionServer({ adapter: { max_retries: 0 }, ...options })
  stack.defer(() => server.close())
  return server
}

async function lastOf(server: SessionServer, id: string) {
  const answer = (await server.store.path(id)).at(-1)
  if (!answer) throw new Error('nothing was said')
  return answer
}

/** A chat whose second question was refused; the answer before that is where it can be asked again. */
async function refusedChat(server: SessionServer, question = 'picky') {
  const id = await server.sessions.create({ active_model: 'demo:anthropic' })
  await server.say(id, 'hello')
  const before = await lastOf(server, id)
  await server.say(id, question)
  const [asked, failed] = (await server.store.path(id)).slice(-2)
  if (!asked || !failed) throw new Error('nothing was refused')
  const again = (text = question, turn: Omit<TurnInput, 'content'> = {}) =>
    server.say(id, text, { parent_id: before.id, ...turn })
  return { id, before, asked, failed, again }
}

describe('a request that was refused, of which nothing was named', () => {
  test('is not sent again, and the failure says so in the words of the provider', async () => {
    const { sent, fetch } = upstream()
    const server = await start({ fetch })
    const { id, failed, again } = await refusedChat(server)
    expect(failed.metadata.error).toEqual({ error_class: 'invalid_request', message: `demo: 400: ${WORDS}` })
    const count = sent.length

    const { turn_id } = await again()
    expect(sent).toHaveLength(count)
    const error = { error_class: 'invalid_request', message: `demo: 400: ${WORDS}`, reason: 'refused_before' }
    expect((await lastOf(server, id)).metadata).toMatchObject({ status: 'error', turn_id, error })
    const [end] = await server.store.events(id, { turn_id, types: ['turn.failed'] })
    expect(end?.payload).toMatchObject(error)
    // What is not sent costs nothing.
    expect((await server.store.llmCalls(id, turn_id)).map(({ exchange, usage }) => [exchange, usage])).toEqual([
      [null, null],
    ])
    // And again, for the refusal of then is still the one that holds.
    await again()
    expect(sent).toHaveLength(count)
    expect((await lastOf(server, id)).metadata.error).toEqual(error)
  })

  test('in other words, with other settings and to another model it is another one, which is sent', async () => {
    const { sent, fetch } = upstream()
    const server = await start({ fetch })
    const { again } = await refusedChat(server)
    const count = sent.length
    await again('picky, otherwise')
    await again('picky', { settings: { max_output_tokens: 500 } })
    await again('picky', { model: 'demo:openai' })
    expect(sent).toHaveLength(count + 3)
    await again('picky', { settings: { max_output_tokens: 500 } })
    expect(sent).toHaveLength(count + 3)
  })

  test('in a message that waited for its place it is not sent', async () => {
    const { sent, fetch } = upstream()
    const server = await start({ fetch })
    const { id, before, asked } = await refusedChat(server)
    const count = sent.length
    // As the queue of a page sends: to the end of the active path, wherever that is by then.
    await server.sessions.deleteMessages(id, asked.id, 'branch')
    expect(await server.store.head(id)).toBe(before.id)
    await server.say(id, 'picky')
    expect(sent).toHaveLength(count)
    expect((await lastOf(server, id)).metadata.error?.reason).toBe('refused_before')
  })

  test('in a turn that goes on after a restart it is not sent', async () => {
    const folder = stack.use(await temporaryFolder())
    // A model that calls the tool with the same words each time.
    const takesNoResult = (body: string) => (body.includes('"tool_result"') ? refusal(400) : null)
    const { sent, fetch } = upstream(takesNoResult, { newId: () => 'same', random: () => 0.5 })
    const options = { fetch, folder: folder.path, checkpointMs: 600_000 }
    const first = await start(options)
    const id = await first.sessions.create({ active_model: 'demo:anthropic' })
    await first.say(id, 'calculate 2*3')
    expect((await lastOf(first, id)).metadata.error?.message).toBe(`demo: 400: ${WORDS}`)
    await first.close()
    expect(sent).toHaveLength(2)

    // It dies once the result is stored, before the model is called again.
    const mortal = new MortalStore(5)
    const second = await startSessionServer({ ...options, wrapStore: mortal.wrap })
    stack.defer(() => second.store.close())
    const content = [{ type: 'text' as const, text: 'calculate 2*3' }]
    const { turn_id } = await second.turns.start(id, { content, parent_id: null })
    await mortal.died
    expect(sent).toHaveLength(3)
    expect(sent[2]).toBe(sent[0])

    const third = await start(options)
    await third.turns.recover({ isAlone: true })
    await third.turns.idle()
    expect(sent).toHaveLength(3)
    const path = await third.store.path(id)
    expect(path.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'assistant'])
    const error = { error_class: 'invalid_request', message: `demo: 400: ${WORDS}`, reason: 'refused_before' }
    expect(path.at(-1)?.metadata).toMatchObject({ turn_id, status: 'error', error })
    expect((await third.store.session(id))?.state).toBe('idle')
  })

  test('is sent where a person wants it so, and from then on once it was answered', async () => {
    const { sent, host, fetch } = upstream()
    const server = await start({ fetch })
    const { id, again } = await refusedChat(server)
    const count = sent.length
    await again('picky', { resend_refused: true })
    expect(sent).toHaveLength(count + 1)
    // Refused again, it holds again.
    await again()
    expect(sent).toHaveLength(count + 1)

    host.refuses = () => null
    await again('picky', { resend_refused: true })
    expect((await lastOf(server, id)).metadata.status).toBe('complete')
    await again()
    expect(sent).toHaveLength(count + 3)
    expect((await lastOf(server, id)).metadata.status).toBe('complete')
  })

  test('is not sent where the answer was deleted that failed so', async () => {
    const { sent, fetch } = upstream()
    const server = await start({ fetch })
    const { id, failed, again } = await refusedChat(server)
    const count = sent.length
    await server.sessions.deleteMessages(id, failed.id, 'message')
    await again()
    expect(sent).toHaveLength(count)
    expect((await lastOf(server, id)).metadata.error).toEqual({
      error_class: 'invalid_request',
      reason: 'refused_before',
      message: 'what the provider said of it was deleted with the answer',
    })
  })
})

describe('what is asked again', () => {
  test.each([
    ['a request that is too large', () => refusal(413, 'Request exceeds the maximum size'), false],
    ['one that cannot be processed', () => refusal(422), false],
    ['one that is too long', () => refusal(400, 'prompt is too long: 250000 tokens > 200000 maximum'), false],
    ['an address that is another one', () => new Response(null, { status: 308, headers: { location: '/v2' } }), true],
    ['a method that is not taken there', () => refusal(405, 'Method Not Allowed'), true],
    ['a conflict', () => refusal(409), true],
    ['a limit', () => refusal(429), true],
    ['a key', () => refusal(401), true],
    ['a content policy', () => refusal(403, 'flagged by moderation'), true],
    ['a fault of the server', () => refusal(500, 'Internal server error', 'api_error'), true],
  ] as const)('after %s', async (_, answer, isSent) => {
    const { sent, fetch } = upstream((body) => (body.includes('picky') ? answer() : null))
    const server = await start({ fetch })
    const { id, again } = await refusedChat(server)
    const count = sent.length
    await again()
    expect(sent).toHaveLength(isSent ? count + 1 : count)
    const { error } = (await lastOf(server, id)).metadata
    expect(error?.reason).toBe(isSent ? undefined : 'refused_before')
  })

  test('by a server that forgot how it was mended, it is mended again', async () => {
    const folder = stack.use(await temporaryFolder())
    const takesNoTemperature = (body: string) =>
      (JSON.parse(body) as JsonObject).temperature === undefined
        ? null
        : refusal(400, "Unsupported parameter: 'temperature' is not supported with this model.")
    const { sent, fetch } = upstream(takesNoTemperature)
    const first = await start({ fetch, folder: folder.path })
    const id = await first.sessions.create({ active_model: 'demo:openai', settings: { temperature: 0.2 } })
    await first.say(id, 'hello')
    expect((await lastOf(first, id)).metadata.status).toBe('complete')
    await first.close()
    const asked = [...sent]
    expect(asked).toHaveLength(2)

    const second = await start({ fetch, folder: folder.path })
    await second.say(id, 'hello', { parent_id: null })
    expect((await lastOf(second, id)).metadata.status).toBe('complete')
    expect(sent.slice(2)).toEqual(asked)
  })
})
