import type { RefObject } from 'react'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'

/**
 * Columns of a table that somebody sees being written stay where they are: fitted anew, as a browser would with each word,
 * all that is read beside it moves. They fit the head, then the first row when it is whole, then what has a word too long
 * for them. So they stay when it has ended; where the room changes, or the page is loaded again, they fit all rows.
 */
export function useSteadyColumns(growing: boolean): RefObject<HTMLTableElement | null> {
  const ref = useRef<HTMLTableElement>(null)
  const [isWritten] = useState(growing)
  const fittedTo = useRef(0)
  useLayoutEffect(() => {
    const table = ref.current
    if (!isWritten || !table) return
    // With the second row the first one is whole, and with the end.
    const rows = growing ? Math.min(rowsOf(table).length - 1, 2) : 2
    const isSteady = table.classList.contains('steady')
    if (isSteady && rows <= fittedTo.current && !hasTooLong(table)) return
    fitColumns(table)
    // What there is of the first row is no reason to fit them again before it is whole.
    fittedTo.current = Math.max(rows, 1)
  })
  useEffect(() => {
    const table = ref.current
    if (!isWritten || !table?.parentElement) return
    const frame = table.parentElement
    let room = frame.clientWidth
    const observer = new ResizeObserver(() => {
      if (frame.clientWidth === room) return
      room = frame.clientWidth
      letGo(table)
    })
    observer.observe(frame)
    return () => observer.disconnect()
  }, [isWritten])
  return ref
}

/** In what is new. */
function hasTooLong(table: HTMLTableElement): boolean {
  return cellsOf(rowsOf(table).at(-1)).some((cell) => cell.scrollWidth > cell.clientWidth)
}

function fitColumns(table: HTMLTableElement): void {
  letGo(table)
  const { width } = table.getBoundingClientRect()
  const widths = cellsOf(rowsOf(table)[0]).map((cell) => cell.getBoundingClientRect().width)
  if (width === 0) return
  if (width > (table.parentElement?.clientWidth ?? width)) table.style.width = `${width}px`
  for (const [at, column] of columnsOf(table).entries()) column.style.width = `${((widths[at] ?? 0) / width) * 100}%`
  table.classList.add('steady')
}

function letGo(table: HTMLTableElement): void {
  table.classList.remove('steady')
  table.style.width = ''
  for (const column of columnsOf(table)) column.style.width = ''
}

function rowsOf(table: HTMLTableElement): HTMLElement[] {
  return [...table.querySelectorAll<HTMLElement>(':scope > * > tr')]
}

function cellsOf(row: HTMLElement | undefined): Element[] {
  return [...(row?.children ?? [])]
}

function columnsOf(table: HTMLTableElement): HTMLElement[] {
  return [...table.querySelectorAll<HTMLElement>(':scope > colgroup > col')]
}
