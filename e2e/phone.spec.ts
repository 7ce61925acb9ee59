import { expect } from '@playwright/test'
import { chatPage, expectNoSidewaysScroll, test } from './chat-page.ts'
import { apiClient } from './client.ts'

test('the list of chats is a drawer that closes when a chat was chosen', async ({ page, baseURL }) => {
  const api = apiClient(baseURL ?? '')
  const id = await api.newSession({
    title: 'A title that is much longer than the narrow drawer of a phone can ever hold',
  })
  const chat = chatPage(page)
  await chat.open('/')
  await expect(chat.chats).toBeHidden()
  await chat.menuButton.click()
  const drawer = page.getByRole('dialog', { name: 'Chats' })
  await expect(drawer).toBeVisible()
  await expectNoSidewaysScroll(page)
  await drawer.getByRole('button', { name: 'Close' }).click()
  await expect(drawer).toBeHidden()
  await expect(chat.menuButton).toBeFocused()

  await chat.menuButton.click()
  await drawer.getByRole('link', { name: 'A title that is much longer' }).first().click()
  await expect(drawer).toBeHidden()
  await expect(page).toHaveURL(`/c/${id}`)
  await expectNoSidewaysScroll(page)
})

test('Return makes a new line, the button sends, and the composer stays in sight', async ({ page }) => {
  const chat = chatPage(page)
  await chat.open('/')
  await expect(chat.field).not.toBeFocused()
  await chat.field.tap()
  await page.keyboard.type('calculate 2*3')
  await page.keyboard.press('Enter')
  await page.keyboard.type('please')
  await expect(chat.field).toHaveValue('calculate 2*3\nplease')
  await chat.sendButton.tap()
  await chat.ended()
  await expect(chat.field).toBeInViewport({ ratio: 1 })
  await expect(chat.sendButton).toBeInViewport({ ratio: 1 })
  await expectNoSidewaysScroll(page)
  await page.getByRole('link', { name: 'New chat' }).tap()
  await expect(page.getByRole('heading', { name: 'Change the model. Keep the conversation.' })).toBeVisible()
})

test('a draft of many lines grows the composer only so far, and nothing is pushed off the screen', async ({ page }) => {
  const chat = chatPage(page)
  await chat.open('/')
  await chat.field.fill('line\n'.repeat(80))
  await expect(chat.sendButton).toBeInViewport({ ratio: 1 })
  await chat.field.fill('unbreakable'.repeat(80))
  await expectNoSidewaysScroll(page)
})

test('no page scrolls sideways, whatever is on it', async ({ page, baseURL }) => {
  const api = apiClient(baseURL ?? '')
  const chat = chatPage(page)
  await chat.open('/')
  await expectNoSidewaysScroll(page)
  await chat.send(`calculate 123456789*(987654321+${'1'.repeat(120)})`)
  await chat.ended()
  await chat.exchange.getByRole('group', { name: 'Tool call calculator' }).first().click()
  await expectNoSidewaysScroll(page)
  for (const words of ['unsafe', 'unicode', 'what did you receive, with ids?']) {
    await chat.send(words)
    await chat.ended()
    await expectNoSidewaysScroll(page)
  }
  await chat.send('fault auth')
  await expect(chat.exchange.getByRole('note', { name: 'Error' })).toBeVisible()
  await expectNoSidewaysScroll(page)
  await chat.picker.click()
  await expect(page.getByRole('option').first()).toBeVisible()
  await expectNoSidewaysScroll(page)
  await page.keyboard.press('Escape')
  await chat.send('long')
  await expect(chat.answer.getByRole('cell', { name: 'comes back as plain text' })).toBeAttached({ timeout: 20_000 })
  await chat.stopButton.click()
  await chat.ended()
  await expectNoSidewaysScroll(page)
  expect((await api.session(chat.sessionId())).state).toBe('idle')
})

test('the pages of settings and administration are one row, at 400 % zoom too, with the page that is open in view', async ({
  page,
}) => {
  for (const [width, height] of [
    [390, 844],
    [320, 256],
  ] as const) {
    await page.setViewportSize({ width, height })
    for (const [address, nav, name] of [
      ['/settings/data', 'Settings', 'Data'],
      ['/admin/routing', 'Administration', 'Routing'],
    ] as const) {
      await page.goto(address)
      const row = page.getByRole('navigation', { name: nav })
      const entry = row.getByRole('link', { name, exact: true })
      await expect(entry).toBeInViewport({ ratio: 1 })
      expect((await row.boundingBox())?.height).toBeLessThan(64)
      for (const link of await row.getByRole('link').all()) {
        const box = await link.boundingBox()
        expect(box?.height).toBeGreaterThanOrEqual(44)
        expect(box?.width).toBeGreaterThanOrEqual(44)
      }
      await expectNoSidewaysScroll(page)
    }
  }
})

test('in the first chat the note about keys leaves room for the window, and the head has what one does with the chat', async ({
  page,
}, { repeatEachIndex }) => {
  const chat = chatPage(page)
  await chat.open('/')
  await chat.send(`from the head ${repeatEachIndex}`)
  await chat.ended()
  await expect(page.getByRole('note').filter({ hasText: 'a script answers' })).toBeVisible()
  await expect(page.getByText(/≈.\d+ of [\d,]+/)).toBeInViewport({ ratio: 1 })
  await page.getByRole('button', { name: 'Actions for this chat' }).tap()
  await page.getByRole('menuitem', { name: 'Rename' }).tap()
  await page.getByRole('textbox', { name: 'Title' }).fill(`Renamed in its head ${repeatEachIndex}`)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Renamed in its head ${repeatEachIndex}`)
})
