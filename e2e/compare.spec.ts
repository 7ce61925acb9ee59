import { expect, type Page } from '@playwright/test'
import { chatPage, expectNoSidewaysScroll, test } from './chat-page.ts'
import { apiClient } from './client.ts'

// Two models answer one question at the same time, side by side, and one of them is gone on with.

const comparison = (page: Page) => page.getByRole('region', { name: 'Comparison' })
const column = (page: Page, name: string) => comparison(page).getByRole('region', { name, exact: true })
const labels = async (page: Page) => {
  const answer = await page.request.get(new URL('/api/models', page.url()).href)
  const { models } = (await answer.json()) as { models: { id: string; label: string }[] }
  return ['demo:anthropic', 'demo:openai'].map((id) => models.find((model) => model.id === id)?.label ?? id)
}

test('two models answer at once, survive a reload, are stopped one by one, and the chosen one is gone on with', async ({
  page,
  baseURL,
}) => {
  const chat = chatPage(page)
  await chat.open('/')
  const [first = '', second = ''] = await labels(page)
  await chat.field.fill('@demo:anthropic @demo:openai fault stall')
  await expect(page.getByRole('list', { name: 'Side by side' }).getByRole('listitem')).toHaveText([first, second])
  await chat.sendButton.click()

  const both = [column(page, first), column(page, second)]
  for (const each of both) await expect(each.getByRole('article', { name: 'Answer' })).toContainText(/\w/)
  await expect(comparison(page).getByRole('article', { name: 'You' })).toHaveText('fault stall')

  await test.step('a page that comes in the middle finds both being written', async () => {
    await page.reload()
    for (const each of both) {
      await expect(each.getByRole('article', { name: 'Answer' })).toContainText(/\w/)
      await expect(each.getByRole('button', { name: 'Stop this one' })).toBeVisible()
    }
  })

  await test.step('one is stopped, the other goes on being written', async () => {
    await both[0]?.getByRole('button', { name: 'Stop this one' }).click()
    await expect(both[0]?.getByRole('button', { name: 'Go on with this' }) ?? page.locator('x')).toBeDisabled()
    await expect(both[1]?.getByRole('button', { name: 'Stop this one' }) ?? page.locator('x')).toBeVisible()
    await both[1]?.getByRole('button', { name: 'Stop this one' }).click()
  })

  await test.step('what was chosen is the conversation, and the other one stays a version', async () => {
    await both[1]?.getByRole('button', { name: 'Go on with this' }).click()
    await expect(comparison(page)).toHaveCount(0)
    await expect(page.getByRole('group', { name: 'Versions of this question' })).toHaveText('2/2')
    await expect(chat.exchange.getByText(second, { exact: true })).toBeVisible()
    await expect(chat.field).toBeFocused()
    const path = await apiClient(baseURL ?? '').messages(chat.sessionId())
    expect(path.map(({ metadata }) => metadata.model ?? null)).toEqual([null, 'demo:openai'])
  })
})

test('an answer that is there gets another one beside it, with what each of them took', async ({ page, baseURL }) => {
  const api = apiClient(baseURL ?? '')
  const id = await api.newSession()
  const chat = chatPage(page)
  await chat.open(`/c/${id}`)
  const [first = '', second = ''] = await labels(page)
  await chat.send('hello there')
  await chat.ended()
  await page.getByRole('button', { name: 'Ask another model too' }).click()
  await page
    .getByRole('option')
    .filter({ has: page.getByText(second, { exact: true }) })
    .click()
  for (const name of [first, second]) {
    await expect(column(page, name).getByRole('button', { name: 'Go on with this' })).toBeEnabled()
  }
  const table = comparison(page).getByRole('table', { name: 'What each answer took' })
  await expect(table.getByRole('columnheader')).toHaveText(['Measured', first, second, 'Difference'])
  await expect(table.getByRole('row', { name: /^Cost/ })).toHaveText(/^Cost\$0\.\d+\$0\.\d+[+−]?\$0(\.\d+)?$/)

  await test.step('on a phone one is shown at a time', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await expectNoSidewaysScroll(page)
    await expect(column(page, first)).toBeVisible()
    await expect(column(page, second)).toBeHidden()
    const tabs = comparison(page).getByRole('group', { name: 'Which answer is shown' })
    await tabs.getByRole('button', { name: second }).click()
    await expect(column(page, second)).toBeVisible()
    await expect(column(page, first)).toBeHidden()
    await page.setViewportSize({ width: 1440, height: 900 })
  })

  await test.step('versions that are there are put side by side', async () => {
    await comparison(page).getByRole('button', { name: 'Back to the conversation' }).click()
    await expect(page.getByRole('group', { name: 'Versions of this question' })).toHaveText('2/2')
    await page.getByRole('button', { name: 'Compare versions' }).click()
    for (const name of [first, second]) await expect(column(page, name)).toBeVisible()
    await page.goBack()
    await expect(comparison(page)).toHaveCount(0)
    await expect(chat.field).toBeVisible()
  })
})

test('a comparison is refused as a whole, with words', async ({ baseURL }) => {
  const api = apiClient(baseURL ?? '')
  const id = await api.newSession()
  const ask = (models: string[]) =>
    api.post(`/sessions/${id}/comparisons`, { content: [{ type: 'text', text: 'hello' }], models })
  for (const [models, status, code] of [
    [['demo:openai'], 400, 'invalid_request'],
    [['demo:openai', 'demo:openai', 'demo:openai', 'demo:openai', 'demo:openai'], 400, 'invalid_request'],
    [['demo:openai', 'nobody'], 422, 'unknown_model'],
  ] as const) {
    const response = await ask([...models])
    const { error } = (await response.json()) as { error: { code: string } }
    expect([response.status, error.code]).toEqual([status, code])
  }
  expect(await api.messages(id)).toEqual([])
})
