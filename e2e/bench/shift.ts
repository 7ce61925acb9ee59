import type { Browser } from '@playwright/test'

const WIDTHS = { desktop: 1440, phone: 390 }
/** As long as a page that loads on a busy machine may go on moving. */
const SETTLED_MS = 4_000

/** How far what is in view moves while a page loads, as the browser scores it: the sum, and the worst alone. */
export async function measureShift(browser: Browser, pages: Readonly<Record<string, string>>): Promise<string[]> {
  const rows = ['| page | layout shift | the worst |', '| --- | --: | --: |']
  for (const [name, address] of Object.entries(pages)) {
    for (const [screen, width] of Object.entries(WIDTHS)) {
      const page = await browser.newPage({ viewport: { width, height: 900 } })
      await page.addInitScript(watch)
      await page.goto(address)
      await page.waitForTimeout(SETTLED_MS)
      const shifts = await page.evaluate(() => (window as Window & { shifts?: number[] }).shifts ?? [])
      const sum = shifts.reduce((total, shift) => total + shift, 0)
      rows.push(`| ${name}, ${screen} | ${sum.toFixed(4)} | ${Math.max(0, ...shifts).toFixed(4)} |`)
      await page.close()
    }
  }
  return rows
}

/** In the page, before anything else. */
function watch(): void {
  const shifts: number[] = []
  Object.assign(window, { shifts })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) shifts.push((entry as PerformanceEntry & { value: number }).value)
  }).observe({ type: 'layout-shift', buffered: true })
}
