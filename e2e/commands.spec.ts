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

test('the palette finds a message by its words and by what it holds, goes to it, and says which filter is none', async ({
  page,
}) => {
  const chat = chatPage(page)
  await chat.open('/')
  await chat.send('show me the quagga in code')
  await chat.ended()
  const { pathname } = new URL(page.url())
  await chat.open('/')
  await page.keyboard.press('Control+k')
  const field = page.getByRole('combobox', { name: 'Search chats, messages and commands' })
  await field.fill('quagga from:me date:today person:nobody ')
  await expect(page.getByRole('dialog').getByText('person:nobody')).toBeVisible()
  await field.fill('quagga from:me date:today ')
  const hit = page.getByRole('option').filter({ has: page.locator('mark', { hasText: 'quagga' }) })
  await expect(hit).toHaveCount(1)
  await expect(page.getByRole('dialog').getByText('person:nobody')).toHaveCount(0)
  await field.fill('quagga has:picture ')
  await expect(page.getByRole('dialog').getByRole('status').first()).toHaveText('Nothing was found.')
  await field.fill('quagga from:me ')
  await hit.click()
  await expect(page).toHaveURL(new RegExp(`${pathname}#m-`))
  await expect(page.getByRole('article', { name: 'You' })).toBeInViewport()
})

test('the palette finds a message by the code in it, and not the one beside it that has none', async ({ page }, {
  repeatEachIndex,
}) => {
  const word = `okapi${repeatEachIndex}`
  const chat = chatPage(page)
  await chat.open('/')
  await chat.send(`where does the ${word} live`)
  await chat.ended()
  await chat.field.fill(`what does this do\n\n\`\`\`js\n${word}.feed()\n\`\`\``)
  await chat.sendButton.click()
  await expect(chat.exchange.getByRole('article', { name: 'You' })).toContainText(`${word}.feed()`)
  await chat.ended()

  await page.keyboard.press('Control+k')
  const field = page.getByRole('combobox', { name: 'Search chats, messages and commands' })
  const hits = page.getByRole('option').filter({ has: page.locator('mark', { hasText: word }) })
  await field.fill(`${word} from:me `)
  await expect(hits).toHaveCount(2)
  await field.fill(`${word} from:me has:code `)
  await expect(hits).toHaveCount(1)
  await expect(hits).toContainText('what does this do')
  await hits.click()
  await expect(page).toHaveURL(/#m-/)
  await expect(page.getByText(`${word}.feed()`)).toBeInViewport()
})
