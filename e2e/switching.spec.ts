import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { type BlockType, isBlockOf } from '#lib/canonical/block.ts'
import { startDemoServer } from '#test/support/demo-server.ts'
import { foundOnWire } from '#test/support/found-on-wire.ts'
import { chatPage, test } from './chat-page.ts'
import { apiClient } from './client.ts'
import { pngOf } from './picture.ts'
import { startServer } from './server.ts'

type Fates = { block_type: string; count: number; reason: string }[]
interface Preview {
  carried: Fates
  converted: Fates
  dropped: Fates
  closed_calls: number
  estimated_input_tokens: number
  refusal: object | null
}

/** The scripted upstream behind a socket, asked in each format as a server of its own; one of them sees no pictures. */
const STEPS = [
  { model: 'openai:gpt-4.1', path: '/v1/chat/completions' },
  { model: 'answers:demo', path: '/v1/responses' },
  { model: 'ollama:ollama', path: null },
  { model: 'ollama:ollama-vision', path: '/api/chat' },
  { model: 'openrouter:openrouter', path: '/api/v1/chat/completions' },
  { model: 'anthropic:claude-sonnet-4-5', path: '/v1/messages' },
] as const

const modelsFile = (url: string) => `
adapters:
  anthropic:
    type: anthropic
    base_url: ${url}
    options: { server_tools: [{ type: web_search_20250305, name: web_search }] }
  answers:
    type: openai-responses
    base_url: ${url}
    options: { server_tools: [{ type: web_search }], reasoning_summary: auto }
models:
  anthropic:claude-sonnet-4-5: { tier: balanced }
  openai:gpt-4.1: { tier: balanced }
  answers:demo:
    capabilities: { supports_images: true, accepted_image_media_types: [image/png], supports_thinking: true }
  openrouter:openrouter:
    capabilities: { supports_images: true, accepted_image_media_types: [image/png], supports_thinking: true }
`

const SKY = pngOf(60, 120, 170)

const COUNTED = ['text', 'tool_use', 'tool_result', 'image', 'thinking'] as const satisfies BlockType[]

const countOf = (fates: Fates, type: string) =>
  fates.reduce((total, each) => total + (each.block_type === type ? each.count : 0), 0)

test('a chat with a tool, thoughts, sources and a picture goes through all formats and back, and at each step arrives what was said before', async ({
  page,
}) => {
  test.setTimeout(120_000)
  const folder = await mkdtemp(join(tmpdir(), 'metis-switching-'))
  const sent: { path: string; body: string }[] = []
  const onRequest = (path: string, body: string) => {
    if (body !== '' && !path.endsWith('/api/show')) sent.push({ path, body })
  }
  const upstream = await startDemoServer({ delay: async () => {}, onRequest })
  await writeFile(join(folder, 'models.yaml'), modelsFile(upstream.url))
  const { url } = upstream
  const server = await startServer(folder, { OPENAI_BASE_URL: url, OLLAMA_BASE_URL: url, OPENROUTER_BASE_URL: url })
  try {
    const api = apiClient(server.url)
    const chat = chatPage(page)
    const settings = { reasoning_effort: 'low' }
    const id = await api.newSession({ active_model: 'anthropic:claude-sonnet-4-5', settings })
    await chat.open(`${server.url}/c/${id}`)
    await chat.send('think and calculate 123*45')
    await chat.ended()
    await chat.send('search the web for tides')
    await chat.ended()
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Attach pictures or files' }).click()
    await (await chooser).setFiles({ name: 'sky.png', mimeType: 'image/png', buffer: SKY })
    await expect(page.getByText('Uploading')).toHaveCount(0)
    await chat.send('what did you receive?')
    await chat.ended()

    const asked = await api.messages(id)
    const types = new Set(asked.flatMap(({ content }) => content.map(({ type }) => type)))
    expect([...types].sort()).toEqual(['hosted_tool', 'image', 'text', 'thinking', 'tool_result', 'tool_use'])
    expect(asked.flatMap(({ content }) => content.filter(isBlockOf('text'))).some(({ citations }) => citations)).toBe(
      true,
    )

    for (const { model, path } of STEPS) {
      await test.step(model, async () => {
        const before = await api.messages(id)
        const preview = (await (await api.post(`/sessions/${id}/switch-preview`, { model })).json()) as Preview
        const count = sent.length
        if (path === null) {
          expect(preview.refusal).toMatchObject({ reason: expect.stringContaining('picture') })
          const refused = await api.call(`/sessions/${id}`, {
            method: 'PATCH',
            body: JSON.stringify({ active_model: model }),
          })
          expect(refused.ok).toBe(false)
          expect(sent).toHaveLength(count)
          return
        }
        expect(preview).toMatchObject({ refusal: null, closed_calls: 0 })
        expect(countOf(preview.carried, 'image')).toBe(1)
        // Only where it comes back to, there are thoughts of its own.
        expect(countOf(preview.carried, 'thinking') > 0).toBe(path === '/v1/messages')
        expect(sent).toHaveLength(count)
        await chat.pickModel(model)
        await chat.send(`think about ${model}`)
        await chat.ended()
        expect(sent[count]?.path).toBe(path)
        const found = foundOnWire(before, sent[count]?.body ?? '', () => SKY.toString('base64'))
        for (const type of COUNTED) {
          const carried = countOf(preview.carried, type)
          const converted = countOf(preview.converted, type)
          const total = before.flatMap(({ content }) => content.filter(isBlockOf(type))).length
          expect(carried + converted + countOf(preview.dropped, type), `${type} of the preview`).toBe(total)
          // What goes in another form may or may not be there byte for byte.
          expect(found[type] ?? 0, `${type} on the wire`).toBeGreaterThanOrEqual(carried)
          expect(found[type] ?? 0, `${type} on the wire`).toBeLessThanOrEqual(carried + converted)
        }
      })
    }
  } finally {
    await page.close()
    await upstream.close()
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
})
