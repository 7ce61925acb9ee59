import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { startDemoServer } from '#test/support/demo-server.ts'
import { faults, OF_COLOUR } from './axe.ts'
import { chatPage, test } from './chat-page.ts'
import { apiClient } from './client.ts'
import { goOn, writeFullChat } from './full-chat.ts'
import { startReachableServer } from './reachable.ts'
import { startServer } from './server.ts'
import { cutOff, smallTargets } from './sizes.ts'
import { ARCHIVED, eachSurface, eachSurfaceOfPeople, PINNED, type Product } from './surfaces.ts'

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

/** 1280 by 1024 at 400 %, and a phone that lies. */
const [ZOOMED, LYING] = [
  { width: 320, height: 256 },
  { width: 844, height: 390 },
]

// What is not there, a file that is none, a wrong password, and a link that was used.
test.use({ noise: /40[014]|410|415/ })

test('axe finds nothing on any surface, light or dark, and nothing moves for who wants no motion', async ({
  page,
  baseURL,
}) => {
  // Some thirty surfaces, each looked at twice.
  test.slow()
  const found: string[] = []
  await eachSurface(page, { ...product, demo: baseURL ?? '' }, async (name) => {
    found.push(...(await faultsInBoth(page)).map((fault) => `${name}: ${fault}`))
  })
  expect(found).toEqual([])
})

test('axe finds nothing where people sign in', async ({ page }) => {
  test.slow()
  const found: string[] = []
  const shared = await startReachableServer()
  try {
    await eachSurfaceOfPeople(page, shared, async (name) => {
      found.push(...(await faultsInBoth(page)).map((fault) => `${name}: ${fault}`))
    })
  } finally {
    await shared.stop()
  }
  expect(found).toEqual([])
})

/** In both themes; what moves is a fault as well. */
async function faultsInBoth(page: Page): Promise<string[]> {
  const light = await faults(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  const dark = await faults(page, OF_COLOUR)
  await page.emulateMedia({ colorScheme: 'light' })
  const moving = await page.evaluate(() => document.getAnimations().length)
  return [...light, ...dark, ...Array<string>(moving).fill('it moves')]
}

const PHONE = { width: 390, height: 844 }

test.describe('under a finger', () => {
  test.use({ viewport: PHONE, hasTouch: true, isMobile: true })

  test('everything is 44 px high and wide, and fits a phone that stands or lies, and 400 % zoom', async ({
    page,
    baseURL,
  }) => {
    // Some thirty surfaces, each in three sizes.
    test.slow()
    const found: string[] = []
    await eachSurface(page, { ...product, demo: baseURL ?? '' }, async (name) => {
      found.push(...(await tooSmall(page)).map((what) => `${name}: ${what}`))
    })
    expect(found).toEqual([])
  })

  test('everything is as large and fits as well where people sign in', async ({ page }) => {
    test.slow()
    const found: string[] = []
    const shared = await startReachableServer()
    try {
      await eachSurfaceOfPeople(page, shared, async (name) => {
        found.push(...(await tooSmall(page)).map((what) => `${name}: ${what}`))
      })
    } finally {
      await shared.stop()
    }
    expect(found).toEqual([])
  })
})

/** What a finger would miss on a phone, and what is cut off where there is less room. */
async function tooSmall(page: Page): Promise<string[]> {
  const found = await smallTargets(page)
  for (const size of [ZOOMED, LYING]) {
    await page.setViewportSize(size)
    await painted(page)
    found.push(...(await cutOff(page)).map((what) => `at ${size.width}: ${what}`))
  }
  await page.setViewportSize(PHONE)
  return found
}

/** What is placed by script is placed anew when the page has learned of its size, which is told with the next frame. */
function painted(page: Page): Promise<void> {
  return page.evaluate(
    () => new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))),
  )
}

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

test('the focus goes where the person goes next, and never nowhere', async ({ page, baseURL }) => {
  const chat = chatPage(page)
  await chat.open(baseURL ?? '')
  await chat.send('very long, for the focus')
  await chat.stopButton.click()
  await expect(chat.field).toBeFocused()
  await chat.ended()

  await chat.open(`${product.url}/c/${product.full}`)
  await expect(chat.exchange).toBeInViewport()
  await page.getByRole('log').click({ position: { x: 5, y: 5 } })
  await page.keyboard.press('Home')
  await page.getByRole('button', { name: 'Jump to latest' }).click()
  await expect(chat.field).toBeFocused()
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Attach pictures or files' }).click()
  await (await chooser).setFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('words') })
  await page.getByRole('button', { name: 'Remove a.txt' }).click()
  await expect(chat.field).toBeFocused()

  await page.getByRole('button', { name: `Actions for ${PINNED}` }).click()
  await page.getByRole('menuitem', { name: 'Folder and tags…' }).click()
  await page.getByRole('button', { name: 'Remove urgent' }).click()
  await expect(page.getByRole('combobox', { name: 'Tags' })).toBeFocused()
})

function outlineOf(page: Page, selector: string): Promise<string> {
  return page
    .locator(selector)
    .first()
    .evaluate((element) => getComputedStyle(element).outlineStyle)
}
