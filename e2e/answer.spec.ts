import { readdir, readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { expect } from '@playwright/test'
import { chatPage, test, untilSeen } from './chat-page.ts'
import { apiClient } from './client.ts'
import { startScriptedServer } from './scripted-server.ts'

test('a tool call is a card that opens to its input and its result', async ({ page }) => {
  const chat = chatPage(page)
  await chat.open('/')
  await chat.send('calculate 12*(3+4)')
  await chat.ended()
  const card = chat.exchange.getByRole('group', { name: 'Tool call calculator' })
  await expect(card).toContainText('Done')
  await expect(card.getByRole('heading', { name: 'Result' })).toBeHidden()
  await card.getByText('calculator').first().click()
  await expect(card.getByRole('heading', { name: 'Input' })).toBeVisible()
  await expect(card.locator('pre').first()).toContainText('"expression"')
  await expect(card.getByRole('heading', { name: 'Result' })).toBeVisible()
  await expect(card.locator('pre').last()).toHaveText('84')
})

test('a call that fails says so on its card, and the answer goes on', async ({ page }) => {
  const chat = chatPage(page)
  await chat.open('/')
  await chat.send('calculate 1/0')
  await chat.ended()
  const card = chat.exchange.getByRole('group', { name: 'Tool call calculator' })
  await expect(card).toContainText('Failed')
  await card.getByText('calculator').first().click()
  await expect(card.getByRole('heading', { name: 'Error' })).toBeVisible()
  await expect(chat.answer).not.toBeEmpty()
})

test('thinking is folded, says how long it took, and opens', async ({ page }) => {
  const chat = chatPage(page)
  await chat.open('/')
  await Promise.all([untilSeen(page, 'Thinking…'), chat.send('think about tides')])
  const title = chat.exchange.getByText(/^Thought for \d/)
  await expect(title).toBeVisible()
  await chat.ended()
  await expect(chat.exchange.getByText('The question is about tides.')).toBeHidden()
  await title.click()
  await expect(chat.exchange.getByText('The question is about tides.')).toBeVisible()
  await expect(chat.answer.getByText('I thought about tides')).toBeVisible()
})

test('what an answer took so far is told while it is written, about, and then what it took', async ({ page }) => {
  const chat = chatPage(page)
  await chat.open('/')
  await page.getByRole('button', { name: 'Hide this note' }).click()
  await chat.send('very long')
  await expect(page.getByText(/^wrote [\d,]+ so far$/)).toBeVisible()
  await expect(page.getByText(/^≈ \$0\.\d+$/)).toBeVisible()
  await chat.stopButton.click()
  await chat.ended()
  await expect(page.getByText(/so far$/)).toHaveCount(0)
  await expect(chat.exchange.getByText(/^(≈ )?wrote [\d,]+$/)).toBeVisible()
  await expect(page.getByRole('button', { name: / to read$/ })).toBeVisible()
  // In all chats, and after a reload.
  await page.reload()
  await expect(page.getByRole('button', { name: / to read$/ })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Hide this note' })).toBeHidden()
})

test('Markdown is shown as what it means, with code in colours and a way to copy it', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const chat = chatPage(page)
  await chat.open('/')
  await chat.send('long')
  const table = chat.answer.getByRole('region', { name: 'Table' })
  await expect(table.getByRole('cell', { name: 'comes back as plain text' })).toBeVisible({ timeout: 20_000 })
  await chat.stopButton.click()
  await chat.ended()
  await expect(chat.answer.getByRole('heading', { level: 1 })).toHaveText('How one conversation moves between models')
  await expect(chat.answer.getByRole('heading', { level: 2 }).first()).toHaveText('The list is not the same list')
  await expect(table.getByRole('columnheader')).toHaveText(['', 'blocks', 'calls beside the text'])
  await expect(table.getByRole('code').first()).toHaveText('tool_calls')

  const code = chat.answer.getByRole('figure').first()
  await expect(code).toContainText('json')
  await expect(code.locator('.hljs-string').first()).toBeVisible()
  const colour = (name: string) =>
    code
      .locator(name)
      .first()
      .evaluate((element) => getComputedStyle(element).color)
  expect(await colour('.hljs-string')).not.toBe(await colour('code'))
  await code.getByRole('button', { name: 'Copy code' }).click()
  await expect(code.getByRole('button', { name: 'Copied' })).toBeVisible()
  const copied: unknown = JSON.parse(await page.evaluate(() => navigator.clipboard.readText()))
  expect(copied).toMatchObject({ messages: [{ role: 'user' }, { role: 'assistant' }, { role: 'user' }] })
})

test('hostile output stays text: nothing runs, nothing is loaded, no link leads astray', async ({ page }) => {
  const chat = chatPage(page)
  await chat.open('/')
  await chat.send('unsafe')
  await chat.ended()
  await expect(chat.answer).toContainText('The end, in bold, so that you see the rest was only text.')
  expect(await page.evaluate(() => '__metisUnsafe' in window)).toBe(false)
  await expect(chat.answer.locator('script, iframe, form, input, style, object, embed, img')).toHaveCount(0)
  await expect(chat.answer.getByText("<script>window.__metisUnsafe = 'script'; alert('script')</script>")).toBeVisible()
  await expect(chat.answer.getByText('Picture not loaded: a tracking pixel')).toBeVisible()
  const links = await chat.answer
    .getByRole('link')
    .evaluateAll((all) => all.map((link) => `${(link as HTMLAnchorElement).href} ${link.getAttribute('rel')}`))
  expect(links).toEqual([
    'https://example.com/ noopener noreferrer nofollow',
    'https://example.com/pixel.png?who=you noopener noreferrer nofollow',
  ])
  await page.reload()
  await chat.ended()
  expect(await page.evaluate(() => '__metisUnsafe' in window)).toBe(false)
})

const CHUNKS = resolve(import.meta.dirname, '../.next/static/chunks')

/** Those in which it names the mark of a heading. */
async function filesOfParser(): Promise<string[]> {
  const names = (await readdir(CHUNKS)).filter((name) => name.endsWith('.js'))
  const texts = await Promise.all(names.map((name) => readFile(resolve(CHUNKS, name), 'utf8')))
  const found = names.filter((_, index) => texts[index]?.includes('atxHeadingSequence'))
  expect(found).not.toEqual([])
  return found
}

test.describe('where the renderer could not be loaded', () => {
  test.use({ noise: /^Failed to load resource: net::ERR_FAILED http:\/\/127\.0\.0\.1:\d+\/_next\/static\/chunks\// })

  test('an answer stands there as plain text, and as what it means once the server gives the renderer', async ({
    page,
    baseURL,
  }) => {
    const chat = chatPage(page)
    let isAway = true
    const files = await filesOfParser()
    // From the beginning: the page loads it when it rests, which may be before anything can be typed.
    await page.route(
      (url) => files.some((file) => url.pathname.endsWith(`/${file}`)),
      (route) => (isAway ? route.abort() : route.continue()),
    )
    await chat.open(`/c/${await apiClient(baseURL ?? '').newSession()}`)
    await chat.send('long')
    await expect(chat.answer).toContainText('# How one conversation moves between models', { timeout: 20_000 })
    await chat.stopButton.click()
    await chat.ended()
    const title = chat.answer.getByRole('heading', { level: 1 })
    await expect(title).toHaveCount(0)
    isAway = false
    await expect(title).toHaveText('How one conversation moves between models', { timeout: 15_000 })
  })
})

test('a model that says nothing is not waited for in the dark: how long it has been, and a way to stop it', async ({
  page,
}) => {
  const server = await startScriptedServer({ silence: { pieces: ['At last.'], rate: 100, thinks: 120_000 } })
  try {
    const chat = chatPage(page)
    await page.clock.install()
    const { id, address } = await server.newChat()
    await chat.open(address)
    await chat.send('script silence')
    await expect(chat.exchange.getByText('Waiting for the model…')).toBeVisible()
    const silence = chat.exchange.getByText(/^No text for \d+\s(s|min .*)$/)
    const seconds = async () => {
      const [, minutes = 0, rest = 0] = /(?:(\d+)\smin )?(\d+)\ss$/.exec((await silence.textContent()) ?? '') ?? []
      return Number(minutes) * 60 + Number(rest)
    }
    // What says so may be on its way itself: then its eight seconds begin later.
    await expect(async () => {
      await page.clock.fastForward(8_000)
      await expect(silence).toBeVisible({ timeout: 1_000 })
    }).toPass()
    const first = await seconds()
    expect(first).toBeGreaterThanOrEqual(8)
    await page.clock.fastForward(10_000)
    await expect.poll(seconds).toBeGreaterThanOrEqual(first + 10)
    await expect(chat.exchange.getByRole('status').filter({ hasText: 'No text for some seconds.' })).toHaveCount(1)

    await chat.exchange.getByRole('button', { name: 'Stop waiting' }).click()
    await expect(silence).toHaveCount(0)
    await expect(chat.exchange.getByText('Stopped.')).toBeVisible()
    await chat.ended()
    expect((await server.api.messages(id)).at(-1)?.metadata.status).toBe('cancelled')
    await expect(chat.exchange.getByRole('button', { name: 'Answer again' })).toBeEnabled()
  } finally {
    await page.close()
    await server.stop()
  }
})
