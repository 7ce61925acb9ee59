import { expect } from '@playwright/test'
import { chatPage, test } from './chat-page.ts'

// From the start page, without a key: the switch, the receipt and the refusal in one chat that plays by itself.
test('a chat that plays by itself shows the switch, and leads to the receipt and to the refusal', async ({ page }) => {
  const chat = chatPage(page)
  await chat.open('/')
  await page.getByRole('button', { name: /^See a chat move between models/ }).click()
  await expect(page).toHaveURL(/\/c\//)
  // It ends by saying what to look at; the last answer is the sixth.
  const last = page.getByRole('region', { name: 'Exchange' }).last()
  await expect(last.getByText('The refusal')).toBeVisible({ timeout: 60_000 })
  await expect(page.getByText('6 answers, 5 models')).toBeVisible()
  await expect(last.getByText('Scripted demo (OpenRouter)')).toBeVisible()

  await last.getByRole('button', { name: 'Why this model' }).click()
  const receipt = page.getByRole('dialog', { name: 'Why this model' })
  await expect(receipt.getByRole('heading', { name: 'Why this model' })).toBeVisible()
  await expect(receipt.getByText('Chosen in the picker')).toBeVisible()
  await expect(receipt.getByRole('heading', { name: 'What it saw' })).toBeVisible()
  await expect(receipt.getByText('made by demo:openrouter, and valid for its maker only')).toBeVisible()
  await page.keyboard.press('Escape')

  await chat.picker.click()
  await page.getByRole('option', { name: /Scripted demo \(Ollama\)/ }).click()
  const refusal = page.getByRole('dialog').filter({ hasText: 'It cannot take over as it is' })
  await expect(refusal.getByText('the model does not take images')).toBeVisible()
  await expect(refusal.getByText('Nothing has been sent.')).toBeVisible()
  await refusal.getByRole('button', { name: 'Leave the pictures out' }).click()
  await expect(chat.picker.filter({ hasText: 'Scripted demo (Ollama)' })).toBeVisible()
  await chat.send('What did you receive?')
  await chat.ended()
  await expect(chat.answer.getByText('pictures: 0')).toBeVisible()
})

test.describe('a browser that asks for German', () => {
  test.use({ locale: 'de-DE' })

  test('says in German what the switch and the receipt have to say', async ({ page }) => {
    await page.goto('/')
    await page.getByRole('button', { name: /^Einem Chat beim Wechseln der Modelle zusehen/ }).click()
    await expect(page).toHaveURL(/\/c\//)
    await expect(page.getByText('The refusal')).toBeVisible({ timeout: 60_000 })
    // What the server says and the page has no German words for is marked as English.
    const english = page.getByRole('dialog').locator('[lang="en"]')

    const last = page.getByRole('region', { name: 'Frage und Antwort 6' })
    await last.getByRole('button', { name: 'Warum dieses Modell' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByText('von demo:openrouter, und nur dort gültig')).toBeVisible()
    await expect(english).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)

    await page.getByRole('button', { name: /^Modell: [^…]/ }).click()
    await page.getByRole('option', { name: /Ollama/ }).click()
    await expect(dialog.getByText('das Modell nimmt keine Bilder')).toBeVisible()
    await expect(english).toHaveCount(0)
  })
})
