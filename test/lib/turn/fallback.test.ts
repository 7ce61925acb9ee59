import { afterEach, describe, expect, test } from 'vitest'
import { textOf } from '#lib/canonical/block.ts'
import { createDemoFetch } from '#lib/demo/demo-fetch.ts'
import { type SessionServer, startSessionServer } from '#test/support/session-server.ts'

const FIRST = 'demo:openai'
/** The default of these servers. */
const OTHER = 'demo:anthropic'

let server: SessionServer
afterEach(() => server.close())

/** An upstream of which only the first model fails, as `answer` says. */
async function startWith(answer: (send: () => Promise<Response>) => Promise<Response> | Response) {
  const demo = createDemoFetch({ delay: async () => {} })
  const upstream: typeof fetch = async (input, init) => {
    const { pathname } = new URL(String(input))
    const send = () => demo(input, init)
    return pathname.endsWith('/chat/completions') ? answer(send) : send()
  }
  server = await startSessionServer({ fetch: upstream, adapter: { max_retries: 1 } })
}

const refusal = (status: number) => () => Response.json({ error: { message: 'not now' } }, { status })

async function ask(settings: { fallback?: boolean }, text = 'hello', model: string | null = FIRST) {
  const id = await server.sessions.create({ active_model: model, settings })
  const { turn_id } = await server.say(id, text)
  const path = await server.store.path(id)
  return { id, turn_id, path, answer: path.at(-1) }
}

describe('where a model fails for the moment before its first word', () => {
  test('its failure stands, unless its chat wants another one asked', async () => {
    await startWith(refusal(503))
    const { answer, path } = await ask({})
    expect(path).toHaveLength(2)
    expect(answer?.metadata).toMatchObject({ status: 'error', model: FIRST, error: { error_class: 'server_error' } })
  })

  test('the next one of the chain answers, and trace, answer and money say so', async () => {
    await startWith(refusal(429))
    const { id, turn_id, path, answer } = await ask({ fallback: true })

    expect(path.map(({ role }) => role)).toEqual(['user', 'assistant'])
    const instead_of = [{ model: FIRST, error_class: 'rate_limit' }]
    expect(answer?.metadata).toMatchObject({
      status: 'complete',
      model: OTHER,
      routing: { chosen_model: OTHER, mode: 'default', instead_of },
    })
    const decided = await server.store.events(id, { types: ['route.decided'] })
    expect(decided.map(({ payload }) => payload)).toMatchObject([
      { chosen_model: FIRST, mode: 'manual' },
      {
        chosen_model: OTHER,
        mode: 'default',
        instead_of,
        chain: expect.arrayContaining([
          expect.objectContaining({ policy: 'manual_sticky', verdict: 'rejected', rejection: 'provider_unavailable' }),
          expect.objectContaining({ policy: 'global_default', verdict: 'chose' }),
        ]),
      },
    ])
    const calls = await server.store.llmCalls(id, turn_id)
    expect(calls.map(({ model_asked, outcome, message_id }) => [model_asked, outcome, message_id])).toEqual([
      [FIRST, 'failed', answer?.id],
      [FIRST, 'failed', answer?.id],
      [OTHER, 'completed', answer?.id],
    ])
    // The chat stays with the model that was chosen for it.
    expect((await server.store.session(id))?.active_model).toBe(FIRST)
  })

  test('it owns the whole turn from then on, with its tools', async () => {
    await startWith(refusal(503))
    const { path } = await ask({ fallback: true }, 'calculate 6*7')
    expect(path.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'assistant'])
    expect(path.filter(({ role }) => role === 'assistant').map(({ metadata }) => metadata.model)).toEqual([
      OTHER,
      OTHER,
    ])
    expect(textOf(path.at(-1)?.content ?? [])).toContain('42')
  })

  test('what the message itself asked for gives way, too', async () => {
    await startWith(refusal(503))
    const { answer } = await ask({ fallback: true }, `@${FIRST} hello`, null)
    expect(answer?.metadata).toMatchObject({ status: 'complete', model: OTHER })
  })

  test.each([
    ['a key that is refused', refusal(401), 'auth'],
    ['a request that is refused', refusal(400), 'invalid_request'],
  ])('%s does not pass, and nobody else is asked', async (_name, answer, error_class) => {
    await startWith(answer)
    const { answer: message } = await ask({ fallback: true })
    expect(message?.metadata).toMatchObject({ status: 'error', model: FIRST, error: { error_class } })
  })

  test('where no other model is left the failure stands, of the one that failed', async () => {
    await startWith(refusal(503))
    const id = await server.sessions.create({ active_model: OTHER, settings: { fallback: true } })
    const { turn_id } = await server.say(id, 'fault overloaded')
    const answer = (await server.store.path(id)).at(-1)
    expect(answer?.metadata).toMatchObject({ status: 'error', model: OTHER, turn_id })
  })

  test('an answer that broke off after its first word stays, and nobody else is asked', async () => {
    await startWith((send) => send())
    const { answer } = await ask({ fallback: true }, 'fault dropped')
    expect(answer?.metadata).toMatchObject({ status: 'error', model: FIRST })
    expect(answer?.content).not.toEqual([])
  })

  test('answers that stand beside each other are those of the models that were asked', async () => {
    await startWith(refusal(503))
    const id = await server.sessions.create({ settings: { fallback: true } })
    await server.turns.compare(id, { content: [{ type: 'text', text: 'hello' }], models: [FIRST, OTHER] })
    await server.turns.idle(id)
    const answer = (await server.store.path(id)).at(-1)
    expect(answer?.metadata).toMatchObject({ status: 'error', model: FIRST })
  })
})
