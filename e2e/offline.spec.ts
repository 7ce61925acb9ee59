import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect } from '@playwright/test'
import { chatPage, SERVER_KILLED, test } from './chat-page.ts'
import { apiClient } from './client.ts'
import { pngOf } from './picture.ts'
import { startProxy } from './proxy.ts'
import { startServer } from './server.ts'

// The router says that it leaves a page that it cannot have to the browser.
const ROUTER = /^Failed to fetch RSC payload for http:\/\/127\.0\.0\.1:/

// What the service worker passed on, and the server was not there for.
const PASSED_ON = /^Failed to load resource: net::ERR_FAILED http:\/\/127\.0\.0\.1:/

// What a proxy says of a server that is away, and of a stream that broke behind it.
const BAD_GATEWAY = /^Failed to load resource: the server responded with a status of 502 /
const NOISE = [SERVER_KILLED, ROUTER, PASSED_ON, BAD_GATEWAY].map(({ source }) => source).join('|')

test.use({ serviceWorkers: 'allow', noise: new RegExp(NOISE) })

test('what was opened can be read while the server is away, and goes on where it was once it is back', async ({
  page,
}) => {
  const folder = await mkdtemp(join(tmpdir(), 'metis-offline-'))
  let server = await startServer(folder)
  const chat = chatPage(page)
  try {
    const api = apiClient(server.url)
    const fleeting = await api.newSession({ title: 'A fleeting chat', temporary: true })
    await api.newSession({ title: 'Never opened' })
    await page.goto(`${server.url}/c/${fleeting}`)
    await chat.send('say something that is not kept')
    await chat.ended()

    await chat.open(server.url)
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Attach pictures or files' }).click()
    await (await chooser).setFiles({ name: 'red.png', mimeType: 'image/png', buffer: pngOf(200, 40, 40) })
    await expect(page.getByRole('button', { name: 'Remove red.png' })).toBeVisible()
    await expect(page.getByText('Uploading')).toHaveCount(0)
    await chat.send('calculate 6*7')
    await chat.ended()
    await expect(chat.answer).toContainText('42')
    const address = page.url()
    await expect.poll(() => keptChats(page)).toEqual([address.slice(address.lastIndexOf('/') + 1)])
    // A turn that takes longer than two seconds is kept before its end as well.
    await expect.poll(() => keptText(page)).toContain('The calculator says')
    await expect.poll(() => keptPictures(page)).toBe(1)
    // The files of the page came before there was anybody to keep them.
    await page.reload()
    await chat.ended()
    await expect.poll(() => page.evaluate(() => caches.match('/offline').then(Boolean))).toBe(true)

    await server.kill()
    await page.reload()
    await expect(page.getByText(/^Not connected · as of /)).toBeVisible()
    await expect(chat.answer).toContainText('42')
    const picture = page.getByRole('article', { name: 'You' }).getByRole('img')
    await expect(picture).toHaveJSProperty('naturalWidth', 320)

    await page.getByRole('link', { name: 'Never opened' }).click()
    await expect(page.getByRole('heading', { name: 'This chat is on the server, which does not answer' })).toBeVisible()
    await page.goto(`${server.url}/settings/keys`)
    await expect(page.getByRole('heading', { name: 'Metis does not answer' })).toBeVisible()
    await page.goto(address)
    await expect(chat.answer).toContainText('42')

    server = await startServer(folder, {}, server.port)
    await expect(page.getByText(/^Not connected/)).toHaveCount(0, { timeout: 20_000 })
    await chat.send('calculate 8*8')
    await expect(chat.answer).toContainText('64')

    await page.goto(`${server.url}/settings/data`)
    await expect(page.getByText(/^1 chat kept here/)).toBeVisible()
    await page.getByRole('checkbox', { name: /^Keep the chats that I open/ }).uncheck()
    await expect(page.getByText(/^Nothing is kept here/)).toBeVisible()
    expect(await page.evaluate(() => caches.keys())).toEqual([])
  } finally {
    await server.kill()
    await rm(folder, { recursive: true, force: true })
  }
})

test('behind a proxy that answers for a server that is away, the same', async ({ page }) => {
  const folder = await mkdtemp(join(tmpdir(), 'metis-offline-'))
  let server = await startServer(folder)
  const proxy = await startProxy(server.port)
  const chat = chatPage(page)
  try {
    await page.goto(proxy.url)
    await chat.send('calculate 6*7')
    await chat.ended()
    await expect.poll(() => keptText(page)).toContain('The calculator says')
    const address = page.url()
    await page.reload()
    await chat.ended()
    await expect.poll(() => page.evaluate(() => caches.match('/offline').then(Boolean))).toBe(true)

    // With the meter comes, behind the first screen, what says that a server is away.
    await page.getByRole('button', { name: 'Hide this note' }).click()
    await expect(page.getByText(/tokens go with the next question/)).toBeVisible()

    await server.kill()
    await chat.field.fill('calculate 8*8')
    await chat.sendButton.click()
    await expect(page.getByRole('alert').filter({ hasText: 'The server cannot be reached' })).toBeVisible()
    await page.reload()
    await expect(page.getByText(/^Not connected · as of /)).toBeVisible()
    await expect(chat.answer).toContainText('42')
    server = await startServer(folder, {}, server.port)
    await expect(page.getByText(/^Not connected/)).toHaveCount(0, { timeout: 20_000 })

    await server.kill()
    await page.goto(`${proxy.url}/settings/keys`)
    await expect(page.getByRole('heading', { name: 'Metis does not answer' })).toBeVisible()
    server = await startServer(folder, {}, server.port)
    await expect(page.getByRole('heading', { name: 'Providers and keys' })).toBeVisible({ timeout: 20_000 })
    await page.goto(address)
    await chat.send('calculate 9*9')
    await expect(chat.answer).toContainText('81')
  } finally {
    proxy.stop()
    await server.kill()
    await rm(folder, { recursive: true, force: true })
  }
})

function keptChats(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const kept = await (await caches.open('metis-chats')).keys()
    return kept.map(({ url }) => url.slice(url.lastIndexOf('/') + 1))
  })
}

function keptPictures(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const names = (await caches.keys()).filter((name) => name.startsWith('metis-pictures:'))
    const kept = await Promise.all(names.map(async (name) => (await (await caches.open(name)).keys()).length))
    return kept.reduce((sum, count) => sum + count, 0)
  })
}

function keptText(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const cache = await caches.open('metis-chats')
    const kept = await cache.matchAll()
    return (await Promise.all(kept.map((response) => response.text()))).join()
  })
}
