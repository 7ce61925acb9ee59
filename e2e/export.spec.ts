import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Download, expect, type Page } from '@playwright/test'
import { zipOf } from '#lib/export/archive.ts'
import { openArchive } from '#lib/export/read-archive.ts'
import { verifyArchive } from '#lib/export/verify.ts'
import { bytesOf, filesIn } from '#test/support/exportable.ts'
import { chatPage, test } from './chat-page.ts'
import { apiClient } from './client.ts'
import { pngOf } from './picture.ts'
import { startServer } from './server.ts'

async function saved(page: Page, press: () => Promise<void>): Promise<{ download: Download; path: string }> {
  const [download] = await Promise.all([page.waitForEvent('download'), press()])
  const path = await download.path()
  return { download, path }
}

async function verified(path: string) {
  await using archive = await openArchive(path)
  return await verifyArchive(archive)
}

test('a chat is exported from its menu in every format, and everything from the settings', async ({
  page,
  browser,
}) => {
  const folder = await mkdtemp(join(tmpdir(), 'metis-export-'))
  const server = await startServer(folder)
  try {
    const chat = chatPage(page)
    await chat.open(`${server.url}/`)
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Attach pictures or files' }).click()
    await (await chooser).setFiles({ name: 'sky.png', mimeType: 'image/png', buffer: pngOf(60, 120, 170) })
    await expect(page.getByText('Uploading')).toHaveCount(0)
    await chat.send('what did you receive? <script>alert(1)</script>')
    await chat.ended()
    await chat.send('Write a table, then calculate 12*(3+4)')
    await chat.ended(30_000)
    const id = chat.sessionId()
    const row = chat.chats.locator('li').filter({ has: page.locator(`a[href="/c/${id}"]`) })

    const exportAs = (format: RegExp) =>
      saved(page, async () => {
        await row.hover()
        await row.getByRole('button', { name: /^Actions for/ }).click()
        await page.getByRole('menuitem', { name: 'Export…' }).click()
        const dialog = page.getByRole('dialog', { name: 'Export this chat' })
        await expect(dialog.getByRole('radio', { name: /^Everything/ })).toBeChecked()
        await dialog.getByRole('radio', { name: format }).check()
        await dialog.getByRole('button', { name: 'Download' }).click()
        await expect(dialog).toBeHidden()
      })

    const whole = await exportAs(/^Everything/)
    expect(whole.download.suggestedFilename()).toBe(`metis-chat-${id}.zip`)
    expect(await verified(whole.path)).toMatchObject({ faults: [], chats: 1 })

    expect((await exportAs(/^Markdown/)).download.suggestedFilename()).toBe(`metis-chat-${id}.zip`)

    const read = await exportAs(/^A page to read/)
    expect(read.download.suggestedFilename()).toBe(`metis-chat-${id}.html`)
    // As whoever gets the file: without the server, and without scripts.
    const reader = await (await browser.newContext({ javaScriptEnabled: false })).newPage()
    await reader.setContent(await readFile(read.path, 'utf8'))
    await expect(reader.getByRole('img', { name: 'Picture' })).toBeVisible()
    expect(
      await reader.getByRole('img').evaluate((picture) => (picture as HTMLImageElement).naturalWidth),
    ).toBeGreaterThan(0)
    const asked = reader.getByRole('main').getByText('what did you receive? <script>alert(1)</script>')
    await expect(asked).toBeVisible()
    await reader.context().close()

    const sent = await exportAs(/^What a model is sent/)
    expect(JSON.parse(await readFile(sent.path, 'utf8'))).toMatchObject({ messages: expect.any(Array) })

    await page.goto(`${server.url}/settings/data`)
    // What the browser keeps is said once the scripts of the page are there.
    await expect(page.getByText('chat kept here')).toBeVisible()
    const everything = page.getByRole('region', { name: 'Export everything' })
    const all = await saved(page, () => everything.getByRole('button', { name: 'Export everything' }).click())
    expect(all.download.suggestedFilename()).toMatch(/^metis-export-\d{4}-\d\d-\d\d\.zip$/)
    await expect(everything.getByRole('status')).toHaveText(/^Done: 1 chat, /)
    expect(await verified(all.path)).toMatchObject({ faults: [], chats: 1 })
  } finally {
    await page.goto('about:blank')
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
})

test('an export that is stopped breaks off for whoever reads it, and says so', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'metis-export-'))
  const server = await startServer(folder)
  try {
    const api = apiClient(server.url)
    for (let n = 0; n < 300; n += 1) await api.newSession({ title: `Chat ${n}` })
    const response = await api.call('/export?name=an-export')
    const reader = response.body?.getReader()
    await reader?.read()
    expect(await (await api.call('/exports/an-export')).json()).toMatchObject({ of: 300 })
    const stopped = await api.call('/exports/an-export', { method: 'DELETE' })
    const { state } = (await (await api.call('/exports/an-export')).json()) as { state: string }
    // What is small may be through before it is stopped.
    expect([stopped.status, /^(stopped|done)$/.test(state)]).toEqual([204, true])
    await reader?.cancel().catch(() => {})
  } finally {
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
})

test.describe('verifying', () => {
  // The browser says of a refused request that it failed to load.
  test.use({ noise: /status of 415/ })

  test('an export is verified on the page, and what was changed in it is named, in the language of the reader', async ({
    page,
  }) => {
    const folder = await mkdtemp(join(tmpdir(), 'metis-verify-'))
    const server = await startServer(folder)
    try {
      const chat = chatPage(page)
      await chat.open(`${server.url}/`)
      await chat.send('How many?')
      await chat.ended()
      await page.goto(`${server.url}/settings/data`)
      const { path } = await saved(page, () => page.getByRole('button', { name: 'Export everything' }).click())
      const choose = async (file: string) => {
        // What is asked of the server is there once the scripts of the page are.
        await expect(page.getByRole('radio', { name: /^(Send as it is|Senden, wie es ist)/ })).toBeVisible()
        const chooser = page.waitForEvent('filechooser')
        await page
          .getByRole('region', { name: /^(Verify an export|Einen Export)/ })
          .getByRole('button')
          .click()
        await (await chooser).setFiles(file)
      }
      await choose(path)
      const found = page.getByRole('status').filter({ hasText: /Fingerprint|Fingerabdruck/ })
      await expect(found).toContainText(/Unchanged since .*1 chat with 2 messages, exported by Metis/)
      await expect(found).toContainText((await verified(path)).fingerprint)

      const changed = join(folder, 'changed.zip')
      await rewrite(path, changed, (text) => text.replace('"text":"How many?"', '"text":"How few?"'))
      await choose(changed)
      await expect(found).toContainText(
        /Changed since .*: one thing differs\..*“How many\?” \(chats\/.*\): message 1 \(.*\) differs/,
      )

      await page.context().addCookies([{ name: 'language', value: 'de', url: server.url }])
      await page.reload()
      await choose(changed)
      await expect(found).toContainText(/Verändert seit .*: Eine Stelle weicht ab\..*Nachricht 1 \(.*\) weicht ab/)
      await choose(join(folder, 'metis.db'))
      await expect(page.getByRole('alert').filter({ hasText: 'die Datei ist keine Zip-Datei' })).toBeVisible()
    } finally {
      await page.goto('about:blank')
      await server.stop()
      await rm(folder, { recursive: true, force: true })
    }
  })
})

/** The same zip with what is in its chats said otherwise. */
async function rewrite(from: string, to: string, change: (text: string) => string): Promise<void> {
  const files = await filesIn(await readFile(from))
  async function* entries() {
    for (const [path, text] of files) yield { path, compress: true, body: one(Buffer.from(change(text))) }
  }
  async function* one(bytes: Uint8Array) {
    yield bytes
  }
  await writeFile(to, await bytesOf({ body: zipOf(entries(), new Date(0)) }))
}
