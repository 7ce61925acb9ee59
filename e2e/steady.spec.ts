import { expect, type Page } from '@playwright/test'
import { markdownAnswer, piecesOf } from './bench/answer.ts'
import { shiftsOf, watchShifts, worstShift } from './bench/shift.ts'
import type { Script } from './bench/upstream.ts'
import { chatPage, test } from './chat-page.ts'
import { apiClient } from './client.ts'
import { startScriptedServer } from './scripted-server.ts'

// What is read stays where it is while the rest of an answer is written, and when that ends.

const PROSE = 'What has been written stands where it stands, whatever follows: a `name` in it, **weight**, or the end. '
const TABLE = `| name | what it does | since |
| --- | --- | --: |
| first | keeps what was said | 1 |
| second | says it to \`another_model\`, in words that are its own | 2 |
| third | a sentence that goes on for longer than any that stands above it in this column does, and is still not over | 30 |
| fourth | ${'anotherword'.repeat(9)} | 4 |
`
/** Drawn, each takes a fraction of what was written. */
const FORMULAS = `Of $\\sum_{k=1}^{n} \\frac{1}{k(k+1)} = \\frac{n}{n+1}$ half is $\\frac{1}{2}\\left(1 - \\frac{1}{n+1}\\right)$, and more words follow it.

$$\\int_{0}^{\\infty} \\mathrm{e}^{-x^{2}} \\, \\mathrm{d}x = \\frac{\\sqrt{\\pi}}{2}$$

`
/** Models think before they write; meanwhile the faces of code and of emphasis come. */
const thinks = 2_000
/** By whole words: one that is half there at the end of a line goes to the next with its other half, as it has to. */
const wordsOf = (text: string) => text.match(/\s*\S+\s*?/g) ?? []
const SCRIPTS: Readonly<Record<string, Script>> = {
  // Longer than a stretch that is settled while what follows is written.
  prose: {
    pieces: wordsOf(`## Words\n\n${`${PROSE.repeat(4)}\n\n- ${PROSE}\n\n`.repeat(20)}`),
    rate: 600,
    thinks,
  },
  table: { pieces: piecesOf(`A table:\n\n${TABLE}\nAnd so it ends.`, 80), rate: 40, thinks },
  code: {
    pieces: piecesOf(`\`\`\`ts\n${`const total = [${'1, '.repeat(40)}]\n`.repeat(90)}\`\`\`\n`, 120),
    rate: 60,
    thinks,
  },
  mixed: { pieces: wordsOf(markdownAnswer(2_000)), rate: 100, thinks },
  formulas: {
    pieces:
      FORMULAS.repeat(4)
        .trimEnd()
        .match(/[\s\S]{1,6}/g) ?? [],
    rate: 40,
    thinks,
  },
}

let server: Awaited<ReturnType<typeof startScriptedServer>>

test.beforeAll(async () => {
  server = await startScriptedServer(SCRIPTS)
})

test.afterAll(() => server?.stop())

async function ask(page: Page, script: string, model?: string): Promise<void> {
  const { id, address } = await server.newChat(model)
  await watchShifts(page)
  await chatPage(page).open(address)
  // Without a key that somebody pressed: what moves then counts for nothing.
  await server.api.say(id, `script ${script}`)
}

for (const script of ['prose', 'code', 'mixed']) {
  test(`nothing that is read moves while ${script} is written`, async ({ page }) => {
    await ask(page, script)
    await chatPage(page).ended()
    const shifts = await shiftsOf(page)
    expect(worstShift(shifts), JSON.stringify(shifts)).toBeLessThan(0.005)
  })
}

test('words behind formulas stay where they are, once formulas can be drawn', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await ask(page, 'formulas', 'openai:gpt-4.1')
  const chat = chatPage(page)
  await chat.ended()
  // Which loads what draws them, and their faces.
  await server.api.say(chat.sessionId(), 'script formulas')
  await expect(chat.exchange.getByText('Waiting for the model…')).toBeVisible()
  const before = await shiftsOf(page)
  await expect(page.getByRole('article', { name: 'Answer' })).toHaveCount(2)
  const heights = await chat.answer.evaluateHandle(watchHeights)
  await chat.ended()
  const shifts = (await shiftsOf(page)).slice(before.length)
  expect(worstShift(shifts), JSON.stringify(shifts)).toBeLessThan(0.005)
  // A line that goes away moves all that is above it, as the end of the conversation stays where it is.
  const seen = await heights.jsonValue()
  expect(seen.length).toBeGreaterThan(10)
  expect(seen.filter((height, at) => height < (seen[at - 1] ?? 0) - 10)).toEqual([])
})

/** In the page: how high an answer is, each time that is another. */
function watchHeights(answer: Element): number[] {
  const heights: number[] = []
  new ResizeObserver(() => heights.push(answer.getBoundingClientRect().height)).observe(answer)
  return heights
}

for (const words of ['formulas', 'search the web for tides']) {
  test(`an answer to "${words}" stands still when its chat is opened`, async ({ page, browser, baseURL }) => {
    const api = apiClient(baseURL ?? '')
    const id = await api.newSession()
    const chat = chatPage(page)
    await chat.open(`/c/${id}`)
    await api.say(id, words)
    await chat.ended()
    // As somebody comes who has loaded nothing of it yet.
    const fresh = await browser.newPage({ baseURL: baseURL ?? '', viewport: page.viewportSize() })
    await watchShifts(fresh)
    await fresh.goto(`/c/${id}`)
    await chatPage(fresh).ended()
    await expect(fresh.locator('.formula:not(.drawn)')).toHaveCount(0)
    const shifts = await shiftsOf(fresh)
    await fresh.close()
    expect(worstShift(shifts), JSON.stringify(shifts)).toBeLessThan(0.005)
  })
}

const WHERE = {
  'in English': { locale: 'en-US', receipt: 'Why this model' },
  'in German, whose words are longer': { locale: 'de-DE', receipt: 'Warum dieses Modell' },
  'in a narrow window': { locale: 'en-US', receipt: 'Why this model', viewport: { width: 600, height: 900 } },
}

for (const [where, { receipt, ...use }] of Object.entries(WHERE)) {
  test.describe(where, () => {
    test.use(use)

    test('what comes below an answer when it ends has had its room before', async ({ page }) => {
      const { id, address } = await server.newChat()
      await page.addInitScript(watchRoom)
      await page.goto(address)
      await expect(page.getByRole('textbox')).toBeVisible()
      await server.api.say(id, 'script prose')
      await expect(page.getByRole('button', { name: receipt })).toBeVisible({ timeout: 30_000 })
      const rooms = await page.evaluate(() => (globalThis as unknown as { rooms: Room[] }).rooms)
      const written = rooms.filter(({ isWritten }) => isWritten)
      expect(written.length).toBeGreaterThan(5)
      expect(new Set(written.map(({ below }) => below))).toEqual(new Set([rooms.at(-1)?.below]))
    })
  })
}

interface Room {
  isWritten: boolean
  /** From the end of the words to the end of the conversation, in px. */
  below: number
}

/** In the page: what there is below its answer in each frame. */
function watchRoom(): void {
  const rooms: Room[] = []
  Object.assign(globalThis, { rooms })
  const look = () => {
    const answer = document.querySelector('main article[data-message]:has(.markdown)')
    const log = answer?.closest('[role="log"]')
    if (answer && log) {
      const below = Math.round(log.getBoundingClientRect().bottom - answer.getBoundingClientRect().bottom)
      rooms.push({ isWritten: answer.getAttribute('aria-busy') === 'true', below })
    }
    requestAnimationFrame(look)
  }
  look()
}

test('the columns of a table that is written stay from its second row on, until a word does not fit', async ({
  page,
}) => {
  await page.addInitScript(watchColumns)
  await ask(page, 'table')
  await chatPage(page).ended()
  const frames = await page.evaluate(() => (globalThis as unknown as { frames: Columns[] }).frames)
  const [ahead = '', ...written] = frames.filter(({ rows }) => rows === 3 || rows === 4).map(({ edges }) => edges)
  expect(written.length).toBeGreaterThan(5)
  expect(written.filter((edges) => edges !== ahead)).toEqual([])
  expect(frames.at(-1)).toMatchObject({ rows: 5 })
  expect(frames.at(-1)?.edges).not.toBe(ahead)

  // Where there is other room, they fit all rows.
  const table = chatPage(page).answer.getByRole('table')
  await expect(table).toHaveClass('steady')
  await page.setViewportSize({ width: 500, height: 800 })
  await expect(table).not.toHaveClass('steady')
})

interface Columns {
  rows: number
  /** Where each column begins. */
  edges: string
}

/** In the page: what there is of its table in each frame. */
function watchColumns(): void {
  const frames: Columns[] = []
  Object.assign(globalThis, { frames })
  const look = () => {
    const heads = [...document.querySelectorAll<HTMLElement>('main th')]
    const rows = document.querySelectorAll('main tr').length
    if (heads.length > 0) frames.push({ rows, edges: heads.map((head) => head.offsetLeft).join() })
    requestAnimationFrame(look)
  }
  look()
}

test('the longest line of long code can be scrolled to', async ({ page }) => {
  await ask(page, 'code')
  const chat = chatPage(page)
  await chat.ended()
  const beyond = () => chat.answer.locator('pre').evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)
  const written = await beyond()
  expect(written).toBeGreaterThan(200)
  await page.reload()
  await chat.ended()
  expect(await beyond()).toBe(written)
})
