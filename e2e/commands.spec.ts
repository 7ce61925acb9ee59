import { expect } from '@playwright/test'
import { chatPage, test } from './chat-page.ts'

test('a slash changes the model, the arrow up edits what was asked, and the window says how full it is', async ({
  page,
}) => {
  const chat = chatPage(page)
  await chat.open('/')
  await chat.send('hello there')
  await chat.ended()
  const meter = page.getByText(/≈.\d+ of [\d,]+ tokens go with the next question/)
  await expect(meter).toBeVisible()
  // Beside the note about the script there is less room: it says less, and nothing is cut.
  await expect(page.getByRole('note')).toContainText('a script answers')
  expect(await meter.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
  const before = await chat.picker.getAttribute('aria-label')
  await chat.field.fill('/mo')
  await page.keyboard.press('Enter')
  await expect(chat.field).toHaveValue('/model ')
  const options = page.getByRole('listbox', { name: 'Change the model of this chat' }).getByRole('option')
  await expect(options.first()).toBeVisible()
  await page.keyboard.type('nobody')
  await page.keyboard.press('Enter')
  await expect(page.getByText('No model that is set up has all of these words in its name.')).toBeVisible()
  await chat.field.fill('/model demo:openai')
  await page.keyboard.press('Enter')
  await expect(chat.field).toHaveValue('')
  await expect(chat.picker).not.toHaveAttribute('aria-label', before ?? '')
  await chat.field.fill('@nobody')
  await expect(page.getByText('No model here is called @nobody. The picker lists all of them.')).toBeVisible()
  await chat.field.fill('')
  await page.keyboard.press('ArrowUp')
  await expect(page.getByRole('textbox', { name: 'Question' })).toHaveValue('hello there')
})

test('a long text that is pasted is a file, says what the model gets, and can be text again', async ({ page }) => {
  const chat = chatPage(page)
  await chat.open('/')
  const log = Array.from({ length: 300 }, (_, at) => `2026-11-22 line ${at}`).join('\n')
  await chat.field.evaluate((field, text) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', text)
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, log)
  await expect(page.getByText('goes as text')).toBeVisible()
  await expect(chat.field).toHaveValue('')
  await page.getByRole('button', { name: 'Put it back as text' }).click()
  await expect(chat.field).toHaveValue(log)
  await expect(page.getByRole('button', { name: 'Remove pasted.txt' })).toHaveCount(0)
})
