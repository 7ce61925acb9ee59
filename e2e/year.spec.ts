import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { expect } from '@playwright/test'
import { parse } from 'csv-parse/sync'
import { Decimal } from 'decimal.js'
import { faults } from './axe.ts'
import { expectNoSidewaysScroll, test } from './chat-page.ts'
import { startServer } from './server.ts'

// A year of sample traffic, as `npm run seed` writes it.
let folder: string
let server: Awaited<ReturnType<typeof startServer>>
// One server for all of them, which takes as long to start as most of them take.
test.describe.configure({ mode: 'default' })

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

test('what providers billed by themselves is explained by a fee, and one press puts that into the draft', async ({
  page,
}) => {
  await page.goto(`${server.url}/admin/prices`)
  const drift = page.getByRole('table', { name: 'What providers say that they billed' })
  await expect(drift.getByRole('row').nth(1)).toContainText('+5.5')
  expect(await faults(page)).toEqual([])
  await drift
    .getByRole('button', { name: /^Draft this price for .*times 1\.055/ })
    .first()
    .click()
  await expect(page.getByText('1 changed, 0 added, 0 taken out')).toBeVisible()
  await expect(page.getByText(/^The draft has that price for/)).toBeVisible()
  await expectNoSidewaysScroll(page)
})

test('how the model was chosen in a year is told by slot, and is a file that adds up to the page', async ({ page }) => {
  await page.goto(`${server.url}/admin/usage?period=year`)
  const slots = page.getByRole('table', { name: 'By slot of the chain' })
  const row = slots.getByRole('row', { name: /^Default model/ })
  const chose = Number((await row.getByRole('cell').first().innerText()).replaceAll(',', ''))
  expect(chose).toBeGreaterThan(0)
  await expect(page.getByRole('table', { name: 'Which models were rejected' }).getByRole('row')).not.toHaveCount(1)
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download “How the model was chosen” as CSV' }).click()
  const file = await readFile(await (await download).path(), 'utf8')
  const rows = parse(file, { columns: true, bom: true }) as Record<'policy' | 'verdict' | 'decisions', string>[]
  const sum = rows
    .filter(({ policy, verdict }) => policy === 'global_default' && verdict === 'chose')
    .reduce((total, { decisions }) => total + Number(decisions), 0)
  expect(sum).toBe(chose)
  await expect(page.getByText(/were read by no later call of the same chat and model/)).toBeVisible()
})
