import type { Page } from '@playwright/test'

const LONGEST_MS = 20_000

/**
 * From what a person does to the end of the frame that shows the text, in ms, as the page's own clock tells it: a test
 * that asks the page whether it shows something does so in steps that grow to half a second.
 */
export async function untilShown(page: Page, text: string, event: 'click' | 'keydown', act: () => Promise<void>) {
  const shown = page.evaluate(watch, [text, event, LONGEST_MS] as const)
  await act()
  return await shown
}

/** The same from the begin of a navigation to this address. */
export async function untilAddressShows(page: Page, text: string, address: string): Promise<number> {
  await page.addInitScript(
    `window.shown = (${watch})(${JSON.stringify([text, null, LONGEST_MS])}); window.shown.catch(() => {})`,
  )
  await page.goto(address)
  return await page.evaluate(() => (window as unknown as { shown: Promise<number> }).shown)
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
