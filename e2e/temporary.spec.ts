import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { chatPage, SERVER_KILLED, test } from './chat-page.ts'
import { apiClient } from './client.ts'
import { startServer } from './server.ts'

// What is asked for here is not there any more.
test.use({ noise: new RegExp(`${SERVER_KILLED.source}|404 \\(Not Found\\)`) })

/** What the palette finds by a word, which is in a chat that is kept. */
async function search(page: Page, word: string) {
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search chats, messages and commands' }).fill(`${word} from:me `)
  return page.getByRole('option').filter({ has: page.locator('mark', { hasText: word }) })
}

test('a temporary chat is in no list and found by no search, and is gone with its page', async ({ page, context }) => {
  const folder = await mkdtemp(join(tmpdir(), 'metis-temporary-'))
  let server = await startServer(folder)
  try {
    const kept = chatPage(page)
    await kept.open(server.url)
    await kept.send('a numbat that is kept')
    await kept.ended()
    const other = await context.newPage()
    const chat = chatPage(other)
    await chat.open(server.url)
    await other.getByRole('switch', { name: 'Temporary' }).click()
    await expect(
      other.getByRole('note').filter({ hasText: 'A temporary chat: in no list and no backup' }),
    ).toBeVisible()
    await chat.send('a numbat called Zebulon')
    await chat.ended()
    const address = other.url()
    const id = chat.sessionId()
    await expect(chat.chats.getByRole('listitem')).toHaveText([/a numbat that is kept/])
    const found = await search(other, 'numbat')
    await expect(found).toHaveCount(1)
    await expect(found).toContainText('a numbat that is kept')
    // What was begun and not sent is the chat's as well.
    await other.keyboard.press('Escape')
    await chat.field.fill('and Zebulon again')
    await other.close()

    await server.stop()
    server = await startServer(folder, {}, server.port)
    await page.goto(address)
    await expect(page.getByRole('heading', { name: 'There is no chat here' })).toBeVisible()
    await expect(kept.chats.getByRole('listitem')).toHaveText([/a numbat that is kept/])
    const api = apiClient(server.url)
    expect((await api.call(`/sessions/${id}`)).status).toBe(404)
    expect((await api.call(`/sessions/${id}/messages`)).status).toBe(404)
    const foundThen = await search(page, 'numbat')
    await expect(foundThen).toHaveCount(1)
    await expect(foundThen).toContainText('a numbat that is kept')

    expect(await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))).not.toContain(
      'Zebulon',
    )
    await server.stop()
    const stored = await contents(folder)
    expect(stored).toContain('a numbat that is kept')
    expect(stored).not.toContain('Zebulon')
  } finally {
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
})

/** Of all files of a folder. */
async function contents(folder: string): Promise<string> {
  const files = await readdir(folder, { recursive: true, withFileTypes: true })
  const texts = files
    .filter((file) => file.isFile())
    .map((file) => readFile(join(file.parentPath, file.name), 'latin1'))
  return (await Promise.all(texts)).join('\n')
}
