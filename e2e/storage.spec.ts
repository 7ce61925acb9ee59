import { expect, type Page } from '@playwright/test'
import { chatPage, test } from './chat-page.ts'

// A browser that has no room left, or lets a page keep nothing.

const NOT_KEPT = 'This browser has no room to keep what you write: it is gone with this page.'

/** In the page, before its scripts: all that a page may keep something in refuses to. */
function forbidStorage(): void {
  const refuse = () => {
    throw new DOMException('The operation is insecure.', 'SecurityError')
  }
  for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches']) {
    Object.defineProperty(window, name, { configurable: true, get: refuse })
  }
  if (navigator.locks) navigator.locks.request = async () => refuse()
}

/** In the page, before its scripts: what is there can be read, and nothing more goes in. */
function fillStorage(): void {
  const refuse = () => {
    throw new DOMException('exceeded the quota', 'QuotaExceededError')
  }
  Storage.prototype.setItem = refuse
  Cache.prototype.put = async () => refuse()
  IDBObjectStore.prototype.put = refuse
}

for (const [what, how] of [
  ['is forbidden', forbidStorage],
  ['is full', fillStorage],
] as const) {
  test(`where storage ${what} everything works, and what is written says that it goes with the page`, async ({
    page,
  }) => {
    await page.addInitScript(how)
    const chat = chatPage(page)
    await chat.open('/')
    await chat.field.fill('hello one')
    await expect(page.getByText(NOT_KEPT)).toBeVisible()
    await chat.sendButton.click()
    await chat.ended()
    await expect(page.getByText(NOT_KEPT)).toBeHidden()
    await chat.pickModel('demo:openai')
    await chat.send('hello two')
    await chat.ended()
    await edit(page)
    await page.reload()
    await expect(page.getByRole('article', { name: 'You' })).toHaveText(['hello one', 'hello three'])
    await page.goto('/settings/appearance')
    await page.getByRole('radio', { name: /^Dark/ }).click()
    await expect(page.locator('html')).toHaveCSS('color-scheme', 'dark')
  })
}

async function edit(page: Page): Promise<void> {
  await page.getByRole('article', { name: 'You' }).last().hover()
  await page.getByRole('button', { name: 'Edit question' }).last().click()
  await page.getByRole('textbox', { name: 'Question' }).fill('hello three')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('article', { name: 'You' })).toHaveText(['hello one', 'hello three'])
  await chatPage(page).ended()
}
