import type { Page } from '@playwright/test'
import { expect } from '@playwright/test'
import { chatPage, test } from './chat-page.ts'
import { apiClient } from './client.ts'
import { pageBehind } from './page-behind.ts'

const questions = (page: Page) => page.getByRole('article', { name: 'You' })

/** Three exchanges, told by a program to a page that is open. */
async function talk(page: Page) {
  const chat = chatPage(page)
  await chat.open('/')
  await chat.send('hello one')
  await chat.ended()
  const id = chat.sessionId()
  const api = apiClient(new URL(page.url()).origin)
  const shared = (await api.messages(id)).at(-1)?.id ?? ''
  for (const text of ['hello two', 'hello three']) {
    await api.say(id, text)
    await expect(questions(page).last()).toHaveText(text)
    await chat.ended()
  }
  return { chat, api, id, shared }
}

test('a turn that answers an earlier message takes the abandoned ones off every page, and the head brings them back', async ({
  page,
}) => {
  const { chat, api, id, shared } = await talk(page)
  const old = ['hello one', 'hello two', 'hello three']
  const anew = ['hello one', 'hello otherwise']

  const { message_id } = await api.say(id, 'hello otherwise', { parent_id: shared })
  await expect(questions(page)).toHaveText(anew)
  await chat.ended()
  const other = await pageBehind(page)
  await expect(questions(other)).toHaveText(anew)

  const [root] = await api.messages(id)
  const two = await siblings(api, id, message_id)
  expect(two).toMatchObject({ index: 1, offset: 0, total: 2 })
  expect(two.messages.map(({ parent_id }) => parent_id)).toEqual([shared, shared])
  expect(await siblings(api, id, root?.id ?? '')).toMatchObject({ index: 0, total: 1, messages: [{ parent_id: null }] })

  // The second page has never seen the branch that it is led back to.
  const back = await move(api, id, two.messages[0]?.id ?? '')
  expect(back.status).toBe(200)
  expect(await back.json()).toEqual(await api.session(id))
  for (const each of [page, other]) await expect(questions(each)).toHaveText(old)
  await page.reload()
  await expect(questions(page)).toHaveText(old)

  await move(api, id, message_id)
  for (const each of [page, other]) await expect(questions(each)).toHaveText(anew)
  await chatPage(other).send('hello and on')
  await expect(questions(page)).toHaveText([...anew, 'hello and on'])
})

test('the map shows every branch, and leads to the message that is chosen in it by the keyboard', async ({ page }) => {
  const { chat, api, id, shared } = await talk(page)
  await api.say(id, 'hello otherwise', { parent_id: shared })
  await expect(questions(page)).toHaveText(['hello one', 'hello otherwise'])
  await chat.ended()
  await page.getByRole('button', { name: 'Version 2 of 2, show all branches' }).click()
  const map = page.getByRole('dialog', { name: 'Map of this chat' })
  await expect(map.getByRole('listitem')).toHaveCount(8)
  await expect(map.getByRole('button').last()).toBeFocused()
  for (const _ of [1, 2, 3]) await page.keyboard.press('ArrowUp')
  await expect(map.getByRole('button', { name: 'Question: hello three' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(map).toHaveCount(0)
  await expect(questions(page)).toHaveText(['hello one', 'hello two', 'hello three'])
})

test('a reader who looks at what the branches share stays there when the path below changes', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 500 })
  const { chat, api, id, shared } = await talk(page)
  const log = page.getByRole('log')
  const top = () => log.evaluate((element) => element.parentElement?.scrollTop)
  const first = questions(page).first()
  await first.scrollIntoViewIfNeeded()
  await page.mouse.move(700, 250)
  await page.mouse.wheel(0, -5_000)
  await expect.poll(top).toBe(0)
  await page.mouse.wheel(0, 30)
  await expect.poll(top).toBe(30)

  const { message_id } = await api.say(id, 'hello otherwise', { parent_id: shared })
  await expect(questions(page)).toHaveText(['hello one', 'hello otherwise'])
  await chat.ended()
  expect(await top()).toBe(30)
  await expect(first).toBeInViewport()

  await page.getByRole('button', { name: 'Jump to latest' }).click()
  const [before] = (await siblings(api, id, message_id)).messages
  await move(api, id, before?.id ?? '')
  await expect(questions(page)).toHaveText(['hello one', 'hello two', 'hello three'])
  await expect(chat.exchange.getByRole('button', { name: 'Why this model' })).toBeInViewport()
})

test('the head moves only while no turn runs, and only to a message that is there', async ({ page }) => {
  const { chat, api, id, shared } = await talk(page)
  const { turn_id } = await api.say(id, 'fault stall')
  expect(await refusal(await move(api, id, shared))).toEqual({ status: 409, code: 'turn_in_progress' })
  await api.cancel(id, turn_id)
  await chat.ended()
  expect(await refusal(await move(api, id, 'nothing'))).toEqual({ status: 404, code: 'not_found' })
  expect(await refusal(await move(api, 'nowhere', shared))).toEqual({ status: 404, code: 'not_found' })
  expect(await refusal(await move(api, id, ''))).toEqual({ status: 400, code: 'invalid_request' })
  expect(await refusal(await api.call(`/sessions/${id}/messages/nothing/siblings`))).toEqual({
    status: 404,
    code: 'not_found',
  })
})

type Api = ReturnType<typeof apiClient>

function move(api: Api, id: string, message_id: string): Promise<Response> {
  return api.call(`/sessions/${id}/head`, { method: 'PUT', body: JSON.stringify({ message_id }) })
}

async function siblings(api: Api, id: string, messageId: string) {
  const response = await api.call(`/sessions/${id}/messages/${messageId}/siblings`)
  return (await response.json()) as {
    messages: { id: string; parent_id: string | null }[]
    index: number
    offset: number
    total: number
  }
}

async function refusal(response: Response): Promise<{ status: number; code: string }> {
  const { error } = (await response.json()) as { error: { code: string } }
  return { status: response.status, code: error.code }
}

test('a chat is forked under an answer, and at a question whose answer is left out', async ({ page }) => {
  const { chat, api, id } = await talk(page)
  const turns = page.getByRole('region', { name: 'Exchange' })
  const forked = async () => {
    await page.waitForURL((url) => url.pathname.startsWith('/c/') && !url.pathname.endsWith(id))
    return chat.sessionId()
  }

  await turns.nth(1).getByRole('button', { name: 'Fork from here' }).click()
  const first = await forked()
  await expect(questions(page)).toHaveText(['hello one', 'hello two'])
  await chat.ended()
  expect(await api.messages(first)).toHaveLength(4)

  await page.goto(`/c/${id}`)
  await expect(questions(page)).toHaveCount(3)
  const question = turns.nth(1)
  await questions(page).nth(1).hover()
  await question.getByRole('button', { name: 'More about this question' }).click()
  await page.getByRole('menuitem', { name: 'Fork from here' }).click()
  const second = await forked()
  await expect(questions(page)).toHaveText(['hello one', 'hello two'])
  await expect(page.getByRole('article', { name: 'Answer' })).toHaveCount(1)
  expect(await api.messages(second)).toHaveLength(3)
  await page.getByRole('button', { name: 'Get an answer' }).click()
  await chat.ended()
  await expect(questions(page)).toHaveText(['hello one', 'hello two'])
  await expect(page.getByRole('article', { name: 'Answer' })).toHaveCount(2)
  await expect(page.getByRole('button', { name: 'Get an answer' })).toHaveCount(0)

  // What was said there stays as it is.
  await page.goto(`/c/${id}`)
  await expect(questions(page)).toHaveText(['hello one', 'hello two', 'hello three'])
})
