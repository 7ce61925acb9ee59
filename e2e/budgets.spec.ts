import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { faults } from './axe.ts'
import { chatPage, expectNoSidewaysScroll, test } from './chat-page.ts'
import { accept, startReachableServer } from './reachable.ts'
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
  await expect(card.getByRole('img').locator('div')).not.toHaveCSS('background-color', 'rgba(0, 0, 0, 0)')
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

test('where people sign in, a budget is of a person or a team by name, holds for them, and outlives whom it names', async ({
  browser,
}) => {
  const shared = await startReachableServer()
  try {
    const owner = await shared.profile(browser)
    await accept(owner, shared.ownerLink(), 'Olga')
    const { path } = await shared.ask<{ path: string }>(owner, '/api/admin/invitations', { email: 'max@example.org' })
    const member = await shared.profile(browser)
    await accept(member, path, 'Max')
    const team = await shared.ask<{ id: string }>(owner, '/api/admin/teams', { name: 'Red' })

    await owner.goto('/admin/budgets')
    const create = async (whose: RegExp, field: string, name: string, limit: string) => {
      await owner.getByRole('button', { name: 'New budget' }).click()
      await owner.getByRole('radio', { name: whose }).check()
      await owner.getByRole('combobox', { name: field }).selectOption(name)
      await owner.getByRole('textbox', { name: 'Limit in US dollars' }).fill(limit)
      expect(await faults(owner)).toEqual([])
      await owner.getByRole('button', { name: 'Create the budget' }).click()
      await expect(owner.getByRole('dialog')).toHaveCount(0)
    }
    await create(/^One person/, 'Whose budget it is', 'Max (max@example.org)', '0.000001')
    await create(/^Each member of a team/, 'Which team', 'Red', '5')
    const names = owner.getByRole('heading', { level: 2 })
    await expect(names).toHaveText(['Max, per month', 'Each member of the team Red, per month'])

    const chat = chatPage(member)
    await chat.field.fill('Is there anything left?')
    await chat.sendButton.click()
    await expect(member.getByRole('alert').filter({ hasText: 'The budget has no room for this' })).toBeVisible()

    const { people } = (await (await owner.request.get('/api/admin/people')).json()) as {
      people: { id: string; name: string }[]
    }
    const max = people.find(({ name }) => name === 'Max')?.id ?? ''
    // A choice that is gone by the time it is sent.
    await owner.getByRole('button', { name: 'New budget' }).click()
    await owner.getByRole('radio', { name: /^A team/ }).check()
    await owner.getByRole('combobox', { name: 'Which team' }).selectOption('Red')
    await owner.getByRole('textbox', { name: 'Limit in US dollars' }).fill('5')
    await shared.ask(owner, `/api/admin/people/${max}`, {}, 'DELETE')
    await shared.ask(owner, `/api/admin/teams/${team.id}`, {}, 'DELETE')
    await owner.getByRole('button', { name: 'Create the budget' }).click()
    await expect(owner.getByText('This team is no longer here. Choose another one.')).toBeVisible()
    await owner.keyboard.press('Escape')
    await expect(names).toHaveText([
      'Somebody who is no longer here, per month',
      'Each member of a team that is no longer here, per month',
    ])
  } finally {
    await shared.stop()
  }
})
