import { expect, type Page } from '@playwright/test'
import { chatPage, expectNoSidewaysScroll, test } from './chat-page.ts'

/** Thoughts come before the answer, at the pace of a person reading. */
const THOUGHTFUL_MS = 60_000

/** Beside the model where there is room, and on a phone among the other settings. */
async function chooseEffort(page: Page, name: string) {
  const button = page.getByRole('button', { name: /^Reasoning effort: / })
  if (await button.isVisible()) {
    await button.click()
    await page.getByRole('menuitemradio', { name }).click()
    return
  }
  await page.getByRole('button', { name: /^Chat settings/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Chat settings' })
  await dialog.getByText(name, { exact: true }).click()
  await expect(dialog.getByRole('radio', { name, exact: true })).toBeChecked()
  await dialog.getByRole('button', { name: 'Done' }).click()
}

test('a high effort makes the model think, in this chat, after a reload, and in the next one', async ({ page }) => {
  test.slow()
  const chat = chatPage(page)
  const settings = page.getByRole('button', { name: /^Chat settings/ })
  const thoughts = chat.exchange.getByText(/^Thought/)
  await chat.open('/')
  await chat.pickModel('demo:anthropic')
  await chat.send('hello')
  await chat.ended(THOUGHTFUL_MS)
  await expect(thoughts).toHaveCount(0)

  await chooseEffort(page, 'High')
  await expect(settings).toHaveAccessibleName('Chat settings: effort high')
  await chat.send('hello again')
  await chat.ended(THOUGHTFUL_MS)
  await expect(thoughts).toBeVisible()
  await expectNoSidewaysScroll(page)

  await page.reload()
  await expect(settings).toHaveAccessibleName('Chat settings: effort high')
  await chat.pickModel('demo:openai')
  await chat.send('and you?')
  await chat.ended(THOUGHTFUL_MS)
  await expect(thoughts).toBeVisible()

  await chat.open('/')
  await expect(settings).toHaveAccessibleName('Chat settings: effort high')
  await chat.send('a new chat')
  await chat.ended(THOUGHTFUL_MS)
  await expect(thoughts).toBeVisible()
})

test('the other settings of a chat are kept with it, and reach the model', async ({ page }) => {
  const chat = chatPage(page)
  await chat.open('/')
  await page.getByRole('button', { name: /^Chat settings/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Chat settings' })
  await dialog.getByRole('textbox', { name: 'System prompt' }).fill('Keep to the point.')
  await dialog.getByText('Offer tools to the model').click()
  await page.keyboard.press('Escape')
  await chat.send('what did you receive?')
  await chat.ended(THOUGHTFUL_MS)
  await expect(chat.answer).toContainText('system prompt: 18 characters')
  await expect(chat.answer).toContainText('tools: 0')
  await page.reload()
  await expect(page.getByRole('button', { name: 'Chat settings: no tools, system prompt' })).toBeVisible()
})
