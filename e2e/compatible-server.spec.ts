import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { textOf } from '#lib/canonical/block.ts'
import { startDemoServer } from '#test/support/demo-server.ts'
import { apiClient } from './client.ts'
import { startServer } from './server.ts'

// The scripted model behind a real socket, as any server of the user's own would be.

for (const [variable, provider] of [
  ['ANTHROPIC_BASE_URL', 'anthropic'],
  ['OPENAI_BASE_URL', 'openai'],
] as const) {
  test(`${variable}: a compatible server needs no key; its models are listed and any name of it is tried`, async () => {
    const folder = await mkdtemp(join(tmpdir(), 'metis-compatible-'))
    const upstream = await startDemoServer({ delay: async () => {} })
    const server = await startServer(folder, { [variable]: upstream.url })
    try {
      const api = apiClient(server.url)
      const { models, default: fallback } = (await (await api.call('/models')).json()) as {
        models: { id: string; configured: boolean; scripted: boolean }[]
        default: string
      }
      const own = models.filter((model) => model.id.startsWith(`${provider}:`))
      expect(own.length).toBeGreaterThan(0)
      expect(own.every((model) => model.configured && !model.scripted)).toBe(true)
      expect(fallback).toBe(own[0]?.id)

      const id = await api.newSession({ active_model: `${provider}:a-name:of-its-own` })
      const watch = await api.watch(id)
      await api.say(id, 'calculate 6*7')
      await watch.untilType('turn.completed')
      await watch.stop()
      const answer = (await api.messages(id)).at(-1)
      expect(textOf(answer?.content ?? [])).toContain('42')
      expect(answer?.metadata).toMatchObject({ provider, usage: { cost_usd: null, pricing_version: null } })
      expect(await api.session(id)).toMatchObject({ cost_usd: null, unpriced_calls: 2 })

      await upstream.close()
      const again = await api.watch(id)
      await api.say(id, 'are you there?')
      await again.untilType('turn.failed')
      await again.stop()
      expect((await api.messages(id)).at(-1)?.metadata).toMatchObject({
        status: 'error',
        error: { error_class: 'network' },
      })
    } finally {
      await upstream.close()
      await server.stop()
      await rm(folder, { recursive: true, force: true })
    }
  })
}

test('a server that is away at the start offers nothing that it may not have, and its models once it is there', async ({
  page,
}) => {
  test.setTimeout(90_000)
  const folder = await mkdtemp(join(tmpdir(), 'metis-away-'))
  const before = await startDemoServer({ delay: async () => {} })
  await before.close()
  const server = await startServer(folder, { OPENAI_BASE_URL: before.url })
  const upstreams: { close: () => Promise<void> }[] = []
  try {
    const api = apiClient(server.url)
    const models = async () => (await (await api.call('/models')).json()) as Record<string, unknown> & { models: Row[] }
    type Row = { id: string; configured: boolean; scripted: boolean }
    const offered = ({ models }: { models: Row[] }) => models.filter(({ id }) => id.startsWith('openai:'))
    const away = await models()
    expect(offered(away)).toEqual([])
    expect(away).toMatchObject({
      default: '',
      unlisted: [{ provider: 'openai', label: 'OpenAI', problem: 'unreachable' }],
    })

    await page.goto(server.url)
    await expect(page.getByRole('status').filter({ hasText: 'the server cannot be reached' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Model: No model' })).toBeVisible()

    upstreams.push(await startDemoServer({ delay: async () => {} }, Number(new URL(before.url).port)))
    await expect.poll(async () => offered(await models()).length, { timeout: 30_000 }).toBeGreaterThan(0)
    const back = await models()
    expect(back).toMatchObject({ default: offered(back)[0]?.id, unlisted: [] })
    // The page finds out by itself.
    await expect(page.getByRole('button', { name: /^Model: / })).not.toHaveAccessibleName('Model: No model', {
      timeout: 30_000,
    })
    await expect(page.getByText('the server cannot be reached')).toHaveCount(0)
  } finally {
    await Promise.all(upstreams.map((upstream) => upstream.close()))
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
})
