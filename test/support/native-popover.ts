/**
 * The native popover, which the DOM of the tests lacks, as far as the product uses it. Browsers deliver the news that one
 * has opened or closed in a later task; here that is when a test says so.
 */
const shown = new WeakSet<Element>()
let pending: { element: HTMLElement; newState: 'open' | 'closed' }[] = []

const { matches } = HTMLElement.prototype
Object.assign(HTMLElement.prototype, {
  showPopover(this: HTMLElement) {
    change(this, 'open')
  },
  hidePopover(this: HTMLElement) {
    change(this, 'closed')
  },
  matches(this: HTMLElement, selector: string) {
    return selector === ':popover-open' ? this.isConnected && shown.has(this) : matches.call(this, selector)
  },
})

function change(element: HTMLElement, newState: 'open' | 'closed'): void {
  if (shown.has(element) === (newState === 'open')) return
  if (newState === 'open') shown.add(element)
  else shown.delete(element)
  // Only the last news of an element are delivered.
  pending = [...pending.filter((news) => news.element !== element), { element, newState }]
}

export function deliverToggles(): void {
  for (const { element, newState } of pending.splice(0)) {
    element.dispatchEvent(Object.assign(new Event('toggle'), { newState }))
  }
}
