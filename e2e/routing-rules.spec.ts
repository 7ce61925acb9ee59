import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { faults } from './axe.ts'
import { chatPage, expectNoSidewaysScroll, test } from './chat-page.ts'
import { startServer } from './server.ts'

// Rules hold for everybody: nobody else may ask anything there.
let folder: string
let server: Awaited<ReturnType<typeof startServer>>
test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'metis-routing-'))
  server = await startServer(folder)
})
test.afterAll(async () => {
  await server?.stop()
  await rm(folder, { recursive: true, force: true })
})
// A text that cannot hold is refused, line by line.
test.use({ noise: /422 \(Unprocessable/ })

const RULE = (use: string) => `rules:
  - name: code
    note: What is about code.
    when:
      message_contains_any: [refactor]
    use: ${use}
`

test('a rule is mended at its line, tried, saved with a reason, answers in a chat, and goes back again', async ({
  page,
}) => {
  const chat = chatPage(page)
  const why = chat.exchange.getByRole('button', { name: 'Why this model' })
  await chat.open(server.url)
  await chat.send('Please refactor this')
  await chat.ended()

  await page.goto(`${server.url}/admin/routing`)
  await page.getByRole('button', { name: 'Insert long-texts' }).click()
  const editor = page.getByRole('textbox', { name: 'Rules as YAML' })
  await expect(editor).toHaveValue(/estimated_input_tokens_gt: 100000/)
  await editor.fill(RULE('demo:nobody'))
  await page.getByRole('button', { name: 'Line 6' }).click()
  await expect(editor).toBeFocused()
  await expect(page.getByText('names no model that is known here: demo:nobody')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Look at them' })).toBeDisabled()
  await editor.fill(RULE('demo:openai'))
  await expect(page.getByText('Every line is in order.')).toBeVisible()

  await page.getByRole('textbox', { name: /^What would this message/ }).fill('Refactor the parser')
  await page.getByRole('button', { name: 'Choose' }).click()
  await expect(page.getByText('Rule code holds.')).toBeVisible()
  await page.getByRole('button', { name: 'Look at them' }).click()
  await expect(page.getByText('1 of 1 turn would change.')).toBeVisible()
  await expect(page.getByRole('table', { name: 'Turns that would change' }).getByRole('row')).toHaveCount(2)
  expect(await faults(page)).toEqual([])
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoSidewaysScroll(page)
  await page.setViewportSize({ width: 1440, height: 900 })

  await page.getByRole('button', { name: 'Form' }).click()
  const card = page.getByRole('listitem', { name: 'Rule code' })
  await card.getByRole('textbox', { name: 'What it is for' }).fill('What is about code, and more.')
  await card.getByRole('textbox', { name: 'Name' }).focus()
  expect(await faults(page)).toEqual([])
  await page.getByRole('button', { name: 'YAML' }).click()
  const written = RULE('demo:openai').replace('code.', 'code, and more.').replace('[refactor]', '[ refactor ]')
  await expect(editor).toHaveValue(written)

  await page.getByRole('textbox', { name: 'Why' }).fill('Code to the other one')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText(/^Saved as version 1/)).toBeVisible()
  await expect(page.getByRole('listitem', { name: 'Version 1' })).toContainText('Code to the other one')

  await chat.open(server.url)
  await chat.send('Please refactor that')
  await chat.ended()
  await why.click()
  await expect(page.getByText('rule code').first()).toBeVisible()

  await page.goto(`${server.url}/admin/routing`)
  await editor.fill('# none any more\n')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText(/^Saved as version 2/)).toBeVisible()
  await chat.open(server.url)
  await chat.send('Refactor once more')
  await chat.ended()
  await why.click()
  await expect(page.getByText('rule code')).toHaveCount(0)

  await page.goto(`${server.url}/admin/routing`)
  const first = page.getByRole('listitem', { name: 'Version 1' })
  await first.getByRole('button', { name: 'What version 1 changed' }).click()
  await first.getByRole('button', { name: 'Go back to version 1' }).click()
  await expect(page.getByText(/^Saved as version 3/)).toBeVisible()
  await expect(editor).toHaveValue(written)
})
