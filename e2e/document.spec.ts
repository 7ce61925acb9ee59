import { expect, type Page } from '@playwright/test'
import { pdf } from '#test/support/pdf-builder.ts'
import { chatPage, test } from './chat-page.ts'
import { apiClient } from './client.ts'

const REPORT = { name: 'report.pdf', mimeType: 'application/pdf', buffer: pdf({ pages: ['Sales rose.'] }) }
const SALES = { name: 'sales.csv', mimeType: 'text/csv', buffer: Buffer.from('month,sum\nMay,3\n') }

async function choose(page: Page, files: { name: string; mimeType: string; buffer: Buffer }[]): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Attach pictures or files' }).click()
  await (await chooser).setFiles(files)
}

test('a PDF and a table can be looked into, reach the model, stay after a reload, and are downloaded, never opened', async ({
  page,
}) => {
  const chat = chatPage(page)
  await chat.open('/')
  await choose(page, [REPORT, SALES])
  const tray = page.getByRole('list', { name: 'Attached pictures and files' })
  await expect(tray.getByText('PDF · 1 page ·')).toBeVisible()
  await expect(tray.getByText('CSV · 16 B')).toBeVisible()
  await tray.getByRole('button', { name: /^report\.pdf/ }).click()
  const view = page.getByRole('dialog', { name: 'File report.pdf' })
  await expect(view.getByRole('region', { name: 'What can be read in it' })).toHaveText('[page 1] Sales rose.')
  await expect(view).toContainText('goes as it is')
  await page.keyboard.press('Escape')
  await expect(view).toBeHidden()
  await expect(tray.getByRole('button', { name: /^report\.pdf/ })).toBeFocused()
  await chat.send('what did you receive?')
  await chat.ended()
  await expect(chat.answer).toContainText('file 1: application/pdf report.pdf')
  await expect(chat.answer).toContainText('file 2: text/plain sales.csv')

  await page.reload()
  await chat.ended()
  const said = chat.exchange.getByRole('article', { name: 'You' })
  await expect(said.getByRole('link', { name: 'report.pdf PDF' })).toBeVisible()
  await said.getByRole('link', { name: 'sales.csv CSV' }).click()
  const sales = page.getByRole('dialog', { name: 'File sales.csv' })
  await expect(sales).toContainText('month,sum')
  const download = page.waitForEvent('download')
  await sales.getByRole('link', { name: 'Download sales.csv' }).click()
  expect((await download).suggestedFilename()).toBe('sales.csv')
})

test('a file on a slow line says how far it is, and can be called back', async ({ page, context }) => {
  const chat = chatPage(page)
  await chat.open('/')
  const line = await context.newCDPSession(page)
  const conditions = { offline: false, latency: 0, downloadThroughput: -1 }
  await line.send('Network.emulateNetworkConditions', { ...conditions, uploadThroughput: 400_000 })
  await choose(page, [{ name: 'log.txt', mimeType: 'text/plain', buffer: Buffer.alloc(4_000_000, 'a line\n') }])
  const tray = page.getByRole('list', { name: 'Attached pictures and files' })
  await expect(tray.getByText(/^[1-9]\d?\u00a0% of 4\.0\u00a0MB$/)).toBeVisible()
  await expect(tray.getByRole('progressbar', { name: 'Uploading log.txt' })).toHaveAttribute('aria-valuenow', /^\d+$/)
  await tray.getByRole('button', { name: 'Cancel the upload of log.txt' }).click()
  await expect(tray).toBeHidden()
  await expect(chat.field).toBeFocused()
})

test.describe('what cannot be read', () => {
  test.use({ noise: /415 \(Unsupported Media Type\)/ })

  test('is refused with the reason, and the words stay', async ({ page }) => {
    const chat = chatPage(page)
    await chat.open('/')
    await chat.field.fill('look at this')
    await choose(page, [{ name: 'a.zip', mimeType: 'application/zip', buffer: Buffer.from('PK\x03\x04nothing') }])
    const problem = page.getByRole('form', { name: 'Message' }).getByRole('alert')
    await expect(problem).toContainText('a.zip cannot be used: a damaged archive')
    await expect(chat.field).toHaveValue('look at this')
  })
})

test.describe('over HTTP', () => {
  test('an upload is what its bytes are, under a clean name, and comes back as a download', async ({ baseURL }) => {
    const api = apiClient(baseURL ?? '')
    const upload = (body: BodyInit, name: string, type: string) =>
      api.call(`/attachments?name=${encodeURIComponent(name)}`, {
        method: 'POST',
        body,
        headers: { 'content-type': type },
      })
    const html = '<script>alert(1)</script><p>Words</p>'
    const stored = await upload(html, '../\u202eevil\u0000.html', 'text/plain')
    const said = (await stored.json()) as { data: string }
    expect(said).toEqual({
      data: expect.stringMatching(/^attachments\/[0-9a-f]{64}$/),
      media_type: 'text/html',
      name: 'evil.html',
      has_text: true,
      is_encrypted: false,
    })
    const file = await api.call(`/${said.data}`)
    const header = (name: string) => file.headers.get(name)
    expect([header('content-type'), header('content-disposition'), header('x-content-type-options')]).toEqual([
      'application/octet-stream',
      'attachment',
      'nosniff',
    ])
    const pages = await upload(new Uint8Array(REPORT.buffer), 'notes.txt', 'text/plain')
    expect(await pages.json()).toMatchObject({ media_type: 'application/pdf', name: 'notes.txt', pages: 1 })
  })
})
