const STOPS = 'a[href], button, input, textarea, select, summary, [tabindex]'

/** What the Tab key stops at within an element, in order. */
export function tabbable(within: Element | null | undefined): HTMLElement[] {
  const found = [...(within?.querySelectorAll<HTMLElement>(STOPS) ?? [])]
  return found.filter((element) => element.tabIndex >= 0 && !element.matches(':disabled') && isShown(element))
}

/** The stop after an element and all that is in it, or the one before it. */
export function tabbableBeside(element: HTMLElement, step: 1 | -1): HTMLElement | undefined {
  const others = tabbable(document.body).filter((other) => other !== element && !element.contains(other))
  const where = step === 1 ? Node.DOCUMENT_POSITION_FOLLOWING : Node.DOCUMENT_POSITION_PRECEDING
  const there = others.filter((other) => element.compareDocumentPosition(other) & where)
  return step === 1 ? there[0] : there.at(-1)
}

/** Also where a turn is left out of the layout for now. */
function isShown(element: HTMLElement): boolean {
  return element.checkVisibility({ visibilityProperty: true })
}
