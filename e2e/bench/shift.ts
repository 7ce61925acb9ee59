import type { Browser, Page } from '@playwright/test'

const WIDTHS = { desktop: 1440, phone: 390 }
/** As long as a page that loads on a busy machine may go on moving. */
const SETTLED_MS = 4_000

/** How far what is in view moves, as the browser scores it: the worst five seconds, and the worst alone. */
export async function measureShift(browser: Browser, pages: Readonly<Record<string, string>>): Promise<string[]> {
  const rows = ['| page | layout shift | the worst |', '| --- | --: | --: |']
  for (const [name, address] of Object.entries(pages)) {
    rows.push(
      ...(await onEachScreen(browser, name, async (page) => {
        await page.goto(address)
        await page.waitForTimeout(SETTLED_MS)
      })),
    )
  }
  return rows
}

/** The same of what `visit` does on a page. */
export async function onEachScreen(
  browser: Browser,
  name: string,
  visit: (page: Page) => Promise<void>,
): Promise<string[]> {
  const rows: string[] = []
  for (const [screen, width] of Object.entries(WIDTHS)) {
    const page = await browser.newPage({ viewport: { width, height: 900 } })
    await watchShifts(page)
    await visit(page)
    const shifts = await shiftsOf(page)
    const worst = Math.max(0, ...shifts.map(({ value }) => value))
    rows.push(`| ${name}, ${screen} | ${worstShift(shifts).toFixed(4)} | ${worst.toFixed(4)} |`)
    await page.close()
  }
  return rows
}

interface Shift {
  at: number
  value: number
  /** What moved. */
  of: string[]
}

/** Before the page is opened. */
export async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: Shift[] = []
    Object.assign(window, { shifts })
    const nameOf = ({ node, previousRect, currentRect }: Source) =>
      `${node?.nodeName} ${node?.textContent?.slice(0, 40)} ${previousRect.y}>${currentRect.y}`
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { startTime, value, hadRecentInput, sources } = entry as LayoutShift
        if (!hadRecentInput) shifts.push({ at: Math.round(startTime), value, of: sources.map(nameOf) })
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

interface LayoutShift extends PerformanceEntry {
  value: number
  hadRecentInput: boolean
  sources: Source[]
}

interface Source {
  node?: Node
  previousRect: DOMRect
  currentRect: DOMRect
}

export function shiftsOf(page: Page): Promise<Shift[]> {
  return page.evaluate(() => (window as Window & { shifts?: Shift[] }).shifts ?? [])
}

/** Of the worst five seconds that no second of rest interrupts, as Cumulative Layout Shift is defined. */
export function worstShift(shifts: readonly Shift[]): number {
  let [worst, sum, first, last] = [0, 0, Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const { at, value } of shifts) {
    if (at - last > 1_000 || at - first > 5_000) [sum, first] = [0, at]
    last = at
    sum += value
    worst = Math.max(worst, sum)
  }
  return worst
}
