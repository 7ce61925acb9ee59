import { RATE_NAMES, type RateName } from '#lib/pricing/price-form.ts'

/** A cell of the grid: of a row of a model, or of the row of one of its conditions. */
export interface GridPlace {
  id: string
  condition: number | null
  column: number
}

/** The model, its rates, its source and what can be done with it. */
export const MODEL_COLUMN = 0
export const FIRST_RATE = 1
export const SOURCE_COLUMN = FIRST_RATE + RATE_NAMES.length
export const ACTION_COLUMN = SOURCE_COLUMN + 1
export const GRID_COLUMNS = ACTION_COLUMN + 1

export function rateAt(column: number): RateName | undefined {
  return RATE_NAMES[column - FIRST_RATE]
}

export function isAt(place: GridPlace | null, id: string, condition: number | null, column: number): boolean {
  return place !== null && place.id === id && place.condition === condition && place.column === column
}

const CELL = '[data-column]'
/** Rows that are taken out have no cells to go to. */
const ROW = 'tr[data-row]'

/** Where an element of the grid is; `null` where it is in no cell. */
export function placeOf(element: EventTarget | null): GridPlace | null {
  const cell = element instanceof Element ? element.closest<HTMLElement>(CELL) : null
  const row = cell?.closest<HTMLElement>(ROW)
  const { row: id, condition } = row?.dataset ?? {}
  if (!cell || id === undefined) return null
  return { id, condition: condition === undefined ? null : Number(condition), column: Number(cell.dataset.column) }
}

/** The rows from a place on that have rates, in the order in which they stand. */
export function rowsFrom(grid: HTMLElement, { id, condition }: GridPlace): Pick<GridPlace, 'id' | 'condition'>[] {
  const rows = rowsOf(grid).flatMap((row) => placeOf(row.querySelector(`[data-column="${FIRST_RATE}"]`)) ?? [])
  return rows.slice(rows.findIndex((row) => row.id === id && row.condition === condition))
}

export function focusPlace(grid: HTMLElement, place: GridPlace): void {
  const row = rowAt(grid, place)
  if (row) cellIn(row, place.column)?.focus()
}

/** Moves the focus by rows or by cells, and no further than the edge. */
export function moveFrom(
  grid: HTMLElement,
  place: GridPlace,
  { rows = 0, cells = 0 }: { rows?: number; cells?: number },
): void {
  const all = rowsOf(grid)
  const row = rowAt(grid, place)
  if (!row) return
  if (rows !== 0) {
    const target = all[clamp(all.indexOf(row) + rows, all.length)]
    if (target) cellIn(target, place.column)?.focus()
    return
  }
  const inRow = [...row.querySelectorAll<HTMLElement>(CELL)]
  const at = inRow.findIndex((cell) => cell.dataset.column === String(place.column))
  inRow[clamp(at + cells, inRow.length)]?.focus()
}

/** The nearest one, where a row has not that column. */
function cellIn(row: Element, column: number): HTMLElement | undefined {
  const distance = (cell: HTMLElement) => Math.abs(Number(cell.dataset.column) - column)
  return [...row.querySelectorAll<HTMLElement>(CELL)].toSorted((a, b) => distance(a) - distance(b))[0]
}

function rowAt(grid: HTMLElement, { id, condition }: GridPlace): HTMLElement | undefined {
  const said = condition === null ? undefined : String(condition)
  return rowsOf(grid).find(({ dataset }) => dataset.row === id && dataset.condition === said)
}

function rowsOf(grid: HTMLElement): HTMLElement[] {
  return [...grid.querySelectorAll<HTMLElement>(ROW)]
}

function clamp(index: number, length: number): number {
  return Math.max(0, Math.min(length - 1, index))
}
