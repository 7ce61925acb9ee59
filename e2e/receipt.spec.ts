import { expect } from '@playwright/test'
import { faults } from './axe.ts'
import { chatPage, test } from './chat-page.ts'
import { apiClient } from './client.ts'

test('an answer opens to how it came about: why this model, what it did not see, what the cache kept, and the request as it was sent', async ({
  page,
}) => {
  const chat = chatPage(page)
  await chat.open('/')
  await chat.send('think about rain')
  await chat.ended()
  const api = apiClient(new URL(page.url()).origin)
  await api.say(chat.sessionId(), 'hello again', { model: 'demo:openai' })
  // It was asked elsewhere: until the page hears of it, what has ended is the turn before.
  await expect(chat.exchange).toContainText('hello again')
  await chat.ended()

  await chat.exchange.getByRole('button', { name: 'Why this model' }).click()
  const receipt = page.getByRole('dialog', { name: /^Receipt/ })
  const part = (name: string) => receipt.getByRole('region', { name })
  await expect(part('Why this model')).toContainText('Asked for demo:openai.')
  await expect(part('Cache')).toContainText('This model had been asked nothing in this chat')
  await expect(part('Cost').getByRole('table').first()).toBeVisible()
  await expect(part('Wire')).toContainText('Byte for byte what was sent.')
  expect(await faults(page)).toEqual([])

  await part('Wire').getByRole('button', { name: 'Show request and answer' }).click()
  await part('Wire').getByRole('button', { name: 'curl' }).click()
  await expect(part('Wire').getByRole('group', { name: 'Request' })).toContainText(`--data-binary '{"model":"openai"`)
  const received = part('Wire').getByRole('group', { name: 'Answer, as it came' })
  await expect(received).toContainText('data: {')
  await expect(received).toContainText('data: [DONE]')
  await part('Beside another answer').getByRole('button').click()
  const beside = receipt.getByRole('table', { name: 'Beside another answer' })
  await expect(beside.getByRole('row', { name: /^Asked \(differs\)/ })).toBeVisible()
  // From the top: what scrolls halfway under the title of the dialog has half of its size.
  await part('Why this model').evaluate((section) => section.scrollIntoView())
  expect(await faults(page)).toEqual([])

  // What opened it has the focus again.
  await page.keyboard.press('Escape')
  await expect(receipt).toBeHidden()
  await expect(chat.exchange.getByRole('button', { name: 'Why this model' })).toBeFocused()
})
