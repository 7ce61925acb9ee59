import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { startDemoServer } from '#test/support/demo-server.ts'
import { faults, OF_COLOUR } from './axe.ts'
import { chatPage, test } from './chat-page.ts'
import { apiClient } from './client.ts'
import { goOn, writeFullChat } from './full-chat.ts'
import { startServer } from './server.ts'
import { ARCHIVED, eachSurface, PINNED, type Product } from './surfaces.ts'

let folder: string
let upstream: Awaited<ReturnType<typeof startDemoServer>>
let server: Awaited<ReturnType<typeof startServer>>
let product: Omit<Product, 'demo'>

test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'metis-access-'))
  const full = await writeFullChat(folder)
  upstream = await startDemoServer({ delay: async () => {} })
  server = await startServer(folder, { OPENAI_API_KEY: 'sk-of-nobody', OPENAI_BASE_URL: upstream.url })
  const api = apiClient(server.url)
  await goOn(api, full)
  const archived = await api.newSession({ title: ARCHIVED })
  await api.call(`/sessions/${archived}`, { method: 'PATCH', body: JSON.stringify({ archived: true }) })
  const pinned = await api.newSession({
    title: PINNED,
    folder: 'Lisbon',
    tags: ['urgent'],
  })
  await api.call(`/sessions/${pinned}`, { method: 'PATCH', body: JSON.stringify({ pinned: true }) })
  product = { url: server.url, full }
})
test.afterAll(async () => {
  await server?.stop()
  await upstream?.close()
  await rm(folder, { recursive: true, force: true })
})

// What is not there, and a file that is none.
test.use({ noise: /40[04]|415/ })

test('axe finds nothing on any surface, light or dark, and nothing moves for who wants no motion', async ({
  page,
  baseURL,
}) => {
  // Some thirty surfaces, each looked at twice.
  test.slow()
  const found: string[] = []
  await eachSurface(page, { ...product, demo: baseURL ?? '' }, async (name) => {
    const light = await faults(page)
    await page.emulateMedia({ colorScheme: 'dark' })
    const dark = await faults(page, OF_COLOUR)
    await page.emulateMedia({ colorScheme: 'light' })
    const moving = await page.evaluate(() => document.getAnimations().length)
    found.push(...[...light, ...dark, ...Array(moving).fill('it moves')].map((fault) => `${name}: ${fault}`))
  })
  expect(found).toEqual([])
})

test('where the system sets the colours, what is chosen and where the focus is can be seen', async ({ page }) => {
  const chat = chatPage(page)
  await page.emulateMedia({ forcedColors: 'active' })
  await chat.open(`${product.url}/c/${product.full}`)
  await expect(chat.field).toBeFocused()
  expect(await outlineOf(page, '#composer')).toBe('solid')
  await chat.picker.click()
  await expect(page.getByRole('option').first()).toBeVisible()
  expect(await outlineOf(page, '[role="option"].bg-hover')).toBe('solid')
  await page.keyboard.press('Escape')
  await page.goto(`${product.url}/settings/models`)
  await expect(page.getByRole('link', { name: 'Models' })).toBeVisible()
  expect(await outlineOf(page, 'nav [aria-current="page"]')).toBe('solid')
})

function outlineOf(page: Page, selector: string): Promise<string> {
  return page
    .locator(selector)
    .first()
    .evaluate((element) => getComputedStyle(element).outlineStyle)
}
