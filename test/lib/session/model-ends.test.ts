import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { readEnv } from '#lib/env.ts'
import { openInstallation } from '#lib/installation.ts'
import { LOCAL_OWNER } from '#lib/principal.ts'

const stack: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const undo of stack.splice(0).reverse()) await undo()
})

async function suggested(model: string, said: string, env: Record<string, string>) {
  const folder = await mkdtemp(join(tmpdir(), 'metis-ends-'))
  stack.push(() => rm(folder, { recursive: true, force: true }))
  await writeFile(join(folder, 'models.yaml'), `models:\n  ${model}:\n    ends_on: 2027-01-05\n${said}`)
  const installation = await openInstallation(readEnv({ METIS_DATA_DIR: folder, METIS_LOG_LEVEL: 'error', ...env }))
  stack.push(() => installation.close())
  return (await installation.modelEnds.list(LOCAL_OWNER)).map(({ model: { id }, suggested }) => [id, suggested])
}

const KEYS = { ANTHROPIC_API_KEY: 'k' }

test.each([
  ['anthropic:claude-haiku-4-5', '', KEYS, 'anthropic:claude-haiku-5-5'],
  ['anthropic:claude-haiku-4-5', '    successor: anthropic:claude-sonnet-5\n', KEYS, 'anthropic:claude-sonnet-5'],
  // Its provider is not set up: it can be asked no more than the one that ends.
  ['anthropic:claude-haiku-4-5', '    successor: openai:gpt-5\n', KEYS, 'anthropic:claude-haiku-5-5'],
  ['anthropic:claude-haiku-4-5', '', {}, null],
])(
  '%s %j goes on with one that was named and can be asked, else with one of its size',
  async (model, said, env, to) => {
    expect(await suggested(model, said, env)).toEqual([[model, to]])
  },
)
