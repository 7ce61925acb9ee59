import { resolve } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { chatPage, expectNoSidewaysScroll, test, untilSeen } from './chat-page.ts'
import { apiClient } from './client.ts'
import { pngOf } from './picture.ts'

const FOLDER = resolve(import.meta.dirname, '../test-results/looks')

/** Both schemes of one state, side by side in the folder. */
async function take(page: Page, name: string, project: string): Promise<void> {
  await expectNoSidewaysScroll(page)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.screenshot({ path: resolve(FOLDER, `${project}-${name}-${colorScheme}.png`), animations: 'disabled' })
  }
  await page.emulateMedia({ colorScheme: 'light' })
}

test('pictures of every state, light and dark, to be looked at', async ({ page, baseURL, isMobile }, { project }) => {
  test.setTimeout(240_000)
  const api = apiClient(baseURL ?? '')
  const chat = chatPage(page)
  const shoot = (name: string) => take(page, name, project.name)
  for (const title of ['Trip to Lisbon in May', 'Rewrite the release notes', 'Why is the build slow?']) {
    await api.newSession({ title })
  }
  await chat.open('/')
  await shoot('empty')
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Attach pictures or files' }).click()
  await (await chooser).setFiles({ name: 'sky.png', mimeType: 'image/png', buffer: pngOf(60, 120, 170) })
  await expect(page.getByText('Uploading')).toHaveCount(0)
  await chat.send('what did you receive?')
  await chat.ended()
  await shoot('picture')

  await page.getByRole('link', { name: 'New chat' }).first().click()
  await expect(page.getByRole('list', { name: 'Examples' })).toBeVisible()
  const words = 'Think about what a conversation loses on its way to another model, and calculate 12*(3+4)'
  await Promise.all([untilSeen(page, 'Thinking…'), chat.send(words)])
  await shoot('thinking')
  await chat.ended()
  await shoot('tool')
  await chat.pickModel('demo:openai')
  await chat.send('Write something long in Markdown')
  await expect(chat.answer.getByRole('cell', { name: 'comes back as plain text' })).toBeAttached({ timeout: 20_000 })
  await shoot('streaming')
  await expect(chat.answer.getByRole('figure').nth(1)).toContainText('mergeSameRole(messages)', { timeout: 20_000 })
  await chat.stopButton.click()
  await chat.ended()
  await shoot('code')
  await chat.answer
    .getByRole('region', { name: 'Table' })
    .evaluate((table) => table.scrollIntoView({ block: 'center' }))
  await shoot('table')
  await page
    .getByRole('region', { name: 'Exchange' })
    .first()
    .evaluate((exchange) => exchange.scrollIntoView({ block: 'start' }))
  await shoot('switch')
  await page
    .getByText(/^Thought for/)
    .first()
    .click()
  await page.getByRole('group', { name: 'Tool call calculator' }).first().locator('summary').click()
  await page
    .getByRole('region', { name: 'Exchange' })
    .first()
    .evaluate((exchange) => exchange.scrollIntoView({ block: 'start' }))
  await shoot('opened')
  await chat.send('fault auth')
  await expect(chat.exchange.getByRole('note', { name: 'Error' })).toBeVisible()
  await shoot('error')
  await chat.picker.click()
  await expect(page.getByRole('option').first()).toBeVisible()
  await shoot('picker')
  await page.keyboard.press('Escape')
  if (isMobile) {
    await chat.menuButton.click()
    await expect(page.getByRole('dialog', { name: 'Chats' })).toBeVisible()
    await shoot('drawer')
  }
})
