import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { startDemoServer } from '#test/support/demo-server.ts'
import { chatPage, test } from './chat-page.ts'
import { apiClient } from './client.ts'
import { startServer } from './server.ts'

test('what a provider refused without a word of why is sent to it no second time, until a person wants it so', async ({
  page,
}) => {
  const folder = await mkdtemp(join(tmpdir(), 'metis-refusal-'))
  const sent: string[] = []
  const onRequest = (path: string, body: string) => {
    if (path.endsWith('/chat/completions')) sent.push(body)
  }
  const upstream = await startDemoServer({ delay: async () => {}, onRequest })
  const server = await startServer(folder, { OPENAI_BASE_URL: upstream.url, METIS_DEFAULT_MODEL: 'openai:gpt-4.1' })
  try {
    const chat = chatPage(page)
    const id = await apiClient(server.url).newSession({ active_model: 'openai:gpt-4.1', title: 'Refused' })
    await chat.open(`${server.url}/c/${id}`)
    await chat.send('fault bad request')
    const card = chat.exchange.getByRole('note', { name: 'Error' })
    await expect(card).toContainText('The provider did not accept the request', { timeout: 20_000 })
    await expect(chat.exchange.getByText(/The same request is not sent again\./)).toBeVisible()
    await expect(chat.exchange.getByRole('button', { name: 'Try again' })).toHaveCount(0)
    expect(sent).toHaveLength(1)

    await test.step('the footer asks for another answer, and the same is not sent', async () => {
      await chat.exchange.getByRole('button', { name: 'Answer again' }).click()
      await expect(card).toContainText('Not sent again', { timeout: 20_000 })
      await expect(card).toContainText('Invalid request. Please check your request and try again.')
      await expect(chat.exchange.getByRole('button', { name: 'Try with another model' })).toBeVisible()
      expect(sent).toHaveLength(1)
    })

    await test.step('it goes once more where somebody says so', async () => {
      await chat.exchange.getByRole('button', { name: 'Send the same once more' }).click()
      await expect(card).toContainText('The provider did not accept the request', { timeout: 20_000 })
      expect(sent).toHaveLength(2)
      expect(sent[1]).toBe(sent[0])
    })

    await test.step('in other words it is another request, which is answered', async () => {
      await chat.exchange.getByRole('button', { name: 'Edit the question' }).click()
      await page.getByRole('textbox', { name: 'Question' }).fill('hello')
      await page.getByRole('form', { name: 'Edit question' }).getByRole('button', { name: 'Send' }).click()
      await chat.ended()
      await expect(chat.answer).toContainText('scripted demo model')
      expect(sent).toHaveLength(3)
    })
  } finally {
    // Its stream would break.
    await page.goto('about:blank')
    await server.stop()
    await upstream.close()
    await rm(folder, { recursive: true, force: true })
  }
})
