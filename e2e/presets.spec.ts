import { expect } from '@playwright/test'
import { chatPage, test } from './chat-page.ts'

test('a preset is saved from a chat, chosen for the next one, and changes no chat when it changes', async ({
  page,
}) => {
  const chat = chatPage(page)
  const settings = page.getByRole('dialog', { name: 'Chat settings' })
  const prompt = page.getByRole('textbox', { name: 'System prompt' })
  await chat.open('/')
  await chat.pickModel('demo:openai')
  await page.getByRole('button', { name: /^Chat settings/ }).click()
  await settings.getByRole('textbox', { name: 'System prompt' }).fill('Keep to the point.')
  await settings.getByRole('button', { name: 'Save as preset…' }).click()
  await page.keyboard.type('To the point')
  await page.keyboard.press('Enter')
  await expect(settings.getByText(/^Kept as “To the point”/)).toBeVisible()

  await test.step('the start page offers it, and a chat that begins with it has its values', async () => {
    await chat.open('/')
    await page.getByRole('button', { name: /^To the point/ }).click()
    await expect(page.getByText('This chat begins with the preset “To the point”.')).toBeVisible()
    await expect(chat.field).toBeFocused()
    await chat.send('what did you receive?')
    await chat.ended()
    await expect(chat.answer).toContainText('system prompt: 18 characters')
  })
  const begun = page.url()

  await test.step('it is changed in the settings, where a bad value is said by its field', async () => {
    await page.goto('/settings/presets')
    await page.getByRole('button', { name: 'Edit To the point' }).click()
    await page.getByRole('textbox', { name: 'Temperature' }).fill('3')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Between 0 and 2, or empty.')).toBeVisible()
    await page.getByRole('textbox', { name: 'Temperature' }).fill('')
    await prompt.fill('Keep to it.')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Keep to it.')).toBeVisible()
  })

  await test.step('the chat is what it was, and a slash begins one with the preset of now', async () => {
    await chat.open(begun)
    await page.getByRole('button', { name: /^Chat settings/ }).click()
    await expect(settings.getByRole('textbox', { name: 'System prompt' })).toHaveValue('Keep to the point.')
    await page.keyboard.press('Escape')
    await chat.field.fill('/preset to the')
    await expect(page.getByRole('option', { name: /^To the point/ })).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/')
    await chat.send('what did you receive?')
    await chat.ended()
    await expect(chat.answer).toContainText('system prompt: 11 characters')
  })

  await test.step('it is deleted after a question', async () => {
    await page.goto('/settings/presets')
    await page.getByRole('button', { name: 'Delete To the point' }).click()
    await page.getByRole('group', { name: 'Delete To the point' }).getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByRole('heading', { name: 'To the point' })).toHaveCount(0)
  })
})
