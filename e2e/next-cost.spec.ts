import { expect } from '@playwright/test'
import { english } from '#app/_texts/english/first.ts'
import { faults } from './axe.ts'
import { chatPage, test } from './chat-page.ts'
import { apiClient } from './client.ts'

test('after a few turns, one of them with a tool, a person sees what the next message costs here and elsewhere, and why', async ({
  page,
  baseURL,
}) => {
  const api = apiClient(baseURL ?? '')
  const chat = chatPage(page)
  const id = await api.newSession({ active_model: 'demo:anthropic' })
  const idle = () => expect.poll(async () => (await api.session(id)).state).toBe('idle')
  for (const text of ['hello', 'Calculate 12*(3+4)', 'hello again', 'What did you receive?']) {
    await api.say(id, text)
    await idle()
  }
  await chat.open(`/c/${id}`)
  await chat.send('And hello once more')
  await chat.ended()
  const { models } = await (await api.call(`/sessions/${id}/next-cost`)).json()
  const [here, elsewhere] = models
  const { roughLeast, roughCost } = english.format

  await test.step('beside the message that is written', async () => {
    await page.getByRole('button', { name: /to read$/ }).click()
    const dialog = page.getByRole('dialog', { name: 'What the next message costs' })
    const rows = dialog.getByRole('table').getByRole('row')
    // Its head, the model of the chat and three others.
    await expect(rows).toHaveCount(5)
    await expect(rows.nth(1)).toContainText(roughLeast(here.cost_usd))
    await expect(rows.nth(1)).toContainText(`${roughCost(here.range.usd.low)} to ${roughCost(here.range.usd.high)}`)
    await expect(rows.nth(2)).toContainText(roughLeast(elsewhere.cost_usd))
    // The turn with the tool called its model twice.
    expect(here.range).toMatchObject({ of: 'chat', turns: 5, calls: { low: 1, high: 2 } })
    expect(await faults(page)).toEqual([])
    await page.keyboard.press('Escape')
  })

  await test.step('in the costs of the chat, with the lines that the least of it is the sum of', async () => {
    await page.getByTitle('Cost of this chat').click()
    await page
      .getByRole('region', { name: 'What the next message costs' })
      .getByRole('row')
      .nth(1)
      .getByRole('button')
      .click()
    const dialog = page.getByRole('dialog', { name: /^What the next message costs with / })
    // What the answers before wrote to the cache is read from it.
    await expect(dialog.getByRole('row', { name: /^From cache/ })).toBeVisible()
    await expect(dialog.getByRole('row', { name: /^Sum/ })).toContainText(english.format.amount(here.cost_usd))
    await expect(dialog).toContainText('By the last 5 answered turns of this chat')
    expect(await faults(page)).toEqual([])
  })
})
