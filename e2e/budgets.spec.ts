import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { faults } from './axe.ts'
import { chatPage, expectNoSidewaysScroll, test } from './chat-page.ts'
import { startServer } from './server.ts'

// What is spent there is all that counts: nobody else may ask anything.
let folder: string
let server: Awaited<ReturnType<typeof startServer>>
test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'metis-budgets-'))
  server = await startServer(folder)
})
test.afterAll(async () => {
  await server?.stop()
  await rm(folder, { recursive: true, force: true })
})
test.use({ noise: /402 \(Payment Required\)/ })

test('a budget that is spent is said before sending, refuses, and goes on with the model that it names', async ({
  page,
}) => {
  const chat = chatPage(page)
  await chat.open(server.url)
  await chat.send('Hello')
  await chat.ended()
  const address = page.url()

  await page.goto(`${server.url}/admin/budgets`)
  await page.getByRole('button', { name: 'New budget' }).click()
  await page.getByRole('textbox', { name: 'Limit in US dollars' }).fill('0.004')
  await page.getByRole('button', { name: 'Create the budget' }).click()
  const card = page.getByRole('listitem', { name: 'Everybody together, per month' })
  await expect(card.getByRole('img')).toHaveAccessibleName(/^Spent of the budget: \$0\.00\d+ of \$0\.004$/)
  expect(await faults(page)).toEqual([])
  await expectNoSidewaysScroll(page)

  await chat.open(address)
  await chat.field.fill('Is there enough left?')
  await chat.sendButton.click()
  const refusal = page.getByRole('alert').filter({ hasText: 'The budget has no room for this' })
  await expect(refusal).toContainText(
    /This message may cost about \$0\.0\d+\. The budget of \$0\.004 for this month has/,
  )
  // Nothing of it is lost.
  await expect(chat.field).toHaveValue('Is there enough left?')

  await page.goto(`${server.url}/admin/budgets`)
  await card.getByRole('button', { name: 'Change the budget' }).click()
  await page.getByRole('textbox', { name: 'Limit in US dollars' }).fill('0.001')
  await page.getByRole('radio', { name: /^Ask only one model/ }).check()
  await page.getByRole('combobox', { name: 'Model to go on with' }).selectOption('demo:openai')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(card).toContainText('spent')

  await chat.open(address)
  const notice = page.getByRole('status').filter({ hasText: 'The budget for this month of $0.001 is spent.' })
  await expect(notice).toBeVisible()
  expect(await faults(page)).toEqual([])
  await expect(notice).toContainText('Until then only Scripted demo (Chat) is asked.')
  await chat.send('And now?')
  await chat.ended()
  await expect(chat.exchange).toContainText('Scripted demo (Chat)')
  await chat.exchange.getByRole('button', { name: 'Why this model' }).click()
  await expect(page.getByRole('dialog')).toContainText('rule of the budget of $0.001 a month: it is spent')
  await page.keyboard.press('Escape')

  await page.goto(`${server.url}/admin/budgets`)
  await card.getByRole('button', { name: 'Delete the budget' }).click()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(page.getByText('There is no budget: nothing limits what is spent.')).toBeVisible()
  await chat.open(address)
  await expect(notice).toBeHidden()
})
