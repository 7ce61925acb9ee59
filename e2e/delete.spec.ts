import type { Page } from '@playwright/test'
import { expect } from '@playwright/test'
import { chatPage, test } from './chat-page.ts'
import { apiClient } from './client.ts'
import { pageBehind } from './page-behind.ts'

const questions = (page: Page) => page.getByRole('article', { name: 'You' })

/** Of the last turn on the page that has one. */
async function choose(page: Page, button: string, item: string) {
  await page.getByRole('button', { name: button }).last().click()
  await page.getByRole('menuitem', { name: item }).click()
}

test('a question, or all from an answer on, goes from every page, stays away, and comes back while it can be undone', async ({
  page,
}) => {
  const chat = chatPage(page)
  await chat.open('/')
  await chat.send('hello one')
  await chat.ended()
  await chat.send('calculate 2*3')
  await chat.ended()
  const api = apiClient(new URL(page.url()).origin)
  const before = await api.messages(chat.sessionId())
  const other = await pageBehind(page)
  const both = ['hello one', 'calculate 2*3']
  await expect(questions(other)).toHaveText(both)

  await choose(page, 'More about this question', 'Delete question')
  for (const each of [page, other]) {
    await expect(questions(each)).toHaveText(['hello one'])
    await expect(each.getByRole('group', { name: 'Tool call calculator' })).toBeVisible()
  }
  await expect(page.getByText('Question deleted.').first()).toBeVisible()
  await expect(chat.field).toBeFocused()
  await page.getByRole('complementary').getByRole('button', { name: 'Undo' }).click()
  for (const each of [page, other]) await expect(questions(each)).toHaveText(both)
  expect(await api.messages(chat.sessionId())).toEqual(before)

  await choose(page, 'More about this answer', 'Delete from here on')
  for (const each of [page, other]) await expect(each.getByRole('article', { name: 'Answer' })).toHaveCount(1)
  await page.reload()
  await expect(questions(page)).toHaveText(both)
  await expect(page.getByRole('article', { name: 'Answer' })).toHaveCount(1)
  // What is left can be gone on with, by any model.
  await chat.pickModel('demo:openai')
  await chat.send('hello again')
  await chat.ended()
  await expect(questions(other)).toHaveText([...both, 'hello again'])
})
