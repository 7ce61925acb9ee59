import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { parse } from 'csv-parse/sync'
import { Decimal } from 'decimal.js'
import { chatPage, expectNoSidewaysScroll, test } from './chat-page.ts'
import { apiClient } from './client.ts'
import { startServer } from './server.ts'

// What is spent there is added up: nobody else may spend anything.
let folder: string
let server: Awaited<ReturnType<typeof startServer>>
test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'metis-usage-'))
  server = await startServer(folder)
})
test.afterAll(async () => {
  await server?.stop()
  await rm(folder, { recursive: true, force: true })
})

const spent = (page: Page) => page.locator('dl > div').filter({ hasText: 'Spent' }).locator('dd').first()

test('what an answer cost is on the page of usage, stays when its chat is deleted, and is what the file adds up to', async ({
  page,
}) => {
  const chat = chatPage(page)
  await page.goto(`${server.url}/admin/usage`)
  await expect(page.getByRole('heading', { name: 'No calls in these days' })).toBeVisible()

  await chat.open(server.url)
  await chat.send('Hello')
  await chat.ended()
  const id = chat.sessionId()
  const { title } = await apiClient(server.url).session(id)

  const refused = await apiClient(server.url).post(`/sessions/${id}/turns`, {
    content: [{ type: 'text', text: 'Hello again' }],
    model: 'anthropic:claude-sonnet-5-5',
  })
  expect(refused.status).toBe(422)

  await page.goto(`${server.url}/admin/usage?exact=1&period=7d`)
  const slots = page.getByRole('table', { name: 'By slot of the chain' })
  await expect(
    slots
      .getByRole('row', { name: /^Asked for in the message/ })
      .getByRole('cell')
      .nth(1),
  ).toHaveText('1')
  await expect(page.getByRole('table', { name: 'Which models were rejected' })).toContainText(
    'its provider is not set up here',
  )
  const ledger = page.getByRole('table', { name: 'By model' })
  await expect(ledger.getByRole('row')).toHaveCount(3)
  const amount = await spent(page).innerText()
  expect(amount).toMatch(/^\$0\.\d{4,}$/)
  await expect(ledger.getByRole('row').last()).toContainText(amount)
  await expect(page.getByRole('slider', { name: 'Spent per day, in US dollars' })).toBeVisible()
  await expectNoSidewaysScroll(page)
  await page
    .getByRole('table', { name: 'The most expensive chats' })
    .getByRole('link', { name: title ?? '' })
    .click()
  await expect(page).toHaveURL(`${server.url}/c/${id}`)
  await expect(chat.answer).toBeVisible()

  await apiClient(server.url).call(`/sessions/${id}`, { method: 'DELETE' })
  await page.goto(`${server.url}/admin/usage?exact=1&period=7d&group=session`)
  await expect(page.getByRole('table', { name: 'By chat' })).toContainText('deleted, or somebody else’s')
  await expect(spent(page)).toHaveText(amount)

  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download the table as CSV' }).click()
  const file = await readFile(await (await download).path(), 'utf8')
  const rows = parse(file, { columns: true, bom: true }) as { session: string; cost_usd: string }[]
  expect(rows.map(({ session }) => session)).toEqual([id])
  const sum = rows.reduce((total, { cost_usd }) => total.plus(cost_usd), new Decimal(0))
  expect(`$${sum.toFixed()}`).toBe(amount.replace(/0+$/, ''))
})
