import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { readEnv } from '#lib/env.ts'
import { openLiveDirectory } from '#lib/live-directory.ts'
import { createLogger } from '#lib/log.ts'
import { Secrets } from '#lib/secrets.ts'
import { CURRENT_PRICES, costIn, SHIPPED_BOOK } from '#test/support/prices.ts'

const KEY = 'key-of-work-0123456789'
const USAGE = { input_tokens: 1_000_000, output_tokens: 0, cached_input_tokens: 0, cache_creation_input_tokens: 0 }

/** A server that lists one model and notes who asked. */
async function listing(name: string) {
  const asked: unknown[] = []
  const server = createServer((request, response) => {
    asked.push([request.headers.authorization, request.headers['x-team']])
    response.end(JSON.stringify({ data: [{ id: name }] }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked }
}

async function open(text: string | null, variables: Record<string, string> = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'metis-test-'))
  const path = join(folder, 'models.yaml')
  if (text !== null) await writeFile(path, text)
  const secrets = new Secrets([])
  const lines: string[] = []
  const log = createLogger({ secrets, write: (line) => lines.push(line) })
  const directory = await openLiveDirectory({
    providers: readEnv(variables).providers,
    path,
    prices: SHIPPED_BOOK,
    preferred: null,
    log,
    secrets,
    variable: (name) => ({ WORK_KEY: KEY })[name] ?? null,
  })
  onTestFinished(async () => {
    await directory.close()
    await rm(folder, { recursive: true, force: true })
  })
  return { ...directory, path, log, lines }
}

const namesOf = ({ models }: Awaited<ReturnType<typeof open>>, provider: string) =>
  models.list().flatMap((model) => (model.provider === provider ? [model.id] : []))

test('without a file the environment alone says what there is', async () => {
  const opened = await open(null, { GROQ_API_KEY: 'groq-key' })
  expect(opened.models.configProblem).toBeNull()
  expect(namesOf(opened, 'groq')).toEqual(['groq:openai/gpt-oss-120b', 'groq:openai/gpt-oss-20b'])
})

test('the file adds providers and models with names, prices and capabilities of their own', async () => {
  const host = await listing('served')
  const opened = await open(`
adapters:
  work: { base_url: ${host.url}, api_key_env: WORK_KEY, label: Work, headers: { x-team: a } }
models:
  work:big:
    label: The big one
    aliases: [big, gpt]
    capabilities: { max_context_tokens: 64000, supports_images: true }
    price: openai:gpt-4o
  work:free: { price: free }
  openai:gpt-4o: { price: unpriced }
`)
  const { models } = opened
  await models.refresh()
  expect(host.asked).toEqual([[`Bearer ${KEY}`, 'a']])
  expect(namesOf(opened, 'work')).toEqual(['work:served', 'work:big', 'work:free'])
  expect(models.list().find(({ id }) => id === 'work:big')).toMatchObject({
    label: 'The big one',
    provider_label: 'Work',
    configured: true,
    aliases: ['big', 'gpt'],
    capabilities: { max_context_tokens: 64_000, supports_images: true, assumed: false },
    price: CURRENT_PRICES.models['openai:gpt-4o'],
  })
  expect(models.find('GPT')?.id).toBe('work:big')
  expect(models.list().find(({ id }) => id === 'openai:gpt-6.1-sol')?.aliases).toEqual(['sol', 'gpt-6.1'])
  expect(costIn(models, USAGE, 'work:big', 'work:big').cost_usd).toBe('2.5')
  expect(costIn(models, USAGE, 'work:free', 'work:free').cost_usd).toBe('0')
  expect(costIn(models, USAGE, 'work:served', 'work:served').cost_usd).toBeNull()
  expect(costIn(models, USAGE, 'openai:gpt-4o', 'openai:gpt-4o').cost_usd).toBeNull()
})

test('a key that comes with the file is known to the log at once', async () => {
  const opened = await open('adapters:\n  work: { base_url: http://127.0.0.1:9, api_key_env: WORK_KEY }\n')
  opened.log.info(`it is ${KEY}`)
  expect(opened.lines.join()).toContain('it is [redacted]')
})

test('a change is taken in by itself, also one that puts another file in its place; a faulty one changes nothing', async () => {
  const [one, two] = [await listing('one'), await listing('two')]
  const fileFor = (url: string) => `adapters:\n  work: { base_url: ${url} }\n`
  const opened = await open(fileFor(one.url))
  const { models, path, lines } = opened
  await models.refresh()
  expect(namesOf(opened, 'work')).toEqual(['work:one'])

  await writeFile(`${path}.new`, fileFor(two.url))
  await rename(`${path}.new`, path)
  await vi.waitFor(() => expect(namesOf(opened, 'work')).toEqual(['work:two']), 10_000)

  await writeFile(path, 'adapters:\n  work: { base_url: nowhere }\n')
  await vi.waitFor(() => expect(models.configProblem).not.toBeNull(), 10_000)
  expect(models.configProblem).toEqual({
    file: 'models.yaml',
    line: 2,
    column: 11,
    problem: 'adapters.work.base_url must be an http or https address, without user name or fragment',
  })
  expect(lines.join()).toContain('models.yaml is not valid')
  expect(namesOf(opened, 'work')).toEqual(['work:two'])

  await rm(path)
  await vi.waitFor(() => expect(models.configProblem).toBeNull(), 10_000)
  expect(namesOf(opened, 'work')).toEqual([])
})

test('a faulty file at the start leaves what is shipped and what the environment sets up, and is told', async () => {
  const opened = await open('models: [', { GROQ_API_KEY: 'groq-key' })
  expect(opened.models.configProblem).toMatchObject({ file: 'models.yaml', line: 1 })
  expect(namesOf(opened, 'groq')).toHaveLength(2)
  expect(opened.models.defaultModel).toBe('groq:openai/gpt-oss-120b')
})
