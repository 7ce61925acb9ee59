/** Of a turn that was gone to, below the top of the view; a little more, so that it counts as read. */
const READ_PX = 40

export function rowsInView(view: HTMLElement, content: HTMLElement): HTMLElement[] {
  const { top, bottom } = view.getBoundingClientRect()
  return [...content.querySelectorAll<HTMLElement>(':scope > [data-row]')].filter((row) => {
    const own = row.getBoundingClientRect()
    return own.bottom > top + 1 && own.top < bottom - 1
  })
}

/**
 * From which turn an arrow goes on: from the one with the focus where it is in view, else from the first that is read. One
 * that is scrolled past its beginning is itself what comes before. `null` where there is none.
 */
export function turnBeside(
  view: HTMLElement,
  content: HTMLElement,
  step: 1 | -1,
): { id: string; isBeside: boolean } | null {
  const rows = rowsInView(view, content)
  const focused = rows.find((row) => row.contains(document.activeElement))
  const { top } = view.getBoundingClientRect()
  const read = focused ?? rows.find((row) => row.getBoundingClientRect().bottom > top + READ_PX)
  if (!read?.dataset.row) return null
  const isPast = step === -1 && read.getBoundingClientRect().top < top - 1
  return { id: read.dataset.row, isBeside: !isPast }
}
