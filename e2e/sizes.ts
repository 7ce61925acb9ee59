import type { Page } from '@playwright/test'

/**
 * What a finger would miss: what can be pressed and takes no press 22 px from its middle on each side, neither itself nor
 * by its label. Links within a sentence are excepted, as WCAG does.
 */
export function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const PRESSED = 'a[href], button, input, select, textarea, summary, [role="option"]'
    const HALF = 22
    const isSeen = (element: HTMLElement) => {
      const { width } = element.getBoundingClientRect()
      return width > 1 && element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
    }
    const isInSentence = (element: HTMLElement) =>
      getComputedStyle(element).display === 'inline' &&
      element.parentElement?.textContent.trim() !== element.textContent.trim()
    const isLarge = ({ width, height }: DOMRect) => width >= 2 * HALF - 0.5 && height >= 2 * HALF - 0.5
    const takes = (element: HTMLElement) => {
      const label = element.closest('label')
      const { left, top, width, height } = element.getBoundingClientRect()
      const hitAt = (dx: number, dy: number) => document.elementFromPoint(left + width / 2 + dx, top + height / 2 + dy)
      const isOwn = (hit: Element | null) => hit !== null && (element.contains(hit) || label?.contains(hit) === true)
      // What lies under another layer, or beyond the edge of what scrolls, cannot be pressed at all.
      if (!isOwn(hitAt(0, 0))) return true
      const hits = (dx: number, dy: number) => {
        const hit = hitAt(dx, dy)
        // A layer that lies over its edge is no part of the page that it is on.
        const layer = hit?.closest(':popover-open, dialog[open]')
        return isOwn(hit) || (layer !== undefined && layer !== null && !layer.contains(element))
      }
      if ([element, label].some((each) => each && isLarge(each.getBoundingClientRect()))) return true
      const beside = width >= 2 * HALF - 0.5 || (hits(1 - HALF, 0) && hits(HALF - 1, 0))
      return beside && (height >= 2 * HALF - 0.5 || (hits(0, 1 - HALF) && hits(0, HALF - 1)))
    }
    return [...document.querySelectorAll<HTMLElement>(PRESSED)]
      .filter((element) => isSeen(element) && !element.matches(':disabled') && !isInSentence(element))
      .filter((element) => !takes(element))
      .map((element) => `${element.getAttribute('aria-label') ?? element.textContent} is ${sizeOf(element)}`)

    function sizeOf(element: HTMLElement): string {
      const { width, height } = element.getBoundingClientRect()
      return `${Math.round(width)} by ${Math.round(height)}`
    }
  })
}

/** What a window of this size cuts off, or lets be reached only by scrolling sideways; and a conversation without room. */
export function cutOff(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const isWithin = ({ left, right }: DOMRect) => left >= -0.5 && right <= innerWidth + 0.5
    const isBox = (element: Element) =>
      getComputedStyle(element).overflowX !== 'visible' && isWithin(element.getBoundingClientRect())
    const wide = [...document.querySelectorAll('main *, dialog *, [popover] *')].filter((element) => {
      const box = element.getBoundingClientRect()
      if (box.width <= 1 || isWithin(box)) return false
      for (let above = element.parentElement; above && above.tagName !== 'MAIN'; above = above.parentElement) {
        if (isBox(above)) return false
      }
      return true
    })
    const sideways = [...document.querySelectorAll('html, body, nav, main, main :has(> [role="log"])')].filter(
      (element) => element.scrollWidth > element.clientWidth,
    )
    const layers = [...document.querySelectorAll('dialog[open], :popover-open')].filter((element) => {
      const box = element.getBoundingClientRect()
      return !isWithin(box) || box.top < -0.5 || box.bottom > innerHeight + 0.5
    })
    const view = document.querySelector('main :has(> [role="log"])')
    const low = view !== null && view.clientHeight < 150 ? [`the conversation has ${view.clientHeight} px`] : []
    return [...low, ...[...wide, ...sideways, ...layers].map((element) => element.outerHTML.slice(0, 140))]
  })
}
