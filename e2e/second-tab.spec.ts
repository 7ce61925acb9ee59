import { expect, type Request } from '@playwright/test'
import { chatPage, test, untilLonger } from './chat-page.ts'

test('a second tab shows the same answer while it is written, and either of them can stop it', async ({
  page,
  context,
}) => {
  const first = chatPage(page)
  await first.open('/')
  await first.send('very long, please')
  await untilLonger(() => first.answer.textContent(), 0, 100)

  const other = await context.newPage()
  const second = chatPage(other)
  await second.open(page.url())
  await expect(second.answer).toHaveAttribute('aria-busy', 'true')
  const seen = await untilLonger(() => second.answer.textContent(), 100, 0)
  await untilLonger(() => second.answer.textContent(), seen, 40)

  await second.stopButton.click()
  await Promise.all([first.ended(), second.ended()])
  await expect(first.answer).toContainText('Stopped. What had arrived is kept.')
  // Each page shows the last words at its own pace.
  const shown = async () => new Set([await first.answer.textContent(), await second.answer.textContent()])
  await expect.poll(async () => (await shown()).size).toBe(1)

  await first.send('calculate 6*7')
  await second.ended()
  await expect(second.answer).toContainText('42')
  await first.ended()
})

test('a hidden tab lets its stream go after ten seconds and takes it up again where it was', async ({ page }) => {
  await page.clock.install()
  await page.addInitScript(() => {
    let hidden = false
    Object.defineProperty(document, 'hidden', { get: () => hidden })
    Object.assign(window, {
      setHidden(value: boolean) {
        hidden = value
        document.dispatchEvent(new Event('visibilitychange'))
      },
    })
  })
  const setHidden = (hidden: boolean) =>
    page.evaluate((value) => (window as unknown as { setHidden(value: boolean): void }).setHidden(value), hidden)
  const chat = chatPage(page)
  const stream = /\/api\/sessions\/\w+\/stream/
  await chat.open('/')
  await chat.send('help')
  await untilLonger(() => chat.answer.textContent(), 0, 40)

  const closed = page.waitForEvent('requestfailed', (request) => stream.test(request.url()))
  await setHidden(true)
  await page.clock.fastForward(10_000)
  await closed

  const resumed = page.waitForRequest((request) => stream.test(request.url()))
  await setHidden(false)
  expect(new URL((await resumed).url()).searchParams.get('since')).toBeTruthy()
  await chat.ended()
  await expect(chat.answer).toContainText('the answer has nothing in it')
})

test('a tab that was opened in the background lets its stream go as well', async ({ page }) => {
  const chat = chatPage(page)
  await chat.open('/')
  await chat.send('hello')
  await chat.ended()
  await page.clock.install()
  await page.addInitScript(() => Object.defineProperty(document, 'hidden', { get: () => true }))
  const stream = /\/api\/sessions\/\w+\/stream/
  const ended = new Set<Request>()
  page.on('requestfailed', (request) => ended.add(request))
  const opened = page.waitForRequest((request) => stream.test(request.url()))
  await page.reload()
  const request = await opened
  await chat.ended()
  await page.clock.fastForward(10_000)
  // On a slow machine the ten seconds may be over by themselves.
  await expect.poll(() => ended.has(request)).toBe(true)
})
