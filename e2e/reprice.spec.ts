import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { faults } from './axe.ts'
import { chatPage, expectNoSidewaysScroll, test } from './chat-page.ts'
import { apiClient } from './client.ts'
import { startServer } from './server.ts'

// What is repriced there is all that was ever billed: nobody else may ask anything.
let folder: string
let server: Awaited<ReturnType<typeof startServer>>
test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'metis-reprice-'))
  server = await startServer(folder)
})
test.afterAll(async () => {
  await server?.stop()
  await rm(folder, { recursive: true, force: true })
})

async function spent(page: Page, costs: 'stamped' | 'repriced'): Promise<string> {
  await page.goto(`${server.url}/admin/usage?exact=1&period=7d&costs=${costs}`)
  return await page.locator('dl > div').filter({ hasText: 'Spent' }).locator('dd').first().innerText()
}

test('a new price is tried on what was asked before, kept beside what was billed, and taken back', async ({ page }) => {
  const chat = chatPage(page)
  await chat.open(server.url)
  await chat.send('Hello')
  await chat.ended()
  const billed = await spent(page, 'stamped')
  const models = { 'demo:anthropic': { input_per_mtok_usd: '1000', output_per_mtok_usd: '0' } }
  const published = await apiClient(server.url).post('/admin/prices', { note: 'a mistake is mended', models })
  expect(published.status).toBe(201)
  const { pricing_version } = (await published.json()) as { pricing_version: string }

  await page.goto(`${server.url}/admin/prices`)
  await expect(page.getByText('Nothing has been repriced yet.')).toBeVisible()
  await page.getByRole('button', { name: 'Dry run' }).click()
  const table = page.getByRole('table', { name: 'Difference by model' })
  await expect(table.getByRole('row').last()).toContainText('All calls')
  const would = await table
    .getByRole('row')
    .last()
    .getByRole('cell')
    .nth(2)
    .locator('span')
    .last()
    .getAttribute('title')
  expect(would).not.toBe(billed)
  await page.getByRole('button', { name: 'Call', exact: true }).click()
  await expect(page.getByRole('table', { name: 'Difference by call' })).toContainText('reported tokens')
  expect(await faults(page)).toEqual([])
  await expectNoSidewaysScroll(page)
  expect(await spent(page, 'repriced')).toBe(billed)

  await page.goto(`${server.url}/admin/prices`)
  await page.getByRole('button', { name: 'Dry run' }).click()
  await page.getByRole('button', { name: 'Keep these costs' }).click()
  await expect(page.getByText('Say why, for whoever looks at these costs later.')).toBeVisible()
  await page.getByRole('textbox', { name: 'Why' }).fill('The price was wrong')
  await page.getByRole('button', { name: 'Keep these costs' }).click()
  const [reprice] = [page.getByRole('list', { name: 'Earlier reprices' }).getByRole('listitem').first()]
  await expect(reprice).toContainText(pricing_version)
  await expect(reprice).toContainText('The price was wrong')
  await expect(reprice).toContainText('holds')
  expect(await spent(page, 'repriced')).toBe(would)
  expect(await spent(page, 'stamped')).toBe(billed)

  await page.goto(`${server.url}/admin/prices`)
  await reprice.getByRole('button', { name: /^Revert/ }).click()
  await page.getByRole('button', { name: 'Revert now' }).click()
  await expect(reprice).toContainText('reverted')
  expect(await spent(page, 'repriced')).toBe(billed)
})
