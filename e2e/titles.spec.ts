import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { english } from '#app/_texts/english/first.ts'
import { startUpstream } from './bench/upstream.ts'
import { chatPage, test } from './chat-page.ts'
import { apiClient } from './client.ts'
import { startServer } from './server.ts'

const MODEL = 'openai:a-model'

test('a model that is chosen by its price names the next chat in plain words, and its call is among the costs of the chat', async ({
  page,
}) => {
  const folder = await mkdtemp(join(tmpdir(), 'metis-titles-'))
  const sea = { pieces: ['It rises', ' and falls.'], rate: 100, title: '## **Tides** and the `moon`' }
  const upstream = await startUpstream(new Map([['sea', sea]]))
  await writeFile(join(folder, 'models.yaml'), `models:\n  ${MODEL}:\n    label: Scribe\n    price: openai:gpt-4.1\n`)
  const server = await startServer(folder, { OPENAI_BASE_URL: upstream.url })
  try {
    const api = apiClient(server.url)
    const chat = chatPage(page)
    await page.goto(`${server.url}/settings/models`)
    const section = page.getByRole('region', { name: 'Titles of chats' })
    const choice = section.getByRole('combobox', { name: 'A new chat is named by' })
    await expect(section.getByText('That costs nothing.')).toBeVisible()
    await choice.selectOption(MODEL)
    await expect(choice.getByRole('option', { name: /^Scribe · .*\$/ })).toBeAttached()
    await expect(section.getByText(/^≈\s\$0\.\d+ a title: about [\d,]+ tokens are read/)).toBeVisible()
    await expect.poll(async () => (await api.call('/settings')).json()).toMatchObject({ title_model: MODEL })

    await chat.open(server.url)
    await chat.send('script sea')
    await chat.ended()
    await expect(page).toHaveTitle('Tides and the moon · Metis')
    await expect(chat.chats.getByRole('link', { name: /^Tides and the moon \$0\./ })).toHaveCount(1)
    await expect(page.getByText(/[*`#]+\s?(Tides|moon)|moon`/)).toHaveCount(0)
    const id = chat.sessionId()
    const session = await api.session(id)
    const title = session.title_origin?.cost_usd
    if (session.cost_usd === null || title == null) throw new Error('a title has a price')
    expect(Number(title)).toBeGreaterThan(0)
    expect(Number(session.cost_usd)).toBeGreaterThan(Number(title))

    await test.step('with the amount of the title, and of the answer beside it', async () => {
      await page.getByTitle(/^Cost of this chat/).click()
      const costs = page.getByRole('dialog', { name: 'What this chat cost' })
      const byTurn = costs.getByRole('table', { name: 'By question, the dearest first' })
      const { amount } = english.format
      await expect(byTurn.getByRole('row', { name: /^Title of the chat/ })).toContainText(amount(title))
      await expect(byTurn.getByRole('row', { name: /^Sum/ })).toContainText(amount(session.cost_usd ?? ''))
      await page.keyboard.press('Escape')
    })

    await test.step('and only the first answer names it', async () => {
      await chat.send('script sea once more')
      await chat.ended()
      await page.getByRole('button', { name: /^Chat settings/ }).click()
      await expect(page.getByText(/was asked for the title of this chat: \$0\.\d+\.$/)).toBeVisible()
      const { calls } = await (await api.call(`/sessions/${id}/calls`)).json()
      expect(calls).toHaveLength(3)
    })
  } finally {
    await page.close()
    await server.stop()
    upstream.close()
    await rm(folder, { recursive: true, force: true })
  }
})
