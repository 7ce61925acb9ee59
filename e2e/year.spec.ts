import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { expect } from '@playwright/test'
import { parse } from 'csv-parse/sync'
import { Decimal } from 'decimal.js'
import { test } from './chat-page.ts'
import { startServer } from './server.ts'

// A year of sample traffic, as `npm run seed` writes it.
let folder: string
let server: Awaited<ReturnType<typeof startServer>>
test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'metis-year-'))
  const env = { ...process.env, METIS_DATA_DIR: folder, METIS_LOG_LEVEL: 'error' }
  const seed = resolve(import.meta.dirname, '..', 'db', 'seed', 'seed.ts')
  await promisify(execFile)(process.execPath, [seed, '--calls', '12000'], { env })
  server = await startServer(folder)
})
test.afterAll(async () => {
  await server?.stop()
  await rm(folder, { recursive: true, force: true })
})

test('the dearest chat of a year is found, read and deleted, and what it cost stays in every sum and in the file', async ({
  page,
}) => {
  const figure = (name: string) => page.locator('dl > div').filter({ hasText: name }).locator('dd').first()
  const spent = figure('Spent')
  const year = `${server.url}/admin/usage?exact=1&period=year`
  await page.goto(year)
  const dearest = page.getByRole('table', { name: 'The most expensive chats' })
  await expect(dearest.getByRole('row')).toHaveCount(11)
  const amount = await spent.innerText()
  expect(amount).toMatch(/^at least \$\d[\d,]*\.\d+$/)
  const first = dearest.getByRole('row').nth(1)
  await expect(first).toContainText('Sample: Transcribe the accession books')
  const cost = await first.getByRole('cell').last().innerText()

  await first.getByRole('link').click()
  await expect(page.getByRole('heading', { name: 'Sample: Transcribe the accession books' })).toBeVisible()
  await expect(page.getByText('An answer of the sample traffic, which no model wrote.').first()).toBeVisible()
  const id = page.url().split('/').at(-1) ?? ''
  const deleted = await page.request.delete(`${server.url}/api/sessions/${id}`, { headers: { origin: server.url } })
  expect(deleted.status()).toBe(204)

  await page.goto(`${year}&group=session`)
  await expect(spent).toHaveText(amount)
  await expect(dearest.getByRole('row').nth(1)).toContainText('deleted, or somebody else’s')
  await expect(dearest.getByRole('row').nth(1)).toContainText(cost)

  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download the table as CSV' }).click()
  const file = await readFile(await (await download).path(), 'utf8')
  const rows = parse(file, { columns: true, bom: true }) as { session: string; calls: string; cost_usd: string }[]
  const sum = rows.reduce((total, { cost_usd }) => total.plus(cost_usd || 0), new Decimal(0))
  expect(`at least $${sum.toFixed()}`).toBe(amount.replaceAll(',', ''))
  const calls = rows.reduce((total, row) => total + Number(row.calls), 0)
  await expect(figure('Calls')).toContainText(calls.toLocaleString('en'))
  expect(rows[0]?.session).toBe(id)
})
