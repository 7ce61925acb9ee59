import { expect } from '@playwright/test'
import { chatPage, test } from './chat-page.ts'

test('what comes of the server later moves nothing that can be pressed by then', async ({ page }) => {
  const chat = chatPage(page)
  await chat.open('/')
  let answer = () => {}
  const asked = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route(/\/api\/(settings|admin\/backups)$/, async (route) => {
    await asked
    await route.continue()
  })
  await page.goto('/settings/data')
  const keeps = page.getByRole('checkbox', { name: /^Keep the chats that I open/ })
  await expect(keeps).toBeEnabled()
  await expect(page.getByRole('radio', { name: /^Send as it is/ })).toBeDisabled()
  const before = await keeps.boundingBox()
  const backups = page.waitForResponse(/\/api\/admin\/backups$/)
  answer()
  await backups
  await expect(page.getByRole('radio', { name: /^Send as it is/ })).toBeChecked()
  expect(await keeps.boundingBox()).toEqual(before)
})
