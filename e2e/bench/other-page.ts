import { resolve } from 'node:path'
import type { Browser, Page } from '@playwright/test'
import { build } from 'vite'
import { piecesOf } from './answer.ts'
import type { Cost } from './measure.ts'
import { measure } from './measure.ts'

/** The element that scrolls, and that which a text is shown in. */
const PAGE = `<!doctype html>
<meta charset="utf-8">
<style>
  body { margin: 0; font: 16px/1.6 sans-serif }
  main { height: 100vh; overflow-y: auto }
  article { max-width: 720px; margin: auto }
</style>
<main><article></article></main>`

/** What the page of another has to have: shows so much more of the text, with the end of it in view. */
declare global {
  interface Window {
    append: (piece: string) => void
  }
}

interface Growth {
  steps: number
  seconds: number
}

/** What the browser itself takes on this machine: a text in one paragraph on a page with nothing else. */
export function measureBare(browser: Browser, text: string, growth: Growth): Promise<Cost> {
  return measureOther(browser, text, growth, (page) =>
    page.evaluate(() => {
      const view = document.querySelector('main')
      const words = document.querySelector('article')?.appendChild(document.createElement('p'))
      if (!view || !words) throw new Error('the page is not there')
      words.style.whiteSpace = 'pre-wrap'
      const shown = words.appendChild(new Text())
      window.append = (piece) => {
        shown.appendData(piece)
        view.scrollTop = view.scrollHeight
      }
    }),
  )
}

/** What a renderer of Markdown that others use takes, on a page with nothing else and no styles of its own. */
export async function measureStreamdown(browser: Browser, text: string, growth: Growth): Promise<Cost> {
  const script = await bundled(resolve(import.meta.dirname, 'streamdown-page.ts'))
  return measureOther(browser, text, growth, async (page) => {
    await page.addScriptTag({ content: script, type: 'module' })
    await page.waitForFunction(() => 'append' in window)
  })
}

async function measureOther(
  browser: Browser,
  text: string,
  { steps, seconds }: Growth,
  begin: (page: Page) => Promise<unknown>,
): Promise<Cost> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  await page.setContent(PAGE)
  await begin(page)
  const growth = { pieces: piecesOf(text, steps), pause: (seconds * 1_000) / steps }
  const cost = await measure(browser, page, () => page.evaluate(grow, growth))
  const length = await page.evaluate(() => document.querySelector('article')?.textContent?.length ?? 0)
  if (length < text.length / 2) throw new Error(`the page shows ${length} of ${text.length} characters`)
  await page.close()
  return cost
}

/** In the page. */
async function grow({ pieces, pause }: { pieces: string[]; pause: number }): Promise<void> {
  const began = performance.now()
  for (const [at, piece] of pieces.entries()) {
    window.append(piece)
    const rest = began + (at + 1) * pause - performance.now()
    await new Promise((next) => setTimeout(next, Math.max(0, rest)))
  }
}

async function bundled(entry: string): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    build: { write: false, modulePreload: false, rolldownOptions: { input: entry, output: { codeSplitting: false } } },
  })
  const [script] = 'output' in built ? built.output : []
  if (!script) throw new Error(`${entry} was not packed`)
  return script.code
}
