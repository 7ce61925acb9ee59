import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { localDatabaseUrl } from '#db/client.ts'
import { openStore } from '#db/store.ts'
import { openUsage } from '#db/usage.ts'
import { temporaryFolder } from '../support/database.ts'
import { llmCallOf, session } from '../support/session-builder.ts'

const run = promisify(execFile)

async function seed(folder: string, ...args: string[]): Promise<string> {
  const env = { ...process.env, METIS_DATA_DIR: folder, METIS_LOG_LEVEL: 'error' }
  const { stdout } = await run(process.execPath, ['db/seed/seed.ts', ...args], { env })
  return stdout
}

test('sample traffic is marked, adds up, and goes without a trace of it, while everything else stays', async () => {
  await using folder = await temporaryFolder()
  const url = localDatabaseUrl(folder.path)
  const own = session({ title: 'My own' })
  const first = await openStore({ url })
  await first.createSession(own, [])
  await first.commit({ session_id: own.id, llm_calls: [llmCallOf(own, { cost_usd: '1' })] })
  await first.close()

  expect(await seed(folder.path, '--calls', '3000')).toContain('3000 calls of sample traffic')
  const seeded = await openStore({ url })
  const year = { from: 0, to: Date.now() * 1_000, filter: {}, costs: 'stamped' } as const
  const usage = openUsage({ client: seeded.client, url })
  expect(await usage.sums({ ...year, group: null })).toMatchObject([{ calls: 3_001 }])
  const models = await usage.sums({ ...year, group: 'model' })
  expect(models.map(({ key }) => key)).toContain('mistral:mistral-large-latest')
  expect(models.find(({ key }) => key === 'mistral:mistral-large-latest')?.cost_usd).toBeNull()
  const { items } = await seeded.sessions({ id: 'local' }, { limit: 500 })
  const samples = items.filter(({ id }) => id !== own.id)
  expect(samples.length).toBeGreaterThan(0)
  for (const { title, tags } of samples) expect([title, tags]).toEqual([expect.stringMatching(/^Sample: /), ['sample']])
  expect((await seeded.path(samples[0]?.id ?? '')).length).toBeGreaterThan(1)
  await seeded.close()

  expect(await seed(folder.path, '--remove')).toContain('3000 calls of sample traffic are gone')
  const after = await openStore({ url })
  const left = openUsage({ client: after.client, url })
  expect(await left.sums({ ...year, group: 'model' })).toMatchObject([{ key: 'demo:test', calls: 1, cost_usd: '1' }])
  expect((await after.sessions({ id: 'local' }, { limit: 10 })).items.map(({ id }) => id)).toEqual([own.id])
  await after.close()
})

test('a number of calls that is none is refused before anything is written', async () => {
  await using folder = await temporaryFolder()
  await expect(seed(folder.path, '--calls', 'many')).rejects.toMatchObject({
    stderr: '--calls takes a whole number from 1 to 10000000, not many\n',
  })
})
