import { expect, type Page, type Route } from '@playwright/test'
import { chatPage, test } from './chat-page.ts'
import { apiClient } from './client.ts'

// A question is on the screen at once, not when the server has taken it.

/** Holds back what is asked of the server until it is let go. */
async function holdTurns(page: Page, then = (route: Route) => route.continue()): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/turns', async (route) => {
    await promise
    await then(route)
  })
  return resolve
}

/** Presses Enter, and counts the frames that are painted before `text` stands on the page as a question. */
async function framesUntilAsked(page: Page, text: string): Promise<number> {
  const counting = await page.evaluateHandle((wanted) => {
    const shown = Promise.withResolvers<number>()
    const count = (painted: number) => {
      const questions = [...document.querySelectorAll('article[aria-label="You"]')]
      if (painted === 600 || questions.some(({ textContent }) => textContent === wanted)) shown.resolve(painted)
      else requestAnimationFrame(() => count(painted + 1))
    }
    // What is asked for in a frame's input is called before that frame is painted.
    const onKey = () => void requestAnimationFrame(() => count(0))
    addEventListener('keydown', onKey, { once: true, capture: true })
    return { shown: shown.promise }
  }, text)
  await page.keyboard.press('Enter')
  return counting.evaluate(({ shown }) => shown)
}

for (const place of ['in a new chat', 'in a chat that there is'] as const) {
  test(`a question ${place} is on the screen in the frame in which Enter is pressed, before the server has it`, async ({
    page,
    baseURL,
  }) => {
    const chat = chatPage(page)
    if (place === 'in a new chat') await chat.open('/')
    else await chat.open(`/c/${await apiClient(baseURL ?? '').newSession()}`)
    const letGo = await holdTurns(page)

    await chat.field.fill('hello there')
    await chat.field.focus()
    expect(await framesUntilAsked(page, 'hello there')).toBe(0)
    await expect(chat.exchange).toContainText('Sending…')
    await expect(chat.field).toHaveValue('')

    // What is typed from here on is the next message.
    await page.keyboard.type('and then')
    letGo()
    await chat.ended()
    await expect(page.getByRole('article', { name: 'You' })).toHaveText(['hello there'])
    await expect(chat.field).toHaveValue('and then')
  })
}

test.describe('a question that cannot be sent', () => {
  test.use({ noise: /^Failed to load resource: the server responded with a status of 422/ })

  test('comes back into the field, and its place is free again', async ({ page }) => {
    const chat = chatPage(page)
    await chat.open('/')
    const letGo = await holdTurns(page, (route) =>
      route.fulfill({ status: 422, json: { error: { code: 'no_model', message: 'No model here can read that.' } } }),
    )
    await chat.field.fill('hello there')
    await page.keyboard.press('Enter')
    await expect(chat.exchange).toContainText('Sending…')
    letGo()
    await expect(page.getByRole('alert').filter({ hasText: 'No model here can read that.' })).toBeVisible()
    await expect(chat.field).toHaveValue('hello there')
    await expect(page.getByRole('article', { name: 'You' })).toHaveCount(0)
    await expect(page).toHaveURL(/\/$/)
  })
})
