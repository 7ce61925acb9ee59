import type { Page } from '@playwright/test'

const LONGEST_MS = 20_000

/**
 * From what a person does to the end of the frame that shows the text, in ms, as the page's own clock tells it: a test
 * that asks the page whether it shows something does so in steps that grow to half a second.
 */
export async function untilShown(page: Page, text: string, event: 'click' | 'keydown', act: () => Promise<void>) {
  // It watches before anything is done: the browser takes what is asked of the page and what is typed by different ways.
  await page.evaluate(beginToWatch(text, event))
  await act()
  return await seen(page)
}

/** The same from the begin of a navigation to this address. */
export async function untilAddressShows(page: Page, text: string, address: string): Promise<number> {
  await page.addInitScript(beginToWatch(text, null))
  await page.goto(address)
  return await seen(page)
}

function beginToWatch(text: string, event: string | null): string {
  return `window.seen = (${watch})(${JSON.stringify([text, event, LONGEST_MS])}); window.seen.catch(() => {}); 0`
}

function seen(page: Page): Promise<number> {
  return page.evaluate(() => (window as unknown as { seen: Promise<number> }).seen)
}

/** In the page. A frame is over when a task that was asked for in it runs. */
function watch([text, event, longest]: readonly [string, string | null, number]): Promise<number> {
  return new Promise((resolve, reject) => {
    let began = 0
    setTimeout(() => reject(new Error(`not seen: ${text}`)), longest)
    if (event) addEventListener(event, ({ timeStamp }) => (began = timeStamp), { once: true, capture: true })
    const isShown = () =>
      [...document.querySelectorAll('main p')]
        .filter(({ textContent }) => textContent?.includes(text))
        .some((paragraph) => {
          const { top, bottom } = paragraph.getBoundingClientRect()
          const isVisible = paragraph.checkVisibility({ visibilityProperty: true, opacityProperty: true })
          return isVisible && bottom > 0 && top < innerHeight
        })
    const look = () => {
      if ((event && began === 0) || !isShown()) return void requestAnimationFrame(look)
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => resolve(performance.now() - began)
      port2.postMessage(null)
    }
    requestAnimationFrame(look)
  })
}
