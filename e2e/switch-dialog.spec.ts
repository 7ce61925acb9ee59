import { expect } from '@playwright/test'
import { faults } from './axe.ts'
import { chatPage, expectNoSidewaysScroll, test } from './chat-page.ts'
import { apiClient } from './client.ts'

test('before a switch the request itself can be seen, and both models can be asked instead', async ({
  page,
  baseURL,
}) => {
  const api = apiClient(baseURL ?? '')
  const chat = chatPage(page)
  const id = await api.newSession({ active_model: 'demo:anthropic', settings: { reasoning_effort: 'low' } })
  await chat.open(`/c/${id}`)
  await chat.send('think about rain')
  await chat.ended()
  const { models } = (await (await api.call('/models')).json()) as { models: { id: string; label: string }[] }
  const label = models.find((model) => model.id === 'demo:openai')?.label ?? ''
  await chat.picker.click()
  await page
    .getByRole('option')
    .filter({ has: page.getByText(label, { exact: true }) })
    .click()
  const dialog = page.getByRole('dialog', { name: 'Continue with another model' })
  await dialog.getByRole('button', { name: 'Show the exact request' }).click()
  const request = dialog.getByRole('group', { name: 'Request' })
  await expect(request).toContainText('"model": "openai"')
  await expect(request).toContainText('think about rain')
  await dialog.getByRole('button', { name: 'curl' }).click()
  await expect(request).toContainText(`--data-binary '{"model":"openai"`)
  expect(await faults(page)).toEqual([])
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoSidewaysScroll(page)
  await page.setViewportSize({ width: 1440, height: 900 })

  await dialog.getByRole('button', { name: 'Ask both, side by side' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(chat.field).toBeFocused()
  await expect(page.getByRole('list', { name: 'Side by side' }).getByRole('listitem')).toHaveCount(2)
  await page.keyboard.type('and what about snow?')
  await page.keyboard.press('Enter')
  const comparison = page.getByRole('region', { name: 'Comparison' })
  await expect(comparison.getByRole('article', { name: 'Answer' })).toHaveCount(2)
  await expect(comparison.getByRole('article', { name: 'You' })).toHaveText('and what about snow?')
  expect((await api.session(id)).active_model).toBe('demo:anthropic')
})
