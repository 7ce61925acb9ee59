import { afterEach, describe, expect, test } from 'vitest'
import type { Message } from '#lib/canonical/message.ts'
import { createDemoFetch } from '#lib/demo/demo-fetch.ts'
import { TOUR } from '#lib/demo/tour.ts'
import { foundOnWire } from '#test/support/found-on-wire.ts'
import { type SessionServer, startSessionServer } from '#test/support/session-server.ts'
import { recordingFetch } from '#test/support/wire-recorder.ts'

let server: SessionServer
afterEach(() => server.close())

const PICTURE = TOUR.flatMap(({ content }) => content).find(({ type }) => type === 'image')
const THERE_AND_BACK = ['demo:openai', 'demo:responses', 'demo:ollama', 'demo:openrouter', 'demo:anthropic']

/** A chat at the first model with a tool, thoughts and sources, and a picture where it is wanted. */
async function begun({ hasPicture }: { hasPicture: boolean }) {
  const recorder = recordingFetch(createDemoFetch({ delay: async () => {} }))
  server = await startSessionServer({ fetch: recorder.fetch })
  const id = await server.sessions.create({ active_model: 'demo:anthropic' })
  await server.say(id, 'think and calculate 123*45')
  await server.say(id, 'search the web for tides')
  if (hasPicture && PICTURE) {
    await server.turns.start(id, { content: [PICTURE, { type: 'text', text: 'A picture of it.' }] })
    await server.turns.idle(id)
  }
  return { id, sent: recorder.sent }
}

const totals = (messages: readonly Message[]) => {
  const types = messages.flatMap(({ content }) => content.map(({ type }) => type))
  return Object.fromEntries([...new Set(types)].map((type) => [type, types.filter((each) => each === type).length]))
}

async function pictureBytes(path: readonly Message[]): Promise<(data: string) => string> {
  const blocks = path.flatMap(({ content }) => content).filter((block) => block.type === 'image')
  const read = await Promise.all(
    blocks.map(async ({ source: { data } }) => {
      const kept = await server.attachments.get(data)
      return [data, Buffer.from(kept?.bytes ?? []).toString('base64')] as const
    }),
  )
  return (data) => new Map(read).get(data) ?? ''
}

describe('a chat with a tool, thoughts and sources that goes through all five formats and back', () => {
  test('arrives at each with its words, calls and results, and with the thoughts of that model alone', async () => {
    const { id, sent } = await begun({ hasPicture: false })
    for (const model of THERE_AND_BACK) {
      const before = await server.store.path(id)
      expect(await server.sessions.change(id, { active_model: model })).toMatchObject({ ok: true })
      await server.say(id, `think about ${model}`)
      const body = sent.at(-1)?.body ?? ''
      const found = foundOnWire(before, body, () => '')
      const { text, tool_use, tool_result } = totals(before)
      expect(found).toMatchObject({ text, tool_use, tool_result })
      const own = before.filter(({ metadata }) => metadata.model === model)
      // Chat Completions takes no thoughts back, not even its own.
      const kept = model === 'demo:openai' ? 0 : (totals(own).thinking ?? 0)
      expect(found.thinking, model).toBe(kept)
    }
    expect(sent.slice(-5).map(({ url }) => new URL(url).pathname)).toEqual([
      '/v1/chat/completions',
      '/v1/responses',
      '/api/chat',
      '/api/v1/chat/completions',
      '/v1/messages',
    ])
  })

  test('takes a picture along, byte for byte, to those that have eyes, and is refused by the one that has none', async () => {
    const { id, sent } = await begun({ hasPicture: true })
    for (const model of THERE_AND_BACK) {
      const before = await server.store.path(id)
      const count = sent.length
      const changed = await server.sessions.change(id, { active_model: model })
      if (model === 'demo:ollama') {
        expect(changed).toMatchObject({ ok: false, refusal: { reason: expect.stringContaining('picture') } })
        expect(sent).toHaveLength(count)
        continue
      }
      expect(changed).toMatchObject({ ok: true })
      await server.say(id, 'what did you receive?')
      const found = foundOnWire(before, sent.at(-1)?.body ?? '', await pictureBytes(before))
      expect(found.image, model).toBe(1)
    }
  })
})
