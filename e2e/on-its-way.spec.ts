import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { chatPage, test } from './chat-page.ts'
import { apiClient } from './client.ts'
import { pngOf } from './picture.ts'
import { startProxy } from './proxy.ts'
import { startServer } from './server.ts'

const TURN = /^POST \/api\/sessions\/\w+\/turns$/

test('what was sent is neither lost nor said twice where its page is gone before it knows that it came', async ({
  context,
  page,
}) => {
  const folder = await mkdtemp(join(tmpdir(), 'metis-on-its-way-'))
  const server = await startServer(folder)
  const proxy = await startProxy(server.port)
  const api = apiClient(server.url)
  const questions = async (id: string) => (await api.messages(id)).filter(({ role }) => role === 'user')
  /** Closes the page, and opens the chat on another one. */
  const openAnew = async (left: Page, id: string) => {
    const next = await context.newPage()
    await left.close()
    const chat = chatPage(next)
    await chat.open(`${proxy.url}/c/${id}`)
    return { next, chat }
  }
  let last = page
  try {
    const id = await api.newSession()
    const chat = chatPage(page)
    await chat.open(`${proxy.url}/c/${id}`)
    await page
      .getByLabel('Pictures', { exact: true })
      .setInputFiles({ name: 'red.png', mimeType: 'image/png', buffer: pngOf(160, 30, 20) })
    await expect(page.getByRole('button', { name: 'Remove red.png' })).toBeVisible()

    await test.step('it never came: it is in the field again, with its picture, and goes', async () => {
      const gone = proxy.hold(TURN, 'request')
      await chat.field.fill('describe the picture')
      await expect(chat.sendButton).toBeEnabled()
      await chat.sendButton.click()
      await gone
      await expect(chat.field).toHaveValue('')
      const { next, chat: anew } = await openAnew(page, id)
      last = next
      await expect(anew.field).toHaveValue('describe the picture')
      await expect(next.getByRole('button', { name: 'Remove red.png' })).toBeVisible()
      expect(await questions(id)).toEqual([])
      await anew.sendButton.click()
      await anew.ended()
      expect((await questions(id)).map(({ content }) => content.map(({ type }) => type))).toEqual([['image', 'text']])
    })

    await test.step('it came: it stands in the chat, and not in the field', async () => {
      const gone = proxy.hold(TURN, 'answer')
      const { field, sendButton } = chatPage(last)
      await field.fill('calculate 6*7')
      await sendButton.click()
      await gone
      const { next, chat: anew } = await openAnew(last, id)
      last = next
      await anew.ended()
      await expect(anew.answer).toContainText('42')
      await expect(anew.field).toHaveValue('')
      expect(await questions(id)).toHaveLength(2)
    })

    await test.step('it came to a chat that it began: sent again it leads there', async () => {
      const start = chatPage(last)
      await start.open(proxy.url)
      const gone = proxy.hold(TURN, 'answer')
      await start.field.fill('calculate 8*8')
      await start.sendButton.click()
      await gone
      await last.reload()
      await expect(start.field).toHaveValue('calculate 8*8')
      await start.sendButton.click()
      await expect(last).toHaveURL(/\/c\//)
      await start.ended()
      await expect(start.answer).toContainText('64')
      await expect(start.field).toHaveValue('')
      expect(await questions(start.sessionId())).toHaveLength(1)
      await start.open(proxy.url)
      await expect(start.field).toHaveValue('')
    })
    await last.goto('about:blank')
  } finally {
    proxy.stop()
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
})
