import { expect, type Page, type Request } from '@playwright/test'
import { chatPage, test, untilLonger } from './chat-page.ts'
import { apiClient } from './client.ts'

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

/** Before the page is opened: returns what hides and shows it. */
async function hidable(page: Page) {
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
  return (hidden: boolean) =>
    page.evaluate((value) => (window as unknown as { setHidden(value: boolean): void }).setHidden(value), hidden)
}

test('a hidden tab lets its stream go after ten seconds and takes it up again where it was', async ({ page }) => {
  await page.clock.install()
  const setHidden = await hidable(page)
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

test('a tab of yesterday shows what was said since, has what was half-written, and goes on', async ({
  page,
  baseURL,
}) => {
  await page.clock.install({ time: new Date(Date.now() - 26 * 3_600_000) })
  const setHidden = await hidable(page)
  const chat = chatPage(page)
  await chat.open('/')
  await chat.send('hello')
  await chat.ended()
  const id = chat.sessionId()
  const draft = 'half-written since yesterday'
  await chat.field.fill(draft)
  await setHidden(true)
  await page.clock.fastForward(26 * 3_600_000)
  const api = apiClient(baseURL ?? '')
  await api.say(id, 'calculate 6*7')
  await expect.poll(async () => (await api.messages(id)).length).toBeGreaterThan(3)
  await expect(page.getByRole('article', { name: 'You' })).toHaveCount(1)
  await setHidden(false)
  await expect(page.getByRole('article', { name: 'You' })).toHaveText(['hello', 'calculate 6*7'])
  await chat.ended()
  await expect(chat.answer).toContainText('42')
  await expect(chat.field).toHaveValue(draft)
  await chat.send('hello again')
  await chat.ended()
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

test('a dozen windows that are all seen show what is said in each of them, though a browser has six connections', async ({
  context,
  baseURL,
}) => {
  test.setTimeout(180_000)
  const api = apiClient(baseURL ?? '')
  const chats = await Promise.all(
    Array.from({ length: 12 }, async (_, at) => {
      const id = await api.newSession({ title: `Chat ${at + 1}` })
      return { id, sum: `${at}00`, chat: chatPage(await context.newPage()) }
    }),
  )
  for (const { id, chat } of chats) await chat.open(`/c/${id}`)
  await Promise.all(chats.map(({ id, sum }) => api.say(id, `calculate ${sum}+0`)))
  for (const { chat, sum } of chats) {
    await expect(chat.answer).toContainText(sum)
    await chat.ended()
  }
  // What is done in any of them is done, while another is written to.
  const [first, last] = [chats[0], chats[11]].map((each) => each?.chat)
  if (!first || !last) throw new Error('there are a dozen')
  await last.send('very long, please')
  await untilLonger(() => last.answer.last().textContent(), 0, 100)
  await first.send('calculate 6*7')
  await expect(first.answer.last()).toContainText('42')
  await last.stopButton.click()
  await last.ended()
})
