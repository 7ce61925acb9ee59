import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { faults } from './axe.ts'
import { chatPage, expectNoSidewaysScroll, test } from './chat-page.ts'
import { apiClient } from './client.ts'
import { startServer } from './server.ts'

const RULES = `folders:
  - { match: Work, use: 'demo:openai' }
rules:
  - name: code
    when: { message_contains_any: [refactor] }
    use: 'demo:responses'
`

test('where nobody chooses a model, which one that is and why is said before, and it is the one that answers', async ({
  page,
}) => {
  const folder = await mkdtemp(join(tmpdir(), 'metis-automatic-'))
  // Rules hold for everybody: nobody else may ask anything there.
  const server = await startServer(folder)
  const chat = chatPage(page)
  const dialog = page.getByRole('dialog', { name: 'Continue with another model' })
  const automatic = page.getByRole('option', { name: /^Automatic/ })
  try {
    const api = apiClient(server.url)
    const headers = { 'content-type': 'application/yaml' }
    const saved = await api.call('/admin/routing', { method: 'PUT', headers, body: RULES })
    expect(saved.status, await saved.text()).toBe(200)
    const settings = { reasoning_effort: 'low' }
    const id = await api.newSession({ active_model: 'demo:anthropic', folder: 'Work', settings })
    await chat.open(`${server.url}/c/${id}`)
    await chat.send('think about rivers')
    await chat.ended()

    await test.step('by the folder of the chat', async () => {
      await chat.picker.click()
      await expect(automatic).toContainText(/now .*, for the folder “Work” begins with it/)
      await expect(automatic).toContainText('What you write can make a rule choose another.')
      await automatic.click()
      await expect(dialog).toContainText(/Automatic: .* would answer now, for the folder “Work” begins with it\./)
      expect(await faults(page)).toEqual([])
      await dialog.getByRole('button', { name: 'Stay' }).click()
    })

    await test.step('by a rule about what is written', async () => {
      await chat.field.fill('refactor this')
      await chat.picker.click()
      await automatic.click()
      await expect(dialog).toContainText(/Automatic: .* would answer now, for the rule “code” holds\./)
      await page.setViewportSize({ width: 390, height: 844 })
      await expectNoSidewaysScroll(page)
      await page.setViewportSize({ width: 1440, height: 900 })
      await dialog.getByRole('button', { name: /^Continue with/ }).click()
      await expect(dialog).toHaveCount(0)
      expect((await api.session(id)).active_model).toBeNull()
    })

    await chat.sendButton.click()
    await expect(chat.exchange.getByRole('article', { name: 'You' })).toContainText('refactor this')
    await chat.ended()
    await chat.send('and the sea?')
    await chat.ended()
    const answers = (await api.messages(id)).filter(({ role }) => role === 'assistant')
    expect(answers.map(({ metadata }) => metadata.model)).toEqual(['demo:anthropic', 'demo:responses', 'demo:openai'])
  } finally {
    // Its stream would break.
    await page.goto('about:blank')
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
})
