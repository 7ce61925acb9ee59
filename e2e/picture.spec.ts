import { expect, type Page } from '@playwright/test'
import { chatPage, test } from './chat-page.ts'
import { apiClient } from './client.ts'
import { pngOf } from './picture.ts'

const tray = (page: Page) => page.getByRole('list', { name: 'Attached pictures and files' }).getByRole('img')

async function choose(page: Page, file: { name: string; mimeType: string; buffer: Buffer }): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Attach pictures or files' }).click()
  await (await chooser).setFiles(file)
}

/** What a person's clipboard or a dragged file is to the page. */
function dataTransferWith(page: Page, name: string, bytes: Buffer) {
  return page.evaluateHandle(
    ([file, base64]) => {
      const transfer = new DataTransfer()
      const content = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
      transfer.items.add(new File([content], file, { type: 'image/png' }))
      return transfer
    },
    [name, bytes.toString('base64')] as const,
  )
}

test('pictures come by button, paste and drop, are sent, reach the model and survive a reload', async ({ page }) => {
  const chat = chatPage(page)
  await chat.open('/')
  await choose(page, { name: 'red.png', mimeType: 'image/png', buffer: pngOf(200, 40, 40) })
  await expect(tray(page)).toHaveCount(1)

  const pasted = await dataTransferWith(page, 'green.png', pngOf(40, 160, 60))
  await chat.field.evaluate(
    (field, clipboardData) =>
      field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })),
    pasted,
  )
  await expect(tray(page)).toHaveCount(2)

  const dropped = await dataTransferWith(page, 'blue.png', pngOf(50, 60, 160))
  await page.getByRole('main').dispatchEvent('dragover', { dataTransfer: dropped })
  await expect(chat.field).toHaveAttribute('placeholder', 'Drop pictures and files here')
  await page.getByRole('main').dispatchEvent('drop', { dataTransfer: dropped })
  await expect(tray(page)).toHaveCount(3)
  for (const picture of await tray(page).all()) await expectShown(picture)

  await page.getByRole('button', { name: 'Remove green.png' }).click()
  await expect(tray(page)).toHaveCount(2)
  await expect(page.getByText('Uploading')).toHaveCount(0)
  await chat.send('what did you receive?')
  await chat.ended()
  await expect(tray(page)).toHaveCount(0)
  await expect(chat.answer).toContainText('pictures: 2')
  await page.reload()
  await chat.ended()
  const sent = chat.exchange.getByRole('article', { name: 'You' }).getByRole('img')
  await expect(sent).toHaveCount(2)
  for (const picture of await sent.all()) await expectShown(picture)
})

test('the same picture twice is two pictures, and a picture needs no words', async ({ page }) => {
  const chat = chatPage(page)
  await chat.open('/')
  for (const name of ['one.png', 'two.png']) {
    await choose(page, { name, mimeType: 'image/png', buffer: pngOf(90, 90, 20) })
  }
  await expect(tray(page)).toHaveCount(2)
  await expect(page.getByText('Uploading')).toHaveCount(0)
  await chat.sendButton.click()
  await chat.ended()
  await expect(chat.exchange.getByRole('article', { name: 'You' }).getByRole('img')).toHaveCount(2)
  await expect(chat.answer).toContainText('2 pictures came with the conversation')
})

test.describe('what is no picture', () => {
  // The recorder of traces reads what a broken preview shows, which the page itself never does.
  test.use({ noise: /415 \(Unsupported Media Type\)|connect-src.*blob|'blob:.*connect-src/ })

  test('a file that is none is refused with the reason, and the words stay', async ({ page }) => {
    const chat = chatPage(page)
    await chat.open('/')
    await chat.field.fill('look at this')
    await choose(page, { name: 'notes.tiff', mimeType: 'image/tiff', buffer: Buffer.from('notes') })
    const problem = page.getByRole('form', { name: 'Message' }).getByRole('alert')
    await expect(problem).toHaveText(/^notes\.tiff: Only PNG, JPEG, .* pictures can be attached\.$/)
    await page.getByRole('button', { name: 'Remove notes.tiff' }).click()

    await choose(page, { name: 'fake.png', mimeType: 'image/png', buffer: Buffer.from('not a picture at all') })
    await expect(problem).toHaveText(/^fake\.png: \S/)
    // It holds nothing else up.
    await expect(chat.sendButton).toHaveAttribute('aria-disabled', 'false')
    await expect(chat.field).toHaveValue('look at this')

    await page.getByRole('button', { name: 'Remove fake.png' }).click()
    await chat.send('look at this')
    await chat.ended()
  })
})

async function expectShown(picture: ReturnType<Page['getByRole']>): Promise<void> {
  await expect.poll(() => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBe(320)
}

test.describe('a picture that lies elsewhere', () => {
  // The browser says of a refused request that it failed to load.
  test.use({ noise: /status of 422/ })

  test('is not loaded, and fetched only from the open internet and when asked for', async ({ page, baseURL }) => {
    const chat = chatPage(page)
    const api = apiClient(baseURL ?? '')
    const id = await api.newSession()
    const address = `${baseURL}/api/attachments/picture.png`
    await api.say(id, 'hello')
    await chat.open(`/c/${id}`)
    await chat.ended()

    await chat.field.focus()
    const text = await page.evaluateHandle((pasted) => {
      const transfer = new DataTransfer()
      transfer.setData('text/plain', pasted)
      return transfer
    }, address)
    await chat.field.fill(address)
    await chat.field.evaluate(
      (field, clipboardData) =>
        field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })),
      text,
    )
    await page.getByRole('button', { name: 'Attach the picture' }).click()
    await expect(page.getByRole('main').getByRole('alert')).toContainText('is not an address of the open internet')
    await expect(chat.field).toHaveValue('')

    const refused = await api.post('/attachments/import', { url: 'http://169.254.169.254/latest/meta-data' })
    expect(refused.status).toBe(422)
    expect(await refused.json()).toMatchObject({
      error: { code: 'download_failed', details: { reason: 'refused_address' } },
    })
  })
})
