import { expect, test } from 'vitest'
import { createAdapter } from '#lib/adapters/registry.ts'
import { checkDefaultModel } from '#lib/default-model.ts'
import { memoryLogger } from '#lib/log.ts'
import type { InstalledProvider } from '#lib/models/installed-provider.ts'
import { ModelDirectory } from '#lib/models/model-directory.ts'
import { SHIPPED_BOOK } from '#test/support/prices.ts'

async function checked(preferred: string | null, list?: () => Promise<string[]>) {
  const adapter = createAdapter({ type: 'ollama', base_url: 'http://127.0.0.1:9' })
  const own = list && {
    name: 'ollama',
    adapterOf: () => adapter,
    listModels: async () => (await list()).map((name) => ({ name })),
  }
  const providers: InstalledProvider[] = [
    { name: 'anthropic', adapterOf: () => adapter },
    { name: 'openai', adapterOf: () => adapter },
    ...(own ? [own] : []),
  ]
  const models = new ModelDirectory({ providers, prices: SHIPPED_BOOK, preferred })
  await models.refresh()
  const log = memoryLogger()
  checkDefaultModel(models, preferred, log)
  return { default: models.defaultModel, log: log.entries }
}

test('a default model that is known, or that nobody chose, is nothing to speak of', async () => {
  expect(await checked('openai:gpt-5')).toEqual({ default: 'openai:gpt-5', log: [] })
  expect(await checked('ollama:llama3', async () => ['llama3'])).toEqual({ default: 'ollama:llama3', log: [] })
  expect((await checked(null)).log).toEqual([])
})

test('one that no provider has is refused by name, and with what may have been meant', async () => {
  await expect(checked('openai:gtp-5')).rejects.toMatchObject({
    name: 'EnvError',
    message: expect.stringMatching(/METIS_DEFAULT_MODEL names openai:gtp-5, .*did you mean openai:gpt-5/),
  })
  await expect(checked('ollama:llama3')).rejects.toThrow('is its provider set up?')
})

test('one that its own server does not list, or does not list just now, is taken as it is, with a warning', async () => {
  const unlisted = await checked('ollama:lama3', async () => ['llama3', 'qwen3'])
  expect(unlisted.default).toBe('ollama:lama3')
  const near = expect.arrayContaining(['ollama:llama3'])
  expect(unlisted.log).toMatchObject([{ level: 'warn', fields: { model: 'ollama:lama3', near } }])
  const away = await checked('ollama:llama3', () => Promise.reject(new Error('connection refused')))
  expect(away).toMatchObject({ default: 'ollama:llama3', log: [{ level: 'warn', fields: { model: 'ollama:llama3' } }] })
})
