import type { KeyboardEvent } from 'react'

/** In a menu: arrows go from one item to the next and round, Home and End to the first and the last. */
export function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const siblings = [...(event.currentTarget.parentElement?.children ?? [])]
  const items = siblings.filter((item) => item instanceof HTMLElement && item.matches('[role^="menuitem"]'))
  const at = items.indexOf(event.currentTarget)
  const target = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key]
  if (target === undefined) return
  event.preventDefault()
  const item = items.at(target % items.length)
  if (item instanceof HTMLElement) item.focus()
}
