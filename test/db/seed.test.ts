import { expect, test } from 'vitest'
import { openBilledCalls } from '#db/billed-call.ts'
import { localDatabaseUrl, type SharedClient } from '#db/client.ts'
import { openReprices } from '#db/reprice.ts'
import { program } from '#db/seed/seed.ts?program'
import { openStore } from '#db/store.ts'
import { openUsage } from '#db/usage.ts'
import { formatTimestamp } from '#lib/canonical/timestamp.ts'
import { parsePriceTable } from '#lib/pricing/price-table.ts'
import { LOCAL_OWNER } from '#lib/principal.ts'
import { applyReprice } from '#lib/repricing/reprice-job.ts'
import { temporaryFolder } from '../support/database.ts'
import { repriceOf } from '../support/repricing.ts'
import { runProgram } from '../support/run-program.ts'
import { llmCallOf, session } from '../support/session-builder.ts'

async function seed(folder: string, ...args: string[]): Promise<string> {
  const env = { METIS_DATA_DIR: folder, METIS_LOG_LEVEL: 'error' }
  const { stdout, ...ended } = await runProgram([program, ...args], env)
  expect(ended).toEqual({ code: 0, stderr: '' })
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
  // What is kept beside the calls goes with them.
  const reprice = repriceOf({ from: '2020-01-01T00:00:00.000000Z', to: formatTimestamp(Date.now() * 1_000) })
  const reprices = openReprices({ client: seeded.client, url })
  await reprices.begin(reprice)
  const begun = await reprices.find(reprice.id)
  const reader = openBilledCalls({ client: seeded.client, url })
  const deps = { store: reprices, reader, clock: () => Date.now() * 1_000, signal: new AbortController().signal }
  const found = { input_per_mtok_usd: '1000', output_per_mtok_usd: '1' }
  const table = parsePriceTable({ pricing_version: 'second', models: { 'mistral:mistral-large-latest': found } })
  if (begun) await applyReprice(begun, table, deps)
  const repriced = await usage.sums({ ...year, costs: 'repriced', group: 'model' })
  expect(repriced[0]?.key).toBe('mistral:mistral-large-latest')
  const { items } = await seeded.sessions(LOCAL_OWNER, { limit: 500 })
  const samples = items.filter(({ id }) => id !== own.id)
  expect(samples.length).toBeGreaterThan(0)
  for (const { title, tags } of samples) expect([title, tags]).toEqual([expect.stringMatching(/^Sample: /), ['sample']])
  expect((await seeded.path(samples[0]?.id ?? '')).length).toBeGreaterThan(1)
  const decisions = (client: SharedClient) => client.execute('SELECT count(*) AS n FROM usage_routes')
  expect((await decisions(seeded.client)).rows[0]?.n).toBeGreaterThan(0)
  await seeded.close()

  expect(await seed(folder.path, '--remove')).toContain('3000 calls of sample traffic are gone')
  const after = await openStore({ url })
  const left = openUsage({ client: after.client, url })
  expect(await left.sums({ ...year, group: 'model' })).toMatchObject([{ key: 'demo:test', calls: 1, cost_usd: '1' }])
  expect(await left.sums({ ...year, costs: 'repriced', group: 'model' })).toMatchObject([{ cost_usd: '1' }])
  const costs = await after.client.execute('SELECT count(*) AS n FROM call_costs')
  expect(costs.rows[0]?.n).toBe(0)
  for (const table of ['usage_routes', 'usage_cache_writes']) {
    expect((await after.client.execute(`SELECT count(*) AS n FROM ${table}`)).rows[0]?.n, table).toBe(0)
  }
  expect((await after.sessions(LOCAL_OWNER, { limit: 10 })).items.map(({ id }) => id)).toEqual([own.id])
  await after.close()
})

test('a number of calls that is none is refused before anything is written', async () => {
  await using folder = await temporaryFolder()
  // From its source, as whoever calls it does.
  expect(await runProgram(['db/seed/seed.ts', '--calls', 'many'], { METIS_DATA_DIR: folder.path })).toEqual({
    code: 1,
    stdout: '',
    stderr: '--calls takes a whole number from 1 to 10000000, not many\n',
  })
})
