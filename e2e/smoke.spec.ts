import { expect, type Response, test } from '@playwright/test'

const PAGES = [
  ...['/admin', '/admin/budgets', '/admin/models', '/admin/people', '/admin/prices', '/admin/routing'],
  ...['/admin/usage', '/settings/appearance', '/settings/data', '/settings/keys', '/settings/models'],
  ...['/settings/presets', '/settings/shortcuts', '/shares'],
]

test('the page answers', async ({ page }) => {
  const response = await page.goto('/')
  expect(response?.status()).toBe(200)
  await expect(page).toHaveTitle(/Metis/)
})

test('the framework puts a task between the coming of its scripts and the taking over of a page', async ({ page }) => {
  const ownScript = () => [...document.head.querySelectorAll('script')].filter((one) => !one.src && !one.text).length
  // Its queue has been gone through, which leaves what stood in it in the head of the page (`instrumentation-client.ts`).
  await page.goto('/')
  await expect.poll(() => page.evaluate(ownScript)).toBe(1)
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeEnabled()
})

test('a page that another site opened is out of its reach, and one that the reader asked for stays in its process', async ({
  page,
  baseURL,
}) => {
  const policyOf = async (load: Promise<Response | null>) =>
    (await load)?.headers()['cross-origin-opener-policy'] ?? null
  expect(await policyOf(page.goto('/'))).toBeNull()
  const kept = await page.evaluate(async () => (await fetch('/offline')).headers.get('cross-origin-opener-policy'))
  expect(kept).toBe('same-origin')
  await page
    .context()
    .route('http://localhost:9/', (route) => route.fulfill({ contentType: 'text/html', body: 'elsewhere' }))
  await page.goto('http://localhost:9/')
  const opens = page.waitForEvent('popup')
  await page.evaluate((url) => Object.assign(globalThis, { opened: window.open(url) }), baseURL)
  const opened = await opens
  await expect(opened).toHaveTitle(/Metis/)
  expect(await opened.evaluate(() => window.opener)).toBeNull()
  expect(await page.evaluate(() => (globalThis as unknown as { opened: Window }).opened.closed)).toBe(true)
})

test('no page asks for the same thing twice', async ({ page }) => {
  let asked: string[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (request.method() === 'GET' && pathname.startsWith('/api/')) asked.push(pathname + search)
  })
  const twice: string[] = []
  for (const address of ['/', ...PAGES]) {
    asked = []
    await page.goto(address, { waitUntil: 'networkidle' })
    const again = asked.filter((one, at) => asked.indexOf(one) !== at)
    twice.push(...again.map((one) => `${address}: ${one}`))
  }
  expect(twice).toEqual([])
})

test.describe('before its scripts are there', () => {
  test.use({ javaScriptEnabled: false })

  /** The chat has ways of its own: what is typed is kept, and its lists open without a script. */
  test('a page of settings or of the admins has no button that would do nothing', async ({ page }) => {
    const dead: string[] = []
    for (const address of PAGES) {
      await page.goto(address)
      await expect(page.locator('main')).toBeAttached()
      const buttons = await page.locator('main button:enabled').allTextContents()
      dead.push(...buttons.map((name) => `${address}: ${name}`))
    }
    expect(dead).toEqual([])
  })
})
