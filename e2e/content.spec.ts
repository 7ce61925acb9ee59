import { expect } from '@playwright/test'
import { chatPage, test } from './chat-page.ts'
import { pngOf } from './picture.ts'

test('formulas are drawn, prices are not, long code folds, and what is folded opens', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const chat = chatPage(page)
  await chat.open('/')
  await chat.send('formulas')
  await chat.ended(40_000)
  await expect(chat.answer.locator('.formula.drawn')).toHaveCount(7)
  await expect(chat.answer.getByText('A stopwatch for this costs $5 to $10')).toBeVisible()
  await expect(chat.answer.locator('sub')).toHaveText('2')
  await expect(chat.answer.getByRole('checkbox', { name: 'Done' })).toBeChecked()

  // What was seen being written stays open; what is there already is folded.
  await expect(chat.answer.getByRole('button', { name: 'Show the first lines only' })).toBeVisible()
  await page.reload()
  await chat.ended()
  const code = chat.answer.getByRole('figure')
  const folded = await code.evaluate((element) => element.clientHeight)
  await code.getByRole('button', { name: 'Show all 62 lines' }).click()
  expect(await code.evaluate((element) => element.clientHeight)).toBeGreaterThan(folded + 300)
  const download = page.waitForEvent('download')
  await code.getByRole('button', { name: 'Download as code.py' }).click()
  expect((await download).suggestedFilename()).toBe('code.py')

  const fold = chat.answer.getByRole('group').filter({ hasText: 'Where the root comes from' })
  await expect(fold.getByText('From', { exact: false }).last()).toBeHidden()
  await fold.getByText('Where the root comes from').click()
  await expect(fold.locator('.formula.drawn')).toHaveCount(2)

  const words = chat.answer.locator('p').filter({ hasText: 'seconds it has fallen' })
  await words.evaluate((element) => getSelection()?.selectAllChildren(element))
  await page.keyboard.press('ControlOrMeta+c')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(
    String.raw`After $t$ seconds it has fallen $s = \tfrac{1}{2} g t^2$, so that`,
  )
})

test('a picture opens in the window, grows by keys, and gives the focus back', async ({ page }) => {
  const chat = chatPage(page)
  await chat.open('/')
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Attach pictures or files' }).click()
  await (await chooser).setFiles([
    { name: 'one.png', mimeType: 'image/png', buffer: pngOf(200, 40, 40) },
    { name: 'two.png', mimeType: 'image/png', buffer: pngOf(40, 40, 200) },
  ])
  await expect(page.getByText('Uploading')).toHaveCount(0)
  await chat.send('what did you receive?')
  await chat.ended()
  const first = chat.exchange.getByRole('link', { name: 'Attached' }).first()
  await first.click()
  const dialog = page.getByRole('dialog', { name: 'Picture' })
  await expect(dialog).toContainText('1 of 2')
  await page.keyboard.press('+')
  await expect(dialog).toContainText('150')
  await page.keyboard.press('0')
  await page.keyboard.press('ArrowRight')
  await expect(dialog).toContainText('2 of 2')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(first).toBeFocused()
})
