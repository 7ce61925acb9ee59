import { test as base, expect, type Page } from '@playwright/test'

interface Fixtures {
  /** Complaints of the browser that a test brings about on purpose. */
  noise: RegExp | null
  quiet: undefined
}

/**
 * What Chromium calls a request that a killed server no longer takes, loses in the middle, or would have had on a
 * connection that was open: a failure to load, from this machine, and nothing else.
 */
export const SERVER_KILLED =
  /^Failed to load resource: net::ERR_(CONNECTION_REFUSED|CONNECTION_RESET|EMPTY_RESPONSE|INCOMPLETE_CHUNKED_ENCODING|CONTENT_LENGTH_MISMATCH|SOCKET_NOT_CONNECTED) http:\/\/127\.0\.0\.1:/

/** A test in whose browser nothing is logged as an error, no policy is violated, and nothing is asked of other hosts. */
export const test = base.extend<Fixtures>({
  noise: [null, { option: true }],
  quiet: [
    async ({ context, noise }, use) => {
      const complaints: string[] = []
      context.on('console', (message) => {
        if (message.type() === 'error') complaints.push(`${message.text()} ${message.location().url}`)
      })
      context.on('weberror', (error) => complaints.push(String(error.error())))
      context.on('dialog', (dialog) => {
        complaints.push(`dialog: ${dialog.message()}`)
        void dialog.dismiss()
      })
      context.on('request', (request) => {
        if (!isOwn(request.url())) complaints.push(`request to ${request.url()}`)
      })
      await context.addInitScript(() => {
        addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
          console.error(`policy violated: ${violatedDirective} ${blockedURI}`)
        })
      })
      await use(undefined)
      expect(complaints.filter((complaint) => !noise?.test(complaint))).toEqual([])
    },
    { auto: true },
  ],
})

function isOwn(url: string): boolean {
  const { protocol, hostname } = new URL(url)
  return protocol === 'data:' || protocol === 'blob:' || hostname === '127.0.0.1'
}

/** The chat as a person finds it: by roles and names. */
export function chatPage(page: Page) {
  const field = page.getByRole('textbox', { name: 'Message' })
  const sendButton = page.getByRole('button', { name: /^Send( after this answer)?$/ })
  const stopButton = page.getByRole('button', { name: /^Stop/ })
  const exchange = page.getByRole('region', { name: 'Exchange' }).last()
  const picker = page.getByRole('button', { name: /^Model: [^…]/ })
  const menuButton = page.getByRole('button', { name: 'Chats', exact: true })
  return {
    field,
    sendButton,
    stopButton,
    picker,
    menuButton,
    /** The newest question with all that was answered. */
    exchange,
    /** The newest message of a model. */
    answer: page.getByRole('article', { name: 'Answer' }).last(),
    chats: page.getByRole('navigation', { name: 'Chats' }),
    /** Loads a page and waits until it can be used. */
    async open(path: string) {
      await page.goto(path)
      await expect(picker).toBeVisible()
    },
    async send(text: string) {
      await field.fill(text)
      await sendButton.click()
      await expect(exchange.getByRole('article', { name: 'You' })).toContainText(text)
      // It stands there from the press on; from here on the server has it.
      await expect(exchange).not.toHaveAttribute('aria-busy', 'true', { timeout: 15_000 })
    },
    /** The newest turn has ended and says what it took. */
    async ended(timeout = 15_000) {
      // A narrow screen has room for one of the two ways to its receipt.
      const receipt = exchange.getByRole('button', { name: /^(Why this model|.* left out)$/ }).last()
      await expect(receipt).toBeVisible({ timeout })
      await expect(stopButton).toBeHidden()
    },
    /** The list of chats: beside the page, or in a drawer where there is no room. */
    async showChats() {
      if (await menuButton.isVisible()) await menuButton.click()
    },
    /** Picks a model by its id, whatever a chat loses by that, and returns what the page calls it. */
    async pickModel(id: string): Promise<string> {
      const answer = await page.request.get(new URL('/api/models', page.url()).href)
      const { models } = (await answer.json()) as { models: { id: string; label: string }[] }
      const label = models.find((model) => model.id === id)?.label ?? id
      await picker.click()
      await page
        .getByRole('option')
        .filter({ has: page.getByText(label, { exact: true }) })
        .click()
      await expect(page.getByRole('dialog', { name: 'Choose a model' })).toBeHidden()
      // Where something of the chat would not go along, that is said first.
      const goOn = page.getByRole('button', { name: `Continue with ${label}` })
      await expect(picker.filter({ hasText: label }).or(goOn).first()).toBeVisible()
      if (await goOn.isVisible()) {
        await goOn.click()
        await expect(picker.filter({ hasText: label })).toBeVisible()
        // Behind the dialog nothing can be written. Once it is closed, the message field has the focus.
        await expect(page.getByRole('dialog', { name: 'Continue with another model' })).toHaveCount(0)
      }
      return label
    },
    sessionId(): string {
      return new URL(page.url()).pathname.replace('/c/', '')
    },
  }
}

/**
 * Resolves once a text is seen, also where it is gone again before a test could have asked: begin before it can appear.
 * It has to stand in one element.
 */
export function untilSeen(page: Page, text: string): Promise<void> {
  return page.evaluate((wanted) => {
    const isThere = (element: Element) => element.textContent.trim() === wanted && element.checkVisibility()
    return new Promise<void>((seen) => {
      const look = () => {
        if (![...document.querySelectorAll('main *')].some(isThere)) return
        observer.disconnect()
        seen()
      }
      const observer = new MutationObserver(look)
      observer.observe(document.body, { subtree: true, childList: true, characterData: true })
      look()
    })
  }, text)
}

/** Waits until a text is longer than it was by so many characters, and returns its new length. */
export async function untilLonger(read: () => Promise<string | null>, than: number, by: number): Promise<number> {
  let length = 0
  await expect
    .poll(async () => {
      length = (await read())?.length ?? 0
      return length
    })
    .toBeGreaterThan(than + by)
  return length
}

/** Nothing reaches over the side of the page, but for what scrolls by itself. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const tooWide = await page.evaluate(() => {
    const clips = (element: Element) => getComputedStyle(element).overflowX !== 'visible'
    const inner = [...document.querySelectorAll('main *, dialog *, [popover] *')].filter((element) => {
      const { right, left, width } = element.getBoundingClientRect()
      if (width <= 1 || (right <= innerWidth + 0.5 && left >= -0.5)) return false
      for (let above = element.parentElement; above && above.tagName !== 'MAIN'; above = above.parentElement) {
        if (clips(above) && above.getBoundingClientRect().right <= innerWidth + 0.5) return false
      }
      return true
    })
    const scrollers = [...document.querySelectorAll('html, body, main, main :has(> [role="log"])')].filter(
      (element) => element.scrollWidth > element.clientWidth,
    )
    return [...scrollers, ...inner].map((element) => element.outerHTML.slice(0, 120))
  })
  expect(tooWide).toEqual([])
}
