import type { Browser, Page } from '@playwright/test'
import type { LongChat } from '#test/support/long-chat.ts'
import { measure } from './measure.ts'
import { untilAddressShows, untilShown } from './shown.ts'

/** How far each frame scrolls, in pixels: a hand on a wheel, a hand in a hurry, a scrollbar that is pulled. */
const PACES = {
  'a wheel, 40 px a frame': 40,
  'in a hurry, 200 px a frame': 200,
  'a scrollbar, 3,000 px a frame': 3_000,
}
const FRAMES = 240
const OPENINGS = 5

const lastOf = ({ messages }: LongChat) => `That was step ${messages.length / 2}.`

/** Opening a chat, going to its first message and back to its last, and scrolling through it. */
export async function measureLongChat(browser: Browser, url: string, chat: LongChat): Promise<string[]> {
  const opened = await openings(browser, url, chat)
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  const last = lastOf(chat)
  // What every page loads is there, as it is for somebody who comes from another chat.
  await page.goto(url)
  await page.getByRole('textbox', { name: 'Message' }).waitFor()
  const rows = ['| what | ms | CPU ms | longest tasks ms |', '| --- | --: | --: | --- |']
  const add = async (what: string, run: () => Promise<number>) => {
    let took = 0
    const cost = await measure(browser, page, async () => {
      took = await run()
      await page.waitForTimeout(500)
    })
    rows.push(`| ${what} | ${Math.round(took)} | ${cost.cpu} | ${cost.tasks.slice(0, 3).join(', ')} |`)
  }
  await add('opening it from the list', () =>
    untilShown(page, last, 'click', () => page.getByRole('link', { name: 'A long chat' }).click()),
  )
  await page.getByRole('log').click({ position: { x: 5, y: 5 } })
  const press = (key: string, text: string) => untilShown(page, text, 'keydown', () => page.keyboard.press(key))
  await add('Home', () => press('Home', 'Question 1:'))
  await add('End', () => press('End', last))
  await add('opening its address', () => untilAddressShows(page, last, `${url}/c/${chat.id}`))
  rows.push('', ...opened, '', '| scrolling | frames a second | worst frame ms | CPU ms a frame | longest tasks ms |')
  rows.push('| --- | --: | --: | --: | --- |')
  for (const [name, pixels] of Object.entries(PACES)) {
    let frames = { rate: 0, worst: 0 }
    const cost = await measure(browser, page, async () => {
      frames = await scroll(page, -pixels)
    })
    const share = (cost.cpu / FRAMES).toFixed(1)
    rows.push(`| ${name} | ${frames.rate} | ${frames.worst} | ${share} | ${cost.tasks.slice(0, 3).join(', ')} |`)
  }
  await page.close()
  return rows
}

/** Nothing else is measured meanwhile, which would take its time. The address is opened by a browser that has the scripts. */
async function openings(browser: Browser, url: string, chat: LongChat): Promise<string[]> {
  const times = { 'from the list': [] as number[], 'its address': [] as number[] }
  for (let time = 0; time < OPENINGS; time += 1) {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
    await page.goto(url)
    const link = page.getByRole('link', { name: 'A long chat' })
    await link.waitFor()
    // What a page loads once it rests.
    await page.waitForLoadState('networkidle')
    times['from the list'].push(await untilShown(page, lastOf(chat), 'click', () => link.click()))
    // What the browser keeps for when there is no server is fetched meanwhile.
    await page.waitForTimeout(3_000)
    times['its address'].push(await untilAddressShows(page, lastOf(chat), `${url}/c/${chat.id}`))
    await page.close()
  }
  const cells = (all: number[]) => {
    const sorted = all.toSorted((one, other) => one - other).map(Math.round)
    return `${sorted[Math.floor(sorted.length / 2)]} | ${sorted[0]} | ${sorted.at(-1)}`
  }
  return [
    `| opened ${OPENINGS} times, untraced | median ms | shortest | longest |`,
    '| --- | --: | --: | --: |',
    ...Object.entries(times).map(([name, all]) => `| ${name} | ${cells(all)} |`),
  ]
}

function scroll(page: Page, by: number): Promise<{ rate: number; worst: number }> {
  return page.evaluate(
    async ([pixels, count]) => {
      const view = document.querySelector('main :has(> [role="log"])')
      const gaps: number[] = []
      let before = performance.now()
      for (let frame = 0; frame < count; frame += 1) {
        view?.scrollBy(0, pixels)
        await new Promise(requestAnimationFrame)
        gaps.push(performance.now() - before)
        before = performance.now()
      }
      const total = gaps.reduce((sum, gap) => sum + gap, 0)
      return { rate: Math.round((count / total) * 1_000), worst: Math.round(Math.max(...gaps)) }
    },
    [by, FRAMES] as const,
  )
}
