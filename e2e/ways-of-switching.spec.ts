import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { startDemoServer } from '#test/support/demo-server.ts'
import { faults } from './axe.ts'
import { chatPage, expectNoSidewaysScroll, test } from './chat-page.ts'
import { apiClient } from './client.ts'
import { pngOf } from './picture.ts'
import { startServer } from './server.ts'

const SMALL = 'openai:gpt-4.1'
const WINDOW = 6_000

const MODELS = `
models:
  ${SMALL}: { capabilities: { max_context_tokens: ${WINDOW}, max_output_tokens: 1000 } }
`

// A question that no model takes is refused, and the browser notes that.
test.use({ noise: /status of 422/ })

/** Chooses a model in the picker, whatever comes of it. */
async function choose(page: Page, id: string): Promise<string> {
  const answer = await page.request.get(new URL('/api/models', page.url()).href)
  const { models } = (await answer.json()) as { models: { id: string; label: string }[] }
  const label = models.find((model) => model.id === id)?.label ?? id
  await chatPage(page).picker.click()
  const option = page.getByRole('option').filter({ has: page.getByText(label, { exact: true }) })
  await option.click()
  return label
}

test('pictures are left out or described, and a chat that is too long goes on in brief, each until it is taken back', async ({
  page,
}) => {
  test.setTimeout(120_000)
  const folder = await mkdtemp(join(tmpdir(), 'metis-ways-'))
  const upstream = await startDemoServer({ delay: async () => {} })
  await writeFile(join(folder, 'models.yaml'), MODELS)
  const server = await startServer(folder, { OPENAI_BASE_URL: upstream.url })
  const dialog = page.getByRole('dialog', { name: 'Continue with another model' })
  const chat = chatPage(page)
  const api = apiClient(server.url)
  try {
    const id = await api.newSession({ active_model: 'demo:anthropic', settings: { tools: false } })
    const settings = async () => (await api.session(id)).settings
    await chat.open(`${server.url}/c/${id}`)

    await test.step('a model that takes no pictures is refused, and taken with the pictures left out', async () => {
      const chooser = page.waitForEvent('filechooser')
      await page.getByRole('button', { name: 'Attach pictures or files' }).click()
      await (await chooser).setFiles({ name: 'sky.png', mimeType: 'image/png', buffer: pngOf(60, 120, 170) })
      await expect(page.getByText('Uploading')).toHaveCount(0)
      await chat.send('hello')
      await chat.ended()
      const label = await choose(page, 'demo:ollama')
      await expect(dialog.getByRole('heading', { name: 'It cannot take over as it is' })).toBeVisible()
      expect(await faults(page)).toEqual([])
      await expectNoSidewaysScroll(page)
      expect((await api.session(id)).active_model).toBe('demo:anthropic')
      await dialog.getByRole('button', { name: 'Leave the pictures out' }).click()
      await expect(chat.picker).toHaveAccessibleName(`Model: ${label}`)
      // What comes next is a question: the dialog is gone, and the field has the focus.
      await expect(chat.field).toBeFocused()
      expect((await settings()).pictures).toBe('leave_out')
      await chat.send('what did you receive?')
      await chat.ended()
    })

    await test.step('back at a model that takes them, they are no longer left out, and can be described', async () => {
      await chat.pickModel('demo:anthropic')
      expect((await settings()).pictures).toBeUndefined()
      const before = Number((await api.session(id)).cost_usd)
      const label = await choose(page, 'demo:ollama')
      await dialog.getByRole('button', { name: 'Have them described' }).click()
      await expect(chat.picker).toHaveAccessibleName(`Model: ${label}`)
      expect((await settings()).pictures).toBe('describe')
      expect(Number((await api.session(id)).cost_usd)).toBeGreaterThan(before)
    })

    await test.step('what does not fit goes in brief, as it was read and changed, and whole again when that is undone', async () => {
      for (const name of ['one', 'two', 'three', 'four']) {
        await chat.send(`${name} ${'river '.repeat(2_000)}`)
        await chat.ended()
      }
      const label = await choose(page, SMALL)
      await expect(dialog.getByRole('heading', { name: 'This conversation does not fit yet' })).toBeVisible()
      await dialog.getByRole('button', { name: 'Write the summary' }).click()
      const field = dialog.getByRole('textbox', { name: 'Summary' })
      await expect(field).toBeFocused()
      await field.fill('They spoke of rivers.')
      expect(await faults(page)).toEqual([])
      await dialog.getByRole('button', { name: 'Send it in their place' }).click()
      await expect(chat.picker).toHaveAccessibleName(`Model: ${label}`)
      await expect(page.getByText('The beginning of this chat goes in brief.')).toBeVisible()
      await expect(chat.field).toBeFocused()
      await chat.send('And now?')
      await chat.ended()
      expect((await api.messages(id)).at(-1)?.metadata).toMatchObject({ status: 'complete', model: SMALL })
      await page.getByRole('button', { name: 'Send all of it again' }).click()
      await expect(page.getByText('The beginning of this chat goes in brief.')).toBeHidden()
    })

    await test.step('a chat that is stuck says what can be done, where it says that it is', async () => {
      await chat.field.fill('Still there?')
      await chat.sendButton.click()
      await page.getByRole('button', { name: 'See what can be done' }).click()
      await expect(dialog.getByRole('button', { name: 'Write the summary' })).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(dialog).toBeHidden()
      await expect(chat.field).toHaveValue('Still there?')
    })
  } finally {
    await page.close()
    await upstream.close()
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
})
