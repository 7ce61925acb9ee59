import type { Page } from '@playwright/test'

/**
 * Another page of the same browser, at the same address, that only listens. The first stays in front: a page behind another
 * is drawn once a second, and every click on it waits for that.
 */
export async function pageBehind(page: Page): Promise<Page> {
  const other = await page.context().newPage()
  await other.goto(page.url())
  await page.bringToFront()
  return other
}
