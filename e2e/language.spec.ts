import { expect, type Locator } from '@playwright/test'
import { chatPage, test } from './chat-page.ts'
import { apiClient } from './client.ts'

test.describe('a browser that asks for German', () => {
  test.use({ locale: 'de-DE' })

  test('gets German pages, errors too, and English ones from when that is chosen', async ({ page }) => {
    await page.goto('/')
    await expect(page.locator('html')).toHaveAttribute('lang', 'de')
    await expect(page.getByRole('heading', { name: 'Wechsle das Modell. Behalte das Gespräch.' })).toBeVisible()
    await expect(page.getByRole('button', { name: /^Modell: [^…]/ })).toBeVisible()
    await page.getByRole('textbox', { name: 'Nachricht' }).fill('fault auth')
    await page.getByRole('button', { name: 'Senden' }).click()
    const error = page.getByRole('note', { name: 'Fehler' })
    await expect(error).toContainText('Der Anbieter hat den Schlüssel abgelehnt', { timeout: 30_000 })
    await expect(error).toContainText('Modelle anderer Anbieter funktionieren weiter.')
    // What comes late speaks it as well.
    await page.keyboard.press('Control+k')
    await expect(page.getByRole('dialog', { name: 'Suche und Befehle' })).toBeVisible()

    await page.goto('/settings/appearance')
    const english = page.getByRole('radio', { name: 'English', exact: true })
    await expect(page.getByRole('radio', { name: /^Wie der Browser/ })).toBeChecked()
    await english.focus()
    await english.press('Space')
    await expect(page.getByRole('heading', { name: 'Appearance' })).toBeVisible()
    await expect(english).toBeFocused()
    await expect(english).toBeChecked()
    await expect(page.locator('html')).toHaveAttribute('lang', 'en')
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Appearance' })).toBeVisible()
    await expect(english).toBeChecked()
    // Not `check`, which looks for the name again afterwards: it is a German one by then.
    await page.getByRole('radio', { name: /^As the browser/ }).click()
    await expect(page.getByRole('heading', { name: 'Darstellung' })).toBeVisible()
  })

  test.describe('on the narrowest screen', () => {
    test.use({ viewport: { width: 280, height: 653 } })

    test('has all of the note about the missing key in the view, on a new chat and in one', async ({
      page,
      baseURL,
    }) => {
      const id = await apiClient(baseURL ?? '').newSession({ active_model: 'demo:anthropic' })
      for (const address of ['/', `/c/${id}`]) {
        await page.goto(address)
        const note = page.getByRole('note').filter({ hasText: 'Noch kein Schlüssel' })
        for (const part of [note.getByText('Noch kein Schlüssel'), note.getByRole('link'), note.getByRole('button')]) {
          await expect(part).toBeInViewport({ ratio: 1 })
        }
      }
    })
  })

  test('loads the words of no other language', async ({ page }) => {
    const scripts: string[] = []
    page.on('response', async (response) => {
      if (response.url().includes('/_next/static/')) scripts.push(await response.text().catch(() => ''))
    })
    await page.goto('/')
    await expect(page.getByRole('button', { name: /^Modell: [^…]/ })).toBeVisible()
    const isLoaded = (words: string) => scripts.some((script) => script.includes(words))
    // Once the page rests, what comes late is there.
    await expect.poll(() => isLoaded('Wartende Nachrichten'), { timeout: 20_000 }).toBe(true)
    expect(['Letzte 7 Tage', 'Last 7 days', 'Queued messages'].map(isLoaded)).toEqual([true, false, false])
  })
})

test('what is written from right to left stands so, wherever it is shown', async ({ page, baseURL }) => {
  const directionOf = (element: Locator) => element.evaluate((one) => getComputedStyle(one).direction)
  const chat = chatPage(page)
  const title = 'رحلة إلى لشبونة'
  const id = await apiClient(baseURL ?? '').newSession({ active_model: 'demo:anthropic', title })
  await chat.open(`/c/${id}`)
  expect(await directionOf(page.getByRole('heading', { level: 1 }))).toBe('rtl')
  expect(await directionOf(chat.chats.getByText(title))).toBe('rtl')
  await chat.field.fill('مرحبا، كيف حالك؟')
  expect(await directionOf(chat.field)).toBe('rtl')
  await chat.send('مرحبا، كيف حالك؟')
  expect(await directionOf(chat.exchange.getByText('مرحبا، كيف حالك؟').first())).toBe('rtl')
  await chat.ended()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill('كيف')
  const hit = page.getByRole('option').getByText('مرحبا').first()
  await expect(hit).toBeVisible()
  expect(await directionOf(hit)).toBe('rtl')
  expect(await directionOf(page.getByRole('dialog'))).toBe('ltr')
})
