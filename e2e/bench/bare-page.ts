import type { Browser } from '@playwright/test'
import { piecesOf } from './answer.ts'
import type { Cost } from './measure.ts'
import { measure } from './measure.ts'

const PAGE = `<!doctype html>
<style>
  body { margin: 0; font: 16px/1.6 sans-serif }
  main { height: 100vh; overflow-y: auto }
  p { max-width: 720px; margin: auto; white-space: pre-wrap }
</style>
<main><p></p></main>`

/** What the browser itself takes on this machine: a text that grows in so many steps on a page with nothing else, which stays at its end. */
export async function measureBare(
  browser: Browser,
  text: string,
  { steps, seconds }: { steps: number; seconds: number },
): Promise<Cost> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  await page.setContent(PAGE)
  const growth = { pieces: piecesOf(text, steps), pause: (seconds * 1_000) / steps }
  const cost = await measure(browser, page, () => page.evaluate(grow, growth))
  await page.close()
  return cost
}

async function grow({ pieces, pause }: { pieces: string[]; pause: number }): Promise<void> {
  const view = document.querySelector('main')
  const text = document.querySelector('p')?.appendChild(new Text())
  if (!view || !text) throw new Error('the page is not there')
  for (const piece of pieces) {
    text.appendData(piece)
    view.scrollTop = view.scrollHeight
    await new Promise((next) => setTimeout(next, pause))
  }
}
