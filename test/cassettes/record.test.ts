import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { wireOf } from '#lib/adapters/registry.ts'
import { readEnv } from '#lib/env.ts'
import { type Cassette, play } from '#test/support/cassette.ts'
import { startDemoServer } from '#test/support/demo-server.ts'
import { record } from '../../cassettes/record.ts'
import { SCENARIOS } from '../../cassettes/scenario.ts'
import { secretsLeftIn } from '../../cassettes/scrub.ts'
import { runCommand } from '../command.ts'

const KEY = 'key-of-mine-0123456789'

let folder: string
const lines: string[] = []
beforeEach(async () => {
  lines.length = 0
  folder = await mkdtemp(join(tmpdir(), 'metis-cassettes-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const run = (args: string[], env: Record<string, string>) =>
  record([...args, '--folder', folder], readEnv(env), (line) => lines.push(line))

async function written(): Promise<Map<string, string>> {
  const files = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = files.filter((file) => file.isFile()).map((file) => join(file.parentPath, file.name))
  return new Map(
    await Promise.all(
      paths.map(async (path) => [path.slice(folder.length + 1), await readFile(path, 'utf8')] as const),
    ),
  )
}

/** Answers every request with what `answer` makes of its key. */
async function withServer(answer: (key: string) => string, use: (url: string) => Promise<void>): Promise<void> {
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      response.writeHead(200, {
        'content-type': 'text/event-stream',
        'openai-organization': 'the-owner-of-the-key',
        'set-cookie': `session=${KEY}`,
      })
      response.end(answer(String(request.headers.authorization).replace('Bearer ', '')))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  try {
    await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  } finally {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
}

function chatStream(...texts: string[]): string {
  const chunks = texts.map((content) => ({ choices: [{ index: 0, delta: { content } }] }))
  const all = [...chunks, { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] }]
  return `${all.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join('')}data: [DONE]\n\n`
}

describe('recording from the demo server', () => {
  test.each([
    ['anthropic', 'ANTHROPIC', 'anthropic.messages', 'anthropic:claude-haiku-4-5'],
    ['openai', 'OPENAI', 'openai.chat', 'openai:gpt-4.1-mini'],
  ] as const)('every scenario of %s is written, and plays back', async (type, prefix, format, model) => {
    const server = await startDemoServer({ delay: async () => {} })
    try {
      const env = { [`${prefix}_API_KEY`]: KEY, [`${prefix}_BASE_URL`]: server.url }
      expect(await run([type, '--model', model], env)).toBe(0)
    } finally {
      await server.close()
    }
    const files = await written()
    // The demo knows every model.
    const answered = SCENARIOS.filter(({ error }) => error === undefined)
    const expected = answered.filter(({ name }) => type === 'anthropic' || name !== 'thinking')
    expect([...files.keys()].sort()).toEqual(expected.map(({ name }) => `${format}/${type}-${name}.json`).sort())
    for (const [path, text] of files) {
      expect(text).not.toContain(KEY)
      const cassette: Cassette = JSON.parse(text)
      expect(cassette).toMatchObject({ api: format, provider: type, label: 'recorded', request: { headers: {} } })
      const played = play(wireOf({ type }).protocol, cassette)
      expect(played.warnings, path).toEqual([])
      expect(played.finished, path).toBe(true)
    }
    if (type === 'openai') expect(lines).toContain('openai thinking: openai:gpt-4.1-mini has no thinking')
  })

  test('the command does the same from a shell', async () => {
    const server = await startDemoServer({ delay: async () => {} })
    try {
      const env = { ANTHROPIC_API_KEY: KEY, ANTHROPIC_BASE_URL: server.url }
      const args = ['cassettes/record.ts', 'anthropic', '--scenario', 'text', '--folder', folder]
      const { ok, output } = await runCommand('node', args, { env })
      expect({ ok, output }).toMatchObject({ ok: true, output: expect.stringContaining('anthropic-text.json') })
    } finally {
      await server.close()
    }
    expect([...(await written()).keys()]).toEqual(['anthropic.messages/anthropic-text.json'])
  })
})

describe('what is recorded', () => {
  const text = ['openai', '--scenario', 'text']
  const env = (url: string) => ({ OPENAI_API_KEY: KEY, OPENAI_BASE_URL: url })

  test('holds neither the key that the server repeats, nor the headers that name its owner', async () => {
    await withServer(
      (key) => chatStream(`Your key is ${key}.`),
      async (url) => expect(await run(text, env(url))).toBe(0),
    )
    const [cassette = ''] = (await written()).values()
    expect(cassette).toContain('Your key is [redacted].')
    expect(cassette).not.toMatch(/key-of-mine|owner|cookie/)
  })

  test.each<[string, (key: string) => string]>([
    ['in base64', (key) => chatStream(Buffer.from(`Authorization: ${key}\n`).toString('base64'))],
    ['escaped', (key) => chatStream('key').replace('"key"', `"\\u006b${key.slice(1)}"`)],
  ])('is written without the key that comes %s', async (_how, answer) => {
    await withServer(answer, async (url) => expect(await run(text, env(url))).toBe(0))
    const [cassette = ''] = (await written()).values()
    expect(cassette).toContain('[redacted]')
    expect(secretsLeftIn(cassette, [KEY])).toEqual([])
    expect(cassette).not.toContain(KEY.slice(1))
  })

  test.each<[string, (key: string) => string]>([
    ['in pieces', (key) => chatStream(key.slice(0, 9), key.slice(9))],
    ['next to somebody else’s', () => chatStream('AKIAABCDEFGHIJKLMNOP')],
  ])('is not written while the key is in it %s', async (_how, answer) => {
    await withServer(answer, async (url) => expect(await run(text, env(url))).toBe(1))
    expect(await written()).toEqual(new Map())
    expect(lines[0]).toMatch(/^openai text: openai-text still holds .+: it is not written$/)
    expect(lines.join()).not.toContain(KEY)
  })
})

describe('a good recording', () => {
  const text = ['openai', '--scenario', 'text']
  const env = (url: string) => ({ OPENAI_API_KEY: KEY, OPENAI_BASE_URL: url })
  const limited = `data: ${JSON.stringify({ error: { message: 'Rate limit reached', code: 'rate_limit_exceeded' } })}\n\n`

  test('is not replaced by an error of another hour, and the command says which', async () => {
    await withServer(
      () => chatStream('Hello.'),
      async (url) => expect(await run(text, env(url))).toBe(0),
    )
    const before = await written()
    await withServer(
      () => limited,
      async (url) => expect(await run(text, env(url))).toBe(1),
    )
    expect(lines.find((line) => line.includes('Rate limit'))).toMatch(/^openai text: /)
    expect(await written()).toEqual(before)
  })

  test('of an error is not made of another error, nor of an answer', async () => {
    const unknown = ['openai', '--scenario', 'error-unknown-model']
    await withServer(
      () => limited,
      async (url) => expect(await run(unknown, env(url))).toBe(1),
    )
    await withServer(
      () => chatStream('Hello.'),
      async (url) => expect(await run(unknown, env(url))).toBe(0),
    )
    expect(lines).toContain('openai error-unknown-model: openai sees no fault in it')
    expect(await written()).toEqual(new Map())
    const unheard = { message: 'The model `no-such-model` does not exist', code: 'model_not_found' }
    await withServer(
      () => `data: ${JSON.stringify({ error: unheard })}\n\n`,
      async (url) => expect(await run(unknown, env(url))).toBe(0),
    )
    expect([...(await written()).values()].join()).toContain('does not exist')
  })
})

describe('without what it needs the command', () => {
  test('says which variables there are', async () => {
    expect(await run([], {})).toBe(1)
    expect(lines.join()).toMatch(/ANTHROPIC_API_KEY.*OLLAMA_BASE_URL.*OPENAI_API_KEY.*OPENROUTER_API_KEY/)
  })

  test('names the variable of what was asked for', async () => {
    expect(await run(['openrouter'], { OPENAI_API_KEY: KEY })).toBe(1)
    expect(lines).toEqual(['openrouter: set OPENROUTER_API_KEY'])
  })

  test('says that nobody answered, and what to look at', async () => {
    expect(await run(['ollama', '--scenario', 'text'], { OLLAMA_BASE_URL: 'http://127.0.0.1:1' })).toBe(1)
    expect(lines[0]).toMatch(/^ollama text: /)
    expect(await written()).toEqual(new Map())
  })

  test.each([[['nobody']], [['--scenario', 'dance']]])('explains itself for %j', async (args) => {
    expect(await run(args, { OPENAI_API_KEY: KEY })).toBe(1)
    expect(lines.join()).toContain('scenarios: text, tool-call')
  })

  test('explains itself when asked', async () => {
    expect(await run(['--help'], {})).toBe(0)
  })
})
