import { expect, type Page } from '@playwright/test'
import { chatPage, test } from './chat-page.ts'

// Another version of a question, or of its answer, without losing the one that stands there.

const questions = (page: Page) => page.getByRole('article', { name: 'You' })
const versions = (page: Page) => page.getByRole('group', { name: 'Versions of this question' })

async function edit(page: Page, to: string) {
  await questions(page).last().hover()
  await page.getByRole('button', { name: 'Edit question' }).last().click()
  const field = page.getByRole('textbox', { name: 'Question' })
  await expect(field).toBeFocused()
  await field.fill(to)
}

test('a question is edited, and both versions stay with what followed them, by hand or by keyboard, after a reload too', async ({
  page,
}) => {
  const chat = chatPage(page)
  await chat.open('/')
  await chat.send('hello one')
  await chat.ended()
  await chat.send('hello two')
  await chat.ended()
  await expect(versions(page)).toHaveCount(0)

  await test.step('what is taken back changes nothing', async () => {
    await edit(page, 'hello never')
    await page.keyboard.press('Escape')
    await expect(chat.field).toBeFocused()
    await expect(questions(page)).toHaveText(['hello one', 'hello two'])
  })

  await test.step('what is sent begins a branch', async () => {
    await edit(page, 'hello otherwise')
    await page.keyboard.press('Control+Enter')
    await expect(questions(page)).toHaveText(['hello one', 'hello otherwise'])
    await chat.ended()
    await expect(versions(page)).toHaveText(['2/2'])
  })

  await test.step('the first question too', async () => {
    await questions(page).first().hover()
    await page.getByRole('button', { name: 'Edit question' }).first().click()
    await page.getByRole('textbox', { name: 'Question' }).fill('hello anew')
    await page.getByRole('form', { name: 'Edit question' }).getByRole('button', { name: 'Send' }).click()
    await chat.ended()
    await expect(questions(page)).toHaveText(['hello anew'])
    await expect(versions(page)).toHaveText(['2/2'])
  })

  await test.step('each version is gone to with all that followed it, and the focus goes along', async () => {
    await page.getByRole('button', { name: 'Previous version' }).click()
    await expect(questions(page)).toHaveText(['hello one', 'hello otherwise'])
    await expect(versions(page)).toHaveText(['1/2', '2/2'])
    await expect(page.getByRole('button', { name: 'Next version' }).first()).toBeFocused()
    await page.reload()
    await expect(questions(page)).toHaveText(['hello one', 'hello otherwise'])
    await expect(versions(page)).toHaveText(['1/2', '2/2'])
    await page.getByRole('button', { name: 'Previous version' }).last().press('Enter')
    await expect(questions(page)).toHaveText(['hello one', 'hello two'])
    await expect(versions(page)).toHaveText(['1/2', '1/2'])
  })
})

test('what is typed into an edit is there after a reload and after another chat, until it is taken back or sent', async ({
  page,
}) => {
  const chat = chatPage(page)
  await chat.open('/')
  await chat.send('hello one')
  await chat.ended()
  const form = page.getByRole('form', { name: 'Edit question' })
  const field = page.getByRole('textbox', { name: 'Question' })
  const notice = page.getByText('You were editing a question here. What you wrote is kept.')
  await edit(page, 'hello otherwise')
  await expect(notice).toBeHidden()
  await page.reload()
  await expect(field).toHaveValue('hello otherwise')
  await expect(notice).toBeVisible()
  await expect(field).not.toBeFocused()
  await page.getByRole('button', { name: 'Go on with it' }).click()
  await expect(field).toBeFocused()
  await expect(notice).toBeHidden()
  await field.fill('hello otherwise now')

  await page.getByRole('link', { name: 'New chat' }).first().click()
  await expect(page).toHaveURL('/')
  await page.goBack()
  await expect(field).toHaveValue('hello otherwise now')

  await test.step('taken back, it is forgotten', async () => {
    await page.getByRole('button', { name: 'Discard it' }).click()
    await expect(questions(page)).toHaveText(['hello one'])
    await expect(chat.field).toBeFocused()
    await page.reload()
    await chat.ended()
    await expect(form).toBeHidden()
  })

  await test.step('sent, too', async () => {
    await edit(page, 'hello two')
    await page.keyboard.press('Control+Enter')
    await chat.ended()
    await expect(questions(page)).toHaveText(['hello two'])
    await page.getByRole('button', { name: 'Previous version' }).click()
    await expect(questions(page)).toHaveText(['hello one'])
    await page.reload()
    await chat.ended()
    await expect(form).toBeHidden()
  })
})

test('a question that is edited in two windows at once has a version of each, and no word is lost', async ({
  page,
  context,
}) => {
  const chat = chatPage(page)
  await chat.open('/')
  await chat.send('hello one')
  await chat.ended()
  await edit(page, 'hello here')
  // Another window has what is being written, and goes on with it in its own words.
  const other = await context.newPage()
  await chatPage(other).open(page.url())
  const field = other.getByRole('textbox', { name: 'Question' })
  await expect(field).toHaveValue('hello here')
  await other.getByRole('button', { name: 'Go on with it' }).click()
  await field.fill('hello there')
  await page.keyboard.press('Control+Enter')
  await chat.ended()
  await expect(questions(page)).toHaveText(['hello here'])
  // What is being written in the other one is of a branch that neither shows now.
  await expect(questions(other)).toHaveText(['hello here'])
  await other.getByRole('button', { name: 'Go on with it' }).click()
  await expect(field).toHaveValue('hello there')
  await expect(field).toBeFocused()
  await other.keyboard.press('Control+Enter')
  for (const each of [page, other]) {
    await expect(questions(each)).toHaveText(['hello there'])
    await chatPage(each).ended()
    await expect(versions(each)).toHaveText(['3/3'])
  }
  await page.getByRole('button', { name: 'Previous version' }).click()
  await expect(questions(page)).toHaveText(['hello here'])
  await expect(versions(page)).toHaveText(['2/3'])
})

test('an answer is asked for again, of the same model and of another, and each stays', async ({ page }) => {
  const chat = chatPage(page)
  await chat.open('/')
  await chat.send('hello')
  await chat.ended()
  await chat.exchange.getByRole('button', { name: 'Answer again' }).click()
  await expect(versions(page)).toHaveText(['2/2'])
  await chat.ended()
  await chat.exchange.getByRole('button', { name: 'Answer with another model' }).click()
  await page.getByRole('combobox').fill('demo:openai')
  await page.keyboard.press('Enter')
  await expect(versions(page)).toHaveText(['3/3'])
  await chat.ended()
  await expect(questions(page)).toHaveText(['hello'])
  await expect(chat.exchange).toContainText('Scripted demo (Chat')
  await page.getByRole('button', { name: 'Previous version' }).click()
  await expect(chat.exchange).toContainText('Scripted demo (Messages)')

  await test.step('from below the answer as well, with the focus, after a reload too; not for a question in other words', async () => {
    const answers = chat.exchange.getByRole('group', { name: 'Answers of this question' })
    await expect(answers).toHaveText('2/3')
    await answers.getByRole('button', { name: 'Next answer' }).press('Enter')
    await expect(answers).toHaveText('3/3')
    await expect(chat.exchange).toContainText('Scripted demo (Chat')
    await expect(answers.getByRole('button', { name: 'Previous answer' })).toBeFocused()
    await page.reload()
    await expect(answers).toHaveText('3/3')
    await chat.send('hello two')
    await chat.ended()
    await edit(page, 'hello otherwise')
    await page.keyboard.press('Control+Enter')
    await chat.ended()
    await expect(chat.exchange.getByRole('group', { name: 'Versions of this question' })).toHaveText('2/2')
    await expect(answers).toBeHidden()
  })
})

test.describe('an edit that is refused', () => {
  test.use({ noise: /^Failed to load resource: the server responded with a status of 422/ })

  test('is there to be written again, and what stood there stands', async ({ page }) => {
    const chat = chatPage(page)
    await chat.open('/')
    await chat.send('hello one')
    await chat.ended()
    await page.route('**/turns', (route) =>
      route.fulfill({ status: 422, json: { error: { code: 'no_model', message: 'No model here can read that.' } } }),
    )
    await edit(page, 'hello otherwise')
    await page.keyboard.press('Control+Enter')
    await expect(page.getByRole('alert').filter({ hasText: 'No model here can read that.' })).toBeVisible()
    await expect(page.getByRole('textbox', { name: 'Question' })).toHaveValue('hello otherwise')
    await page.unroute('**/turns')
    await page.getByRole('form', { name: 'Edit question' }).getByRole('button', { name: 'Send' }).click()
    await chat.ended()
    await expect(questions(page)).toHaveText(['hello otherwise'])
    await expect(page.getByRole('alert').filter({ hasText: 'No model here' })).toHaveCount(0)
  })
})

test('a turn that failed offers to try again, and to try with another model', async ({ page }) => {
  const chat = chatPage(page)
  await chat.open('/')
  await chat.send('fault auth')
  const again = chat.exchange.getByRole('button', { name: 'Try again' })
  await expect(again).toBeVisible({ timeout: 15_000 })
  await expect(chat.exchange.getByRole('button', { name: 'Try with another model' })).toBeVisible()
  await again.click()
  await expect(versions(page)).toHaveText(['2/2'])
  await expect(again).toBeVisible({ timeout: 15_000 })
})
