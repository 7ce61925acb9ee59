import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { startDemoServer } from '#test/support/demo-server.ts'
import { chatPage, expectNoSidewaysScroll, test, untilLonger } from './chat-page.ts'
import { apiClient } from './client.ts'
import { startProxy } from './proxy.ts'
import { startServer } from './server.ts'

test('messages wait for the answer that is being written, can be changed, survive a reload, and are sent', async ({
  page,
}) => {
  const chat = chatPage(page)
  const queue = page.getByRole('region', { name: 'Queued messages' })
  const { keyboard } = page
  await chat.open('/')
  await chat.send('fault slow')
  await expect(chat.stopButton).toBeVisible()
  await chat.field.fill('what did you receive?')
  await chat.sendButton.click()
  await chat.field.fill('calculate 2*3')
  await chat.sendButton.click()
  await expect(queue.getByRole('listitem')).toHaveText(['Nextwhat did you receive?', 'Thencalculate 2*3'])
  await expect(chat.field).toHaveValue('')

  await queue.getByRole('button', { name: 'Edit' }).last().click()
  await page.getByRole('textbox', { name: 'Queued message' }).fill('calculate 6*7')
  await queue.getByRole('button', { name: 'Keep' }).click()
  await expectNoSidewaysScroll(page)

  await page.reload()
  await expect(chat.stopButton).toBeVisible()
  await expect(queue.getByRole('listitem')).toHaveText(['Nextwhat did you receive?', 'Thencalculate 6*7'])
  await expect(chat.exchange.getByRole('article', { name: 'You' })).toContainText('calculate 6*7', { timeout: 60_000 })
  await chat.ended()
  await expect(queue).toBeHidden()
  await expect(page.getByRole('article', { name: 'You' })).toHaveText([
    /fault slow/,
    /what did you receive/,
    /calculate 6\*7/,
  ])

  await test.step('an answer that is stopped holds what was to follow it', async () => {
    await chat.send('very long')
    await untilLonger(() => chat.answer.textContent(), 0, 100)
    await chat.field.fill('go on')
    await chat.sendButton.click()
    await chat.stopButton.click()
    await expect(queue.getByText('Not sent: the answer before it was stopped.')).toBeVisible()
    await queue.getByRole('button', { name: 'Remove' }).click()
    await expect(queue).toBeHidden()
  })

  await test.step('or makes way for it at once', async () => {
    await chat.send('very long')
    await untilLonger(() => chat.answer.textContent(), 0, 100)
    await chat.field.fill('unicode')
    await chat.field.focus()
    await keyboard.press('Control+Enter')
    await expect(chat.exchange.getByRole('article', { name: 'You' })).toContainText('unicode')
    await chat.ended()
  })
})

test('what is said to an answer is read at its next step, in the same turn', async ({ page }) => {
  const going = Promise.withResolvers<void>()
  const folder = await mkdtemp(join(tmpdir(), 'metis-steering-'))
  const upstream = await startDemoServer({ delay: () => going.promise })
  const server = await startServer(folder, { OPENAI_BASE_URL: upstream.url })
  const proxy = await startProxy(server.port)
  try {
    const api = apiClient(server.url)
    const id = await api.newSession({ active_model: 'openai:a-model' })
    const chat = chatPage(page)
    const queue = page.getByRole('region', { name: 'Queued messages' })
    await chat.open(`${proxy.url}/c/${id}`)
    await chat.send('calculate 6*7')
    await expect(chat.stopButton).toBeVisible()
    await chat.field.fill('behind it')
    await page.keyboard.press('Enter')
    await chat.field.fill('what did you receive?')
    const told = proxy.hold(/^PUT .*\/steering$/, 'answer')
    await page.keyboard.press('Control+Shift+Enter')
    await expect(queue.getByRole('listitem')).toHaveText(['Midwaywhat did you receive?', 'Thenbehind it'])
    // The page is left before it knows that the turn was told.
    await told
    await page.reload()
    await expect(queue.getByRole('listitem')).toHaveText(['Midwaywhat did you receive?', 'Thenbehind it'])
    going.resolve()
    await expect(page.getByRole('article', { name: 'You' })).toHaveText([/calculate/, /did you receive/, /behind it/])
    await expect(queue).toBeHidden()
    await chat.ended()
    const messages = await api.messages(id)
    expect(messages.map(({ role }) => role)).toEqual([
      'user',
      'assistant',
      'tool',
      'user',
      'assistant',
      'user',
      'assistant',
    ])
    const turns = messages.map(({ metadata }) => metadata.turn_id)
    expect(turns.lastIndexOf(turns[0])).toBe(4)
    await page.goto('about:blank')
  } finally {
    proxy.stop()
    await upstream.close()
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
})
