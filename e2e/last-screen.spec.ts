import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { type LongChat, writeLongChat } from '#test/support/long-chat.ts'
import { chatPage, test } from './chat-page.ts'
import { apiClient } from './client.ts'
import { writeFullChat } from './full-chat.ts'
import { startServer } from './server.ts'

// What a tab that begins with a chat shows of it before a script has run.

let folder: string
let server: Awaited<ReturnType<typeof startServer>>
let full: string
let long: LongChat

// One server for all of them, which takes as long to start as most of them take.
test.describe.configure({ mode: 'default' })

test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'metis-last-screen-'))
  full = await writeFullChat(folder)
  long = await writeLongChat(folder, 60)
  server = await startServer(folder)
})

test.afterAll(async () => {
  await server?.stop()
  await rm(folder, { recursive: true, force: true })
})

const made = (page: Page) => page.locator('[inert]')
const log = (page: Page) => page.getByRole('log')

/** Holds every script of the page. Returns what lets them go. */
async function holdScripts(page: Page): Promise<() => void> {
  const held = Promise.withResolvers<void>()
  await page.route(/\/_next\/static\/chunks\/.*\.js/, async (route) => {
    await held.promise
    await route.continue()
  })
  return held.resolve
}

for (const [name, address] of [
  ['a chat', () => `${server.url}/c/${long.id}`],
  ['the start page', () => server.url],
] as const) {
  test(`${name} is on the screen before its scripts are asked for`, async ({ page }) => {
    await page.goto(address())
    const begun = () =>
      page.evaluate(() =>
        performance
          .getEntriesByType('resource')
          .filter(({ name }) => /\/_next\/static\/chunks\/.*\.js$/.test(name))
          .map(({ startTime }) => startTime),
      )
    await expect.poll(async () => (await begun()).length).toBeGreaterThan(5)
    const { painted, read } = await page.evaluate(() => ({
      painted: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.POSITIVE_INFINITY,
      read: (performance.getEntriesByType('navigation')[0] as PerformanceNavigationTiming).responseStart,
    }))
    // A page that is drawn later than three seconds after it was read no longer waits.
    expect(Math.min(...(await begun()))).toBeGreaterThanOrEqual(Math.min(painted, read + 3_000))
  })
}

test('the end of a chat is there before a script is, cannot be pressed, and is replaced by the chat where it stands', async ({
  page,
}) => {
  const letGo = await holdScripts(page)
  await page.addInitScript(() => {
    const shifts: { value: number; of: string[] }[] = []
    Object.assign(globalThis, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value, sources } = entry as PerformanceEntry & { value: number; sources: { node?: Node }[] }
        shifts.push({ value, of: sources.map(({ node }) => `${node?.nodeName} ${node?.textContent?.slice(0, 40)}`) })
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await page.goto(`${server.url}/c/${long.id}`, { waitUntil: 'commit' })
  const end = page.getByText('That was step 30.')
  await expect(end).toBeInViewport()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('A long chat')
  // What is read aloud, and what can be reached, comes with the chat.
  await expect(page.getByRole('article')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Why this model' })).toHaveCount(0)
  const before = await end.boundingBox()

  letGo()
  await expect(log(page)).toBeVisible()
  await expect(made(page)).toHaveCount(0)
  await expect(end).toHaveCount(1)
  await expect(page.getByRole('button', { name: 'Copy answer' }).last()).toBeVisible()
  expect(await end.boundingBox()).toEqual(before)
  const shifts = await page.evaluate(() => (globalThis as unknown as { shifts: { value: number }[] }).shifts)
  expect(shifts.filter(({ value }) => value > 0.001)).toEqual([])
})

test('whoever goes to a message of the chat does not see its end first', async ({ page }) => {
  const letGo = await holdScripts(page)
  const message = long.messages[4]
  await page.goto(`${server.url}/c/${long.id}#m-${message}`, { waitUntil: 'domcontentloaded' })
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('A long chat')
  await expect(made(page)).toBeAttached()
  await expect(page.getByText('That was step 30.')).toHaveCount(0)
  letGo()
  await expect(page.locator(`[data-message="${message}"]`)).toBeInViewport()
  await expect(made(page)).toHaveCount(0)
})

/** The page that a tab begins with. */
async function pageOf(id: string): Promise<string> {
  return await (await fetch(`${server.url}/c/${id}`, { headers: { 'sec-fetch-dest': 'document' } })).text()
}

test('of a chat whose page has come in part nothing is painted', async ({ page }) => {
  await holdScripts(page)
  const whole = await pageOf(long.id)
  const show = async (body: string) => {
    await page.route('**/c/*', (route) => route.fulfill({ contentType: 'text/html', body }))
    await page.goto(`${server.url}/c/${long.id}`, { waitUntil: 'commit' })
  }
  await show(whole.slice(0, whole.indexOf('<form')))
  await expect(page.getByText('That was step 30.')).toBeAttached()
  await expect(page.getByText('That was step 30.')).toBeHidden()
  await show(whole)
  await expect(page.getByText('That was step 30.')).toBeInViewport()
})

test('the faces of code and emphasis come with the page of a chat that shows some', async () => {
  const [code, emphasis] = ['source-code-pro-latin-', 'source-serif-4-latin-400-600-italic']
  const loads = (face: string) => `rel="preload" href="/fonts/${face}`
  const formatted = await pageOf(full)
  expect(formatted).toContain(loads(code))
  expect(formatted).toContain(loads(emphasis))
  // It has lists and bold words.
  const plain = await pageOf(long.id)
  expect(plain).not.toContain(code)
  expect(plain).not.toContain(emphasis)
})

/** Holds what the page waits for before it has its transcript. Returns what lets it go. */
async function holdModels(page: Page): Promise<() => void> {
  const held = Promise.withResolvers<void>()
  await page.route('**/api/models', async (route) => {
    await held.promise
    await route.continue()
  })
  return held.resolve
}

/** The scripts of the page are there: its list of chats is. */
const taken = (page: Page) => expect(chatPage(page).chats.getByRole('link').first()).toBeVisible()

test('what is pressed while the end is all there is has its effect once the chat is here', async ({ page }) => {
  const letGo = await holdModels(page)
  await page.goto(`${server.url}/c/${long.id}`)
  await taken(page)
  await expect(made(page)).toHaveCount(1)
  await page.keyboard.press('Control+f')
  await expect(log(page)).toHaveCount(0)
  letGo()
  await expect(page.getByRole('textbox', { name: 'Find in this conversation' })).toBeVisible()
})

test('so has a step to the turn before', async ({ page }) => {
  const letGo = await holdModels(page)
  await page.goto(`${server.url}/c/${long.id}`)
  await taken(page)
  await page.keyboard.press('Alt+ArrowUp')
  await expect(log(page)).toHaveCount(0)
  letGo()
  await expect(log(page)).toBeVisible()
  const belowView = () =>
    log(page).evaluate(({ parentElement: view }) => view && view.scrollHeight - view.clientHeight - view.scrollTop)
  await expect.poll(belowView).toBeGreaterThan(8)
})

test('so has a print of a chat that is all there', async ({ page }) => {
  await page.addInitScript(() => {
    window.print = () => Object.assign(window, { printed: document.querySelector('[role="log"]')?.textContent })
  })
  const letGo = await holdModels(page)
  await page.goto(`${server.url}/c/${full}`)
  await taken(page)
  await page.keyboard.press('Control+p')
  await expect(log(page)).toHaveCount(0)
  letGo()
  await page.waitForFunction(() => 'printed' in window)
  expect(await page.evaluate(() => (window as unknown as { printed: string }).printed)).toContain('How long does a')
})

test('a comparison holds no key for a transcript that does not come', async ({ page }) => {
  const [question] = await apiClient(server.url).messages(full)
  await page.addInitScript(() => {
    addEventListener('keydown', ({ defaultPrevented }) => Object.assign(window, { prevented: defaultPrevented }))
  })
  await holdModels(page)
  await page.goto(`${server.url}/c/${full}?compare=${question?.id}`)
  await taken(page)
  await page.keyboard.press('End')
  expect(await page.evaluate(() => (window as { prevented?: boolean }).prevented)).toBe(false)
})

test('without any script a chat can be read to its end, and is as long as a screen needs', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(`${server.url}/c/${long.id}`)
  await expect(page.getByText('That was step 30.')).toBeInViewport()
  await expect(page.getByText('That was step 1.', { exact: true })).toHaveCount(0)
  expect(await made(page).locator('.turn').count()).toBeLessThan(10)
  await context.close()
})

test('who reads elsewhere than at the end is not shown the end first', async ({ page }) => {
  await page.goto(`${server.url}/c/${long.id}`)
  await expect(page.getByText('That was step 30.')).toBeInViewport()
  await log(page).click({ position: { x: 5, y: 5 } })
  await page.keyboard.press('Home')
  await expect(page.getByText('Question 1:')).toBeInViewport()
  await expect(page.getByRole('button', { name: 'Jump to latest' })).toBeVisible()
  const letGo = await holdScripts(page)
  await page.reload({ waitUntil: 'commit' })
  await expect(chatPage(page).field).toBeVisible()
  await expect(made(page)).toHaveCount(0)
  // Its name is as good there as elsewhere.
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('A long chat')
  await expect(page).toHaveTitle('A long chat · Metis')
  letGo()
  await expect(page.getByText('Question 1:')).toBeInViewport()

  await page.getByRole('button', { name: 'Jump to latest' }).click()
  await expect(page.getByRole('button', { name: 'Jump to latest' })).toBeHidden()
  await expect.poll(() => page.evaluate(() => document.cookie)).not.toContain(long.id)
})

test('an answer in the making, a comparison, a page of the same tab and a chat that is not there have none', async () => {
  const api = apiClient(server.url)
  const id = await api.newSession()
  const watch = await api.watch(id)
  const { turn_id } = await api.say(id, 'very long, please')
  await watch.untilType('text.delta')
  const pageOf = async (path: string, dest = 'document') =>
    await (await fetch(server.url + path, { headers: { 'sec-fetch-dest': dest } })).text()
  const running = await pageOf(`/c/${id}`)
  expect(running).not.toContain('inert')
  expect(running).toContain('<title>very long, please · Metis</title>')
  await api.cancel(id, turn_id)
  await watch.untilType('turn.cancelled')
  await watch.stop()
  await expect.poll(() => pageOf(`/c/${id}`)).toContain('inert')

  expect(await pageOf(`/c/${full}`)).toContain('Nobody has asked it.')
  expect(await pageOf(`/c/${full}?compare=a,b`)).not.toContain('Nobody has asked it.')
  expect(await pageOf(`/c/${full}`, 'empty')).not.toContain('Nobody has asked it.')
  const missing = await pageOf('/c/01M8BKKR657H789ZZSQAWE70CD')
  expect(missing).not.toContain('inert')
  expect(missing).toContain('<title>Metis</title>')
})
