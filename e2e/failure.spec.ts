import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { chatPage, SERVER_KILLED, test, untilSeen } from './chat-page.ts'
import { startServer } from './server.ts'

for (const { fault, errorClass, title, advice, kept } of [
  {
    fault: 'overloaded',
    errorClass: 'rate_limit',
    title: 'The provider is overloaded',
    advice: 'Too many ask it at this moment, which usually passes.',
    kept: null,
  },
  {
    fault: 'auth',
    errorClass: 'auth',
    title: 'The provider refused the key',
    advice: 'Paste a valid one in the settings, or correct the one in .env.',
    kept: null,
  },
  {
    fault: 'drop',
    errorClass: 'network',
    title: 'The connection to the provider broke',
    advice: 'What had arrived is kept.',
    kept: 'This is the fault',
  },
  {
    fault: 'overflow',
    errorClass: 'context_overflow',
    title: 'The conversation is too long for this model',
    advice: 'Choose a model with a larger context window, or start a new chat.',
    kept: null,
  },
]) {
  test(`fault ${fault}: a card says what happened and what to do, and the conversation goes on`, async ({ page }) => {
    const chat = chatPage(page)
    await chat.open('/')
    await chat.send(`fault ${fault}`)
    const card = chat.exchange.getByRole('note', { name: 'Error' })
    await expect(card).toContainText(title, { timeout: 20_000 })
    await expect(card).toContainText(errorClass)
    await expect(card).toContainText(advice)
    await expect(card.getByText('What had arrived is kept.')).toHaveCount(kept === null ? 0 : 1)
    if (kept !== null) await expect(chat.answer).toContainText(kept)
    const shown = await card.textContent()

    await page.reload()
    await expect(card).toHaveText(shown ?? '')
    await chat.send('hello again')
    await chat.ended()
    await expect(chat.answer).toContainText('scripted demo model')
    await expect(page.getByRole('note', { name: 'Error' }).filter({ hasText: title })).toBeVisible()
  })
}

test('a provider that is overloaded once is tried again, and the page says so meanwhile', async ({ page }) => {
  const chat = chatPage(page)
  await chat.open('/')
  // In a chat that is open already, so that the second of waiting is not spent on opening it.
  await chat.send('hello')
  await chat.ended()
  const waiting = untilSeen(page, 'The provider is overloaded. Trying again (attempt 2)…')
  await Promise.all([waiting, chat.send('fault overloaded once')])
  await chat.ended()
  await expect(chat.answer).toContainText('What you have read so far should stay')
  await expect(chat.exchange.getByRole('note', { name: 'Error' })).toHaveCount(0)
})

test.describe('a server that goes away', () => {
  test.use({ noise: SERVER_KILLED })

  test('what was typed stays while the server is down, and is sent once it is back', async ({ page }) => {
    const folder = await mkdtemp(join(tmpdir(), 'metis-failure-'))
    let server = await startServer(folder)
    try {
      const chat = chatPage(page)
      await chat.open(server.url)
      await chat.send('hello')
      await chat.ended()
      await server.kill()
      await expect(page.getByText('Connection lost, reconnecting…')).toBeVisible()

      await chat.field.fill('calculate 6*7')
      await chat.sendButton.click()
      await expect(page.getByRole('alert').filter({ hasText: 'The server cannot be reached' })).toBeVisible()
      await expect(chat.field).toHaveValue('calculate 6*7')

      server = await startServer(folder, {}, server.port)
      await expect(page.getByText('Connection lost, reconnecting…')).toBeHidden({ timeout: 20_000 })
      await chat.sendButton.click()
      await chat.ended()
      await expect(chat.answer).toContainText('42')
      await expect(page.getByText('The server cannot be reached')).toHaveCount(0)
      await expect(chat.field).toHaveValue('')
    } finally {
      await server.stop()
      await rm(folder, { recursive: true, force: true })
    }
  })
})
