import { expect, type Page } from '@playwright/test'
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

test('a picture grows at the point that is pointed at, and is moved by mouse, fingers and arrows', async ({ page }) => {
  const chat = chatPage(page)
  await chat.open('/')
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Attach pictures or files' }).click()
  await (await chooser).setFiles([
    { name: 'large.png', mimeType: 'image/png', buffer: pngOf(40, 120, 90, 1600, 1200) },
    { name: 'other.png', mimeType: 'image/png', buffer: pngOf(90, 40, 120) },
  ])
  await expect(page.getByText('Uploading')).toHaveCount(0)
  await chat.send('what did you receive?')
  await chat.ended()
  await chat.exchange.getByRole('link', { name: 'Attached' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Picture' })
  const picture = dialog.getByRole('img')
  const whole = await settledBox(picture)
  expect(whole.width / whole.height).toBeCloseTo(4 / 3, 1)

  // By keys at the middle, of which as much is left of it as right.
  for (const _ of [1, 2, 3, 4]) await page.keyboard.press('+')
  await expect(dialog).toContainText('506')
  const grown = await boxOf(picture)
  expect(Math.abs(grown.x + grown.width / 2 - (whole.x + whole.width / 2))).toBeLessThan(2)
  expect(Math.abs(grown.y + grown.height / 2 - (whole.y + whole.height / 2))).toBeLessThan(2)
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowDown')
  await expect(dialog).toContainText('1 of 2')
  const moved = await boxOf(picture)
  expect([moved.x, moved.y]).toEqual([grown.x - 80, grown.y - 80])
  await page.keyboard.press('0')
  expect(await boxOf(picture)).toEqual(whole)

  // By the wheel, a quarter into the picture.
  const at = { x: whole.x + whole.width / 4, y: whole.y + whole.height / 4 }
  await page.mouse.move(at.x, at.y)
  for (const _ of [1, 2, 3]) await page.mouse.wheel(0, -100)
  await expect(dialog).toContainText('152')
  await expectAt(picture, at, 1 / 4)
  await page.mouse.down()
  await page.mouse.move(at.x + 60, at.y + 40, { steps: 4 })
  await page.mouse.up()
  await expectAt(picture, { x: at.x + 60, y: at.y + 40 }, 1 / 4)
  await page.mouse.move(at.x, at.y)
  await page.keyboard.press('0')
  await page.mouse.dblclick(at.x, at.y)
  await expect(dialog).toContainText('200')
  await expectAt(picture, at, 1 / 4)
  await page.mouse.dblclick(at.x, at.y)
  expect(await boxOf(picture)).toEqual(whole)

  // Two fingers around the same point go apart.
  await pinch(page, at, 50, 100)
  await expect(dialog).toContainText('200')
  await expectAt(picture, at, 1 / 4)
})

type Place = Record<'x' | 'y', number>
type Picture = ReturnType<Page['locator']>

async function boxOf(picture: Picture) {
  const box = await picture.boundingBox()
  if (!box) throw new Error('the picture is not shown')
  return box
}

/** Once its own proportions are known. */
async function settledBox(picture: Picture) {
  await expect.poll(async () => (await boxOf(picture)).width).toBeLessThan(1200)
  return boxOf(picture)
}

/** The point that far into the picture is there. */
async function expectAt(picture: Picture, { x, y }: Place, share: number) {
  const box = await boxOf(picture)
  expect(Math.abs(box.x + box.width * share - x)).toBeLessThan(2)
  expect(Math.abs(box.y + box.height * share - y)).toBeLessThan(2)
}

async function pinch(page: Page, { x, y }: Place, from: number, to: number) {
  const session = await page.context().newCDPSession(page)
  const fingers = (apart: number) => [
    { x: x - apart, y, id: 0 },
    { x: x + apart, y, id: 1 },
  ]
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: ReturnType<typeof fingers>) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints })
  await touch('touchStart', fingers(from))
  for (const step of [0.25, 0.5, 0.75, 1]) await touch('touchMove', fingers(from + (to - from) * step))
  await touch('touchEnd', [])
}
