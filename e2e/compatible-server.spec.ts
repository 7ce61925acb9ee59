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
      expect(await api.session(id)).toMatchObject({ cost_usd: '0' })

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
