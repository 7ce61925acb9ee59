import { gzipSync } from 'node:zlib'
import type { Browser, Page } from '@playwright/test'
import { chromium } from '@playwright/test'
import { startProduct } from '#test/bench/product.ts'
import { type LongChat, writeLongChat } from '#test/support/long-chat.ts'
import { browserArguments, findBrowser } from '../browser.ts'
import { apiClient } from '../client.ts'
import { HOSTILE, markdownAnswer, piecesOf, plainAnswer } from './answer.ts'
import { measureEnter } from './enter.ts'
import { measureLongChat } from './long-chat.ts'
import type { Cost } from './measure.ts'
import { measure } from './measure.ts'
import { measureBare, measureStreamdown } from './other-page.ts'
import { measureShift, onEachScreen } from './shift.ts'
import type { Script } from './upstream.ts'
import { startUpstream } from './upstream.ts'

/**
 * `npm run bench:page` measures the main thread of a page on a production build, and prints; `-- stream` does that section
 * alone, `--only=<part of a name>` those rows. Nothing here passes or fails.
 */

const MODEL = 'openai:gpt-4.1'

const STREAMS: Readonly<Record<string, Script>> = {
  'Markdown, 20 KB in 2,000 deltas over 20 s': { pieces: piecesOf(markdownAnswer(20_000), 2_000), rate: 100 },
  'plain text, 20 KB in 2,000 deltas over 20 s': { pieces: piecesOf(plainAnswer(20_000), 2_000), rate: 100 },
  'Markdown, 20 KB in 5,000 deltas over 20 s': { pieces: piecesOf(markdownAnswer(20_000), 5_000), rate: 250 },
  'Markdown, 80 KB in 8,000 deltas over 40 s': { pieces: piecesOf(markdownAnswer(80_000), 8_000), rate: 200 },
  'one list, 20 KB in 2,000 deltas over 20 s': {
    pieces: piecesOf('- a point with **weight** and a `name`, and words until its end\n'.repeat(330), 2_000),
    rate: 100,
  },
  'one table, 20 KB in 2,000 deltas over 20 s': {
    pieces: piecesOf(
      `| a | b |\n|---|---|\n${'| a cell with **weight** | and `another` one, longer |\n'.repeat(380)}`,
      2_000,
    ),
    rate: 100,
  },
  'one code block, 20 KB in 2,000 deltas over 20 s': {
    pieces: piecesOf(
      `\`\`\`ts\n${'const total = input.filter((line) => line.length > 3).length\n'.repeat(330)}\`\`\`\n`,
      2_000,
    ),
    rate: 100,
  },
  'one paragraph, 20 KB in 2,000 deltas over 20 s': {
    pieces: piecesOf('words of a paragraph that does not end, with **weight** here and there, '.repeat(280), 2_000),
    rate: 100,
  },
}

const SAME = 'Markdown, 20 KB in 2,000 deltas over 20 s'
const AT_THE_END = `${SAME}, behind 1,000 messages`

/** In as many steps as the page shows an answer of 20 s in. */
const BARE = { steps: 145, seconds: 20 }
const BARE_NAME = `plain text on a page with nothing else, 20 KB in ${BARE.steps} steps over ${BARE.seconds} s`

/** With each delta, as who uses it has it. */
const PEER = { steps: 2_000, seconds: 20 }
const PEER_NAME = 'Markdown by streamdown 2.7.1 on a page with nothing else, 20 KB in 2,000 deltas over 20 s'

const SECTIONS = { stream, hostile, weight, enter, shift, 'long-chat': longChat }

interface Bench {
  browser: Browser
  url: string
  scripts: Map<string, Script>
  /** Resolves when the provider has written the next answer of this name. */
  written: (name: string) => Promise<void>
  /** When its last answer began, in ms since 1970. */
  firstWordAt: () => number
  wanted: (name: string) => boolean
  chats: { long: LongChat; longer: LongChat } | null
}

async function stream(bench: Bench): Promise<string[]> {
  const { browser, url, scripts, wanted, chats } = bench
  const rows = [
    '| answer | CPU ms | scripts | styles | layout | layouts | longest tasks ms |',
    '| --- | --: | --: | --: | --: | --: | --- |',
  ]
  const all = [...Object.entries(STREAMS), ...(chats ? [[AT_THE_END, STREAMS[SAME]] as const] : [])]
  for (const [name, script] of all.filter(([name]) => wanted(name))) {
    if (!script) continue
    const page = await openChat(browser, url, name === AT_THE_END ? chats?.long.id : undefined)
    // The renderer is there from an answer before.
    await ask(bench, page, 'warm')
    scripts.set('it', script)
    const cost = await measure(browser, page, () => ask(bench, page, 'it'))
    rows.push(streamRow(name, cost))
    await page.close()
  }
  if (wanted(PEER_NAME)) {
    rows.push(streamRow(PEER_NAME, await measureStreamdown(browser, markdownAnswer(20_000), PEER)))
  }
  if (wanted(BARE_NAME)) rows.push(streamRow(BARE_NAME, await measureBare(browser, plainAnswer(20_000), BARE)))
  return rows
}

function streamRow(name: string, cost: Cost): string {
  return row(name, [cost.cpu, cost.script, cost.style, cost.layout, cost.layouts], cost)
}

async function hostile(bench: Bench): Promise<string[]> {
  const { browser, url, scripts, wanted } = bench
  const rows = [
    '| answer | KB | CPU ms as it comes, in 40 pieces | longest tasks ms | CPU ms when opened again | longest tasks ms |',
    '| --- | --: | --: | --- | --: | --- |',
  ]
  for (const [name, text] of Object.entries(HOSTILE).filter(([name]) => wanted(name))) {
    const page = await openChat(browser, url)
    await ask(bench, page, 'warm')
    scripts.set('it', { pieces: piecesOf(text, 40), rate: 20 })
    const coming = await measure(browser, page, () => ask(bench, page, 'it'))
    const address = page.url()
    await page.close()
    const again = await browser.newPage({ viewport: { width: 1440, height: 900 } })
    const opening = await measure(browser, again, async () => {
      await again.goto(address)
      await ended(again)
      await again.waitForLoadState('networkidle')
      await again.waitForTimeout(3_000)
      // Waits for what the page is still doing.
      await again.evaluate(() => new Promise(requestAnimationFrame))
    })
    await again.close()
    const cells = [Math.round(text.length / 1_000), coming.cpu, coming.tasks.slice(0, 3).join(', ')]
    rows.push(row(name, [...cells, opening.cpu], { ...opening, tasks: opening.tasks.slice(0, 3) }))
    console.log(rows.at(-1))
  }
  return rows
}

function enter({ browser, url, scripts, firstWordAt }: Bench): Promise<string[]> {
  return measureEnter(MODEL, () => openChat(browser, url), scripts, firstWordAt)
}

/** A start page, a chat that was written down, and one with Markdown of every kind. */
async function shift(bench: Bench): Promise<string[]> {
  const { browser, url, scripts, chats } = bench
  scripts.set('it', { pieces: [markdownAnswer(6_000)], rate: 100 })
  const page = await openChat(browser, url)
  await ask(bench, page, 'it')
  const answer = page.url()
  await page.close()
  const long = chats && { 'a chat of 1,000 messages': `${url}/c/${chats.long.id}` }
  const loaded = await measureShift(browser, { 'the start page': url, 'a chat with one answer': answer, ...long })
  scripts.set('it', { pieces: piecesOf(markdownAnswer(20_000), 2_000), rate: 100 })
  const api = apiClient(url)
  const written = await onEachScreen(browser, 'an answer of 20 KB over 20 s, while it is written', async (page) => {
    const id = await api.newSession({ active_model: MODEL })
    await page.goto(`${url}/c/${id}`)
    await page.getByRole('button', { name: /^Model: [^…]/ }).waitFor()
    // No key is pressed: what moves then counts for nothing.
    await api.say(id, 'script it')
    await ended(page)
  })
  return [...loaded, ...written]
}

/** A chat of 10,000 messages, opened and scrolled through. */
async function longChat({ browser, url, chats }: Bench): Promise<string[]> {
  return chats ? measureLongChat(browser, url, chats.longer) : []
}

/** Scripts of the first load, and what comes with the first answer that is shown. */
async function weight(bench: Bench): Promise<string[]> {
  const { browser, url, scripts } = bench
  scripts.set('it', { pieces: [markdownAnswer(2_000)], rate: 100 })
  const page = await openChat(browser, url)
  await ask(bench, page, 'it')
  const sizes = new Map<string, number>()
  const fresh = await browser.newPage()
  fresh.on('response', async (response) => {
    if (!response.url().includes('/_next/static/chunks/') || !response.url().endsWith('.js')) return
    sizes.set(response.url(), gzipSync(await response.body()).length)
  })
  await fresh.goto(page.url())
  await ended(fresh)
  await fresh.waitForTimeout(2_000)
  const first = await (await fetch(page.url())).text()
  const kilobytes = (isFirst: boolean) =>
    [...sizes]
      .filter(([address]) => first.includes(new URL(address).pathname) === isFirst)
      .reduce((sum, [, size]) => sum + size, 0) / 1_000
  return [
    '| scripts of a conversation, gzip | KB |',
    '| --- | --: |',
    `| named by the page itself | ${kilobytes(true).toFixed(1)} |`,
    `| loaded after, for an answer with code | ${kilobytes(false).toFixed(1)} |`,
  ]
}

function row(name: string, cells: readonly (number | string)[], { tasks }: Cost): string {
  return `| ${name} | ${cells.join(' | ')} | ${tasks.join(', ')} |`
}

async function openChat(browser: Browser, url: string, chat?: string): Promise<Page> {
  const id = chat ?? (await apiClient(url).newSession({ active_model: MODEL }))
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  await page.goto(`${url}/c/${id}`)
  await page.getByRole('button', { name: /^Model: [^…]/ }).waitFor()
  return page
}

async function ask({ written }: Bench, page: Page, script: string): Promise<void> {
  // Not by how many there are: of a long chat as many go as come.
  const before = await page.evaluate(lastRow)
  await page.getByRole('textbox', { name: 'Message' }).fill(`script ${script}`)
  const isWritten = written(script)
  await page.getByRole('button', { name: 'Send' }).click()
  // Not by looking at the page: to find something there costs it more than to show what comes.
  await isWritten
  await page.waitForFunction(`(${lastRow})() !== ${JSON.stringify(before)}`)
  await ended(page)
}

function lastRow(): string | null {
  return [...document.querySelectorAll('[data-row]')].at(-1)?.getAttribute('data-row') ?? null
}

/** By elements alone: to ask for what is visible, the browser has to know the styles of all that is off screen. */
async function ended(page: Page): Promise<void> {
  const isEnded = () => {
    const last = [...document.querySelectorAll('[data-row]')].at(-1)
    return [...(last?.querySelectorAll('button') ?? [])].some((button) => button.textContent === 'Why this model')
  }
  await page.waitForFunction(isEnded, null, { polling: 250, timeout: 600_000 })
}

async function main(args: readonly string[]): Promise<void> {
  const only = args.find((arg) => arg.startsWith('--only='))?.slice('--only='.length) ?? ''
  const sections = args.filter((arg) => arg in SECTIONS) as (keyof typeof SECTIONS)[]
  const scripts = new Map<string, Script>()
  const upstream = await startUpstream(scripts)
  const names = sections.length > 0 ? sections : (Object.keys(SECTIONS) as (keyof typeof SECTIONS)[])
  let chats: Bench['chats'] = null
  const product = await startProduct(upstream.url, async (dataDir) => {
    if (!names.some((name) => /long-chat|stream|shift/.test(name))) return
    const long = await writeLongChat(dataDir, 1_000, { title: 'A chat of 1,000', model: MODEL })
    chats = { long, longer: await writeLongChat(dataDir, 10_000) }
  })
  const executablePath = findBrowser()
  const browser = await chromium.launch({ args: browserArguments(), ...(executablePath && { executablePath }) })
  try {
    for (const name of names) {
      const wanted = (row: string) => row.includes(only)
      const { written, firstWordAt } = upstream
      const rows = await SECTIONS[name]({ browser, url: product.url, scripts, written, firstWordAt, wanted, chats })
      console.log(`\n## ${name} (Chromium ${browser.version()})\n\n${rows.join('\n')}`)
    }
  } finally {
    await browser.close()
    await product.stop()
    upstream.close()
  }
}

await main(process.argv.slice(2))
