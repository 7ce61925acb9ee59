import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Message } from '#lib/canonical/message.ts'
import type { Session } from '#lib/canonical/session.ts'
import { createDocumentShelf } from '#lib/media/document-shelf.ts'
import type { AvailableModel } from '#lib/models/model-directory.ts'
import { LOCAL_OWNER } from '#lib/principal.ts'
import { calculator } from '#lib/tools/builtins/calculator.ts'
import { builtInTools } from '#lib/tools/source.ts'
import { nextInput, nextRequest } from '#lib/turn/next-request.ts'
import { type SessionServer, startSessionServer } from '#test/support/session-server.ts'

let server: SessionServer
beforeAll(async () => {
  server = await startSessionServer()
})
afterAll(() => server.close())

const model = (id: string) => server.models.find(id) as AvailableModel

async function next(id: string) {
  const { store, standIns, attachments, log } = server
  const documents = createDocumentShelf({ folder: server.folder })
  const deps = { store, standIns, attachments, log, documents, tools: [builtInTools([calculator])], clock: () => 0 }
  return nextRequest(deps, (await store.session(id)) as Session, LOCAL_OWNER)
}

describe('what a turn that begins now would send', () => {
  test('is the path as a model sees it, with an empty question, the tools and the system prompt', async () => {
    const id = await server.sessions.create({ active_model: 'demo:anthropic', system_prompt: 'Be brief.' })
    await server.say(id, '@demo hello')
    const { messages, tools, system_prompt } = await next(id)
    expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user'])
    expect(messages[0]?.content).toEqual([{ type: 'text', text: 'hello' }])
    expect(messages.at(-1)?.content).toEqual([])
    expect(tools.map(({ name }) => name)).toEqual(['calculator'])
    expect(system_prompt).toBe('Be brief.')
  })

  test('has no tools where the chat wants none', async () => {
    const id = await server.sessions.create({ settings: { tools: false } })
    expect((await next(id)).tools).toEqual([])
  })
})

describe('how much a model reads of it', () => {
  test('is what its provider counted last, and our estimate of what came since', async () => {
    const id = await server.sessions.create({ active_model: 'demo:anthropic' })
    await server.say(id, 'hello')
    await server.say(id, 'Calculate 12*(3+4)')
    const request = await next(id)
    const { input_tokens, calls } = nextInput(request, model('demo:anthropic'))
    const answers = request.messages.filter(({ role }) => role === 'assistant')
    expect(calls.map(({ at }) => at)).toEqual(answers.map(({ created_at }) => created_at))
    const counted = answers.at(-1)?.metadata.usage
    const sent =
      (counted?.input_tokens ?? 0) + (counted?.cached_input_tokens ?? 0) + (counted?.cache_creation_input_tokens ?? 0)
    // The words of the last answer, and the empty question.
    expect(input_tokens - sent).toBeGreaterThan(4)
    expect(input_tokens - sent).toBeLessThan(60)
  })

  test('is an estimate of all of it for a model that was not asked, or of whose answer nobody counted the tokens', async () => {
    const id = await server.sessions.create({ active_model: 'demo:anthropic' })
    await server.say(id, 'hello')
    const request = await next(id)
    const other = model('demo:openai')
    const { messages, tools } = request
    const hints = { files: request.files, documents: request.documents, model: other.id }
    const estimate = other.adapter?.estimateInputTokens(messages, tools, null, hints)
    expect(nextInput(request, other)).toEqual({ input_tokens: estimate, calls: [] })
    const uncounted = (message: Message): Message => {
      const { usage } = message.metadata
      return usage ? { ...message, metadata: { ...message.metadata, usage: { ...usage, estimated: true } } } : message
    }
    expect(nextInput({ ...request, messages: messages.map(uncounted) }, model('demo:anthropic')).calls).toEqual([])
  })

  test('leaves the tools out for a model that takes none', async () => {
    const request = await next(await server.sessions.create({ active_model: 'demo:anthropic' }))
    const able = model('demo:anthropic')
    const unable = { ...able, capabilities: { ...able.capabilities, supports_tools: false } }
    const without = nextInput({ ...request, tools: [] }, able).input_tokens
    expect(nextInput(request, unable).input_tokens).toBe(without)
    expect(nextInput(request, able).input_tokens).toBeGreaterThan(without)
  })
})
