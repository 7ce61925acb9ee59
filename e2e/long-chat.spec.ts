import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { type LongChat, writeLongChat } from '#test/support/long-chat.ts'
import { chatPage, test } from './chat-page.ts'
import { writeFullChat } from './full-chat.ts'
import { startServer } from './server.ts'

// Chats that are too long to be in a page as a whole.

let folder: string
let server: Awaited<ReturnType<typeof startServer>>
let long: LongChat
let short: LongChat
let wide: LongChat
const withCode = new Map<number, string>()
let full: string

// One server for all of them, which takes as long to start as most of them take.
test.describe.configure({ mode: 'default' })

test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'metis-long-'))
  long = await writeLongChat(folder, 2_000)
  short = await writeLongChat(folder, 120, { title: 'A chat to print' })
  for (const lines of [60, 300, 2_000]) {
    const { id } = await writeLongChat(folder, 2, { title: `${lines} lines of code`, answered: () => codeOf(lines) })
    withCode.set(lines, id)
  }
  wide = await writeLongChat(folder, 2, { title: 'A wide answer', asked: () => LOG, answered: () => WIDE })
  full = await writeFullChat(folder)
  server = await startServer(folder)
})

test.afterAll(async () => {
  await server?.stop()
  await rm(folder, { recursive: true, force: true })
})

function codeOf(lines: number): string {
  const code = Array.from(
    { length: lines },
    (_, at) => `export const line${at + 1} = ${at + 1} // and some words of it`,
  )
  return `Here it is.\n\n\`\`\`ts\n${code.join('\n')}\n\`\`\`\n\nThat was all of it.`
}

const row = (cell: (at: number) => string, columns: number) =>
  `|${Array.from({ length: columns }, (_, at) => cell(at)).join('|')}|`
const table = (columns: number) =>
  [
    row((at) => `Column ${at + 1}`, columns),
    row(() => '---', columns),
    row((at) => `some words in ${at}`, columns),
  ].join('\n')

/** One line of it. */
const LOG = 'Some words of a log that says little. '.repeat(500)

const WIDE = [
  `\`\`\`\n${'a long line of code '.repeat(30)}${'x'.repeat(300)}\n\`\`\``,
  table(16),
  `${table(5)}\n|${'Anthropic|'.repeat(4)}${'y'.repeat(200)}|`,
  '<details>\n<summary>Why</summary>\n\nBecause of what is folded.\n\n</details>',
].join('\n\n')

const LAST = 'That was step 1000.'

async function open(page: Page, chat = long, hash = '') {
  await page.goto(`${server.url}/c/${chat.id}${hash}`)
  await expect(chatPage(page).picker).toBeVisible()
}

const turns = (page: Page) => page.getByRole('region', { name: 'Exchange' })
const question = (page: Page, number: number) => page.getByText(`Question ${number}:`)

/** The numbers of the turns that are in view, from the top. */
function numbersInView(page: Page): Promise<number[]> {
  return page.evaluate(() => {
    const view = document.querySelector('main :has(> [role="log"])')?.getBoundingClientRect()
    const rows = [...document.querySelectorAll('.turn')].filter((turn) => {
      const { top, bottom } = turn.getBoundingClientRect()
      return view && bottom > view.top + 20 && top < view.bottom - 20
    })
    return rows.map((turn) => Number(turn.querySelector('.turn-number')?.lastChild?.textContent))
  })
}

test('Home reaches the first question and End the last answer, and the page holds only what is about to be seen', async ({
  page,
}) => {
  await open(page)
  await expect(page.getByText(LAST)).toBeInViewport()
  await expect(turns(page).last()).toContainText('Turn 1000')
  await page.getByRole('log').click({ position: { x: 5, y: 5 } })
  await page.keyboard.press('Home')
  await expect(question(page, 1)).toBeInViewport()
  await expect(turns(page).first()).toContainText('Turn 1')
  expect(await turns(page).count()).toBeLessThan(40)
  await expect(page.getByRole('button', { name: 'Jump to latest' })).toBeVisible()

  await page.keyboard.press('End')
  await expect(page.getByText(LAST)).toBeInViewport()
  expect(await turns(page).count()).toBeLessThan(40)
  await expect(page.getByRole('button', { name: 'Jump to latest' })).toBeHidden()
})

test('Home that is pressed before it is known where the chat begins leads there once it is', async ({ page }) => {
  const known = Promise.withResolvers<void>()
  await page.route('**/messages/outline*', async (route) => {
    await known.promise
    await route.continue()
  })
  const outlined = page.waitForRequest('**/messages/outline*')
  await open(page)
  await outlined
  await page.getByRole('log').click({ position: { x: 5, y: 5 } })
  await page.keyboard.press('Home')
  await expect(page.getByText(LAST)).not.toBeInViewport()
  known.resolve()
  await expect(question(page, 1)).toBeInViewport()
})

test('one comes back to the turn that one left', async ({ page }) => {
  await open(page, long, `#m-${long.messages[1_000]}`)
  await expect(question(page, 501)).toBeInViewport()
  await page.evaluate(() => history.replaceState(history.state, '', location.pathname))
  const before = await numbersInView(page)
  await page.getByRole('link', { name: 'New chat' }).first().click()
  await expect(page).toHaveURL(`${server.url}/`)
  await page.goBack()
  await expect.poll(() => numbersInView(page)).toEqual(before)
})

test('an address leads to its message, marks it, and takes the keys there', async ({ page }) => {
  const answer = long.messages[401]
  await open(page, long, `#m-${answer}`)
  const article = page.locator(`[data-message="${answer}"]`)
  await expect(article).toBeInViewport()
  await expect(article).toHaveAttribute('data-marked')
  await expect(turns(page).filter({ has: article })).toBeFocused()

  await test.step('from one address to another in the same chat', async () => {
    await page.evaluate((id) => (location.hash = `m-${id}`), long.messages[10])
    await expect(question(page, 6)).toBeInViewport()
  })
  await test.step('arrows go on from there, turn by turn', async () => {
    await page.keyboard.press('Alt+ArrowDown')
    await expect(turns(page).filter({ hasText: 'Question 7:' })).toBeFocused()
    await page.keyboard.press('Alt+ArrowUp')
    await expect(turns(page).filter({ hasText: 'Question 6:' })).toBeFocused()
  })
  await test.step('by pointer too', async () => {
    await page.getByRole('button', { name: 'Next turn' }).click()
    await expect(turns(page).filter({ hasText: 'Question 7:' })).toBeFocused()
    await page.getByRole('button', { name: 'Previous turn' }).click()
    await expect(turns(page).filter({ hasText: 'Question 6:' })).toBeFocused()
  })
  await test.step('from the message field too, where the focus stays', async () => {
    const { field } = chatPage(page)
    await field.focus()
    await page.keyboard.press('Alt+ArrowDown')
    await expect.poll(async () => (await numbersInView(page))[0]).toBe(7)
    await expect(field).toBeFocused()
  })
  await test.step('the Tab key leads through the parts of one turn, and out', async () => {
    await page.locator('main :has(> [role="log"])').focus()
    for (let presses = 0; presses < 12; presses += 1) {
      await page.keyboard.press('Tab')
      const isInside = await page.evaluate(() => document.activeElement?.closest('[role="log"]') !== null)
      if (!isInside) return
    }
    throw new Error('the Tab key did not leave the transcript')
  })
})

test('words are found in messages that are not here, and the browser’s own search is one press further', async ({
  page,
}) => {
  await open(page)
  await expect(page.getByText(LAST)).toBeInViewport()
  await page.keyboard.press('Control+f')
  const field = page.getByRole('textbox', { name: 'Find in this conversation' })
  const result = page.getByRole('search').getByRole('status')
  await expect(field).toBeFocused()
  await field.fill('step 12 needs')
  await expect(result).toHaveText('1 of 1')
  await expect(page.getByText('Step 12 needs what')).toBeInViewport()
  await expect.poll(() => highlighted(page)).toEqual({ found: [], here: ['Step 12 needs'] })

  await test.step('also in code, from one place to the next and round', async () => {
    await field.fill('step16 = (input')
    await expect(result).toHaveText('6 of 6')
    await page.keyboard.press('Enter')
    await expect(result).toHaveText('1 of 6')
    await page.keyboard.press('Shift+Enter')
    await expect(result).toHaveText('6 of 6')
    await expect.poll(async () => (await highlighted(page)).here).toEqual(['step16 = (input'])
  })
  await test.step('what stands nowhere is said', async () => {
    await field.fill('nowhere to be found')
    await expect(result).toHaveText('Not found')
  })
  await test.step('a second press is left to the browser', async () => {
    const prevented = field.evaluate(
      (element) =>
        new Promise((told) => {
          document.addEventListener('keydown', (event) => setTimeout(() => told(event.defaultPrevented)), {
            once: true,
          })
          element.dispatchEvent(
            new KeyboardEvent('keydown', { key: 'f', ctrlKey: true, bubbles: true, cancelable: true }),
          )
        }),
    )
    expect(await prevented).toBe(false)
  })
  await page.keyboard.press('Escape')
  await expect(field).toBeHidden()
  expect(await highlighted(page)).toEqual({ found: [], here: [] })
  await expect(chatPage(page).field).toBeFocused()
})

for (const [name, enter] of [
  ['its page is loaded', (page: Page, lines: number) => open(page, { id: withCode.get(lines) ?? '', messages: [] })],
  [
    'it is chosen from the list',
    async (page: Page, lines: number) => {
      await open(page, short)
      await chatPage(page)
        .chats.getByRole('link', { name: `${lines} lines of code` })
        .click()
    },
  ],
] as const) {
  test(`long code of a chat is folded as soon as it is there where ${name}`, async ({ page }) => {
    // The height of the code with each frame.
    await page.addInitScript(() => {
      const heights = new Set<number>()
      Object.assign(window, { heights })
      const look = () => {
        for (const pre of document.querySelectorAll('main pre')) {
          if (pre.textContent.startsWith('export const line1 ')) heights.add(pre.clientHeight)
        }
        requestAnimationFrame(look)
      }
      look()
    })
    for (const lines of [60, 300, 2_000]) {
      await enter(page, lines)
      await expect(page.getByRole('button', { name: `Show all ${lines.toLocaleString('en')} lines` })).toBeVisible()
      await expect(page.getByText('That was all of it.')).toBeInViewport()
      const heights = await page.evaluate(() => [...(window as unknown as { heights: Set<number> }).heights])
      expect(Math.max(...heights)).toBeLessThan(800)
    }
  })
}
test('words of thoughts and of tools are found, and the fold that holds them opens', async ({ page }) => {
  await page.goto(`${server.url}/c/${full}`)
  await expect(chatPage(page).picker).toBeVisible()
  const thought = page.getByText('It falls, so it gets faster.')
  await expect(thought).toBeHidden()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('find in')
  await page.getByRole('option', { name: /^Find in this chat/ }).click()
  const field = page.getByRole('textbox', { name: 'Find in this conversation' })
  const result = page.getByRole('search').getByRole('status')
  await expect(field).toBeFocused()
  await field.fill('gets faster')
  await expect(result).toHaveText('1 of 1')
  await expect(thought).toBeInViewport()
  await expect.poll(() => highlighted(page)).toEqual({ found: [], here: ['gets faster'] })
  await field.fill('expression')
  await expect(result).toHaveText('1 of 1')
  await expect.poll(() => highlighted(page)).toEqual({ found: [], here: ['expression'] })
  await page.keyboard.press('Escape')
  await expect(field).toBeHidden()

  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: 'Chats', exact: true }).click()
  await page.getByRole('button', { name: 'Actions for How long a stone falls' }).click()
  await page.getByRole('menuitem', { name: 'Find in this chat' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(field).toBeFocused()
})

test('all of it is printed, also what is not here', async ({ page }) => {
  await page.addInitScript(() => {
    window.print = () => {
      const texts = [...document.querySelectorAll('.turn')].map((turn) => turn.textContent)
      Object.assign(window, { printed: texts })
    }
  })
  await open(page, short)
  await expect(page.getByText('That was step 60.')).toBeInViewport()
  await page.keyboard.press('Control+p')
  await page.waitForFunction(() => 'printed' in window)
  const printed = await page.evaluate(() => (window as unknown as { printed: string[] }).printed)
  expect(printed).toHaveLength(60)
  expect(printed.every((text, index) => text.includes(`That was step ${index + 1}.`))).toBe(true)
  await expect.poll(() => turns(page).count()).toBeLessThan(40)

  await test.step('from the menu of the chat too', async () => {
    await page.evaluate(() => Reflect.deleteProperty(window, 'printed'))
    await page.getByRole('button', { name: 'Actions for A chat to print' }).click()
    await page.getByRole('menuitem', { name: 'Print…' }).click()
    await page.waitForFunction(() => 'printed' in window)
    expect(await page.evaluate(() => (window as unknown as { printed: string[] }).printed)).toHaveLength(60)
  })
})

test('a question without lines that is as long as many is folded, and is one line again when it is open', async ({
  page,
}) => {
  await open(page, wide)
  const asked = page.getByRole('article', { name: 'You' })
  await expect(asked.getByRole('button', { name: 'Show all 19,000 characters' })).toHaveCount(1)
  expect(await asked.evaluate((element) => element.clientHeight)).toBeLessThan(600)
  await asked.getByRole('button', { name: 'Show all 19,000 characters' }).click()
  await expect(asked.getByRole('button', { name: 'Show less' })).toBeVisible()
  const ends = await asked
    .locator('p')
    .evaluateAll((parts) => parts.map((part) => [...part.getClientRects()].map(({ top }) => top)))
  expect(ends).toHaveLength(2)
  expect(ends[0]?.at(-1)).toBe(ends[1]?.[0])
})

test('nothing of an answer is cut off or folded on paper', async ({ page }) => {
  await open(page, wide)
  const answer = chatPage(page).answer
  await expect(answer.getByText('Because of what is folded.')).toBeHidden()
  await page.setViewportSize({ width: 720, height: 1_000 })
  await page.emulateMedia({ media: 'print' })
  const frames = answer.locator('pre, .table-scroll')
  await expect(frames).toHaveCount(3)
  const hidden = () => frames.evaluateAll((all) => all.map((each) => each.scrollWidth - each.clientWidth))
  await expect.poll(hidden).toEqual([0, 0, 0])
  // A word that has room for it is not broken.
  const lines = await answer.getByRole('cell', { name: 'Anthropic' }).evaluateAll((cells) =>
    cells.map((cell) => {
      const range = document.createRange()
      range.selectNodeContents(cell)
      return range.getClientRects().length
    }),
  )
  expect(lines).toEqual([1, 1, 1, 1])
  await expect(answer.getByText('Because of what is folded.')).toBeVisible()
})

function highlighted(page: Page): Promise<{ found: string[]; here: string[] }> {
  return page.evaluate(() => {
    const texts = (name: string) => [...(CSS.highlights.get(name) ?? [])].map(String)
    return { found: texts('found'), here: texts('found-here') }
  })
}
