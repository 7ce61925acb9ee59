'use client'

import {
  type ClipboardEvent,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import type { PricedModels } from '#lib/pricing/price.ts'
import { providerOf } from '../../_chat/models/model.ts'
import { useAdminTexts } from '../../_texts/admin-texts.ts'
import { type DraftChanges, type DraftPrice, isFree, priceIn, withPrice, withRate } from './draft.ts'
import type { DraftFault } from './draft-faults.ts'
import { DraftRow } from './draft-row.tsx'
import type { DraftSections } from './draft-rows.ts'
import {
  FIRST_RATE,
  focusPlace,
  GRID_COLUMNS,
  type GridPlace,
  moveFrom,
  placeOf,
  rateAt,
  rowsFrom,
} from './grid-place.ts'
import { pastedBlock } from './pasted-block.ts'
import { PriceHead } from './price-head.tsx'
import { RowGroup } from './row-group.tsx'
import type { ModelNames } from './use-model-names.ts'

interface Props {
  label: string
  sections: DraftSections
  base: PricedModels
  changes: DraftChanges
  calls: ReadonlyMap<string, number>
  faults: ReadonlyMap<string, readonly DraftFault[]>
  names: ModelNames
  /** A row whose first cell is to have the focus. */
  wished: string | null
  onChange: (changes: DraftChanges) => void
  onUndo: () => void
  onDetails: (id: string) => void
  onSaid: (words: string) => void
}

const KEYS: Readonly<Record<string, { rows?: number; cells?: number }>> = {
  ArrowUp: { rows: -1 },
  ArrowDown: { rows: 1 },
  ArrowLeft: { cells: -1 },
  ArrowRight: { cells: 1 },
  Home: { cells: -GRID_COLUMNS },
  End: { cells: GRID_COLUMNS },
  PageUp: { rows: -10 },
  PageDown: { rows: 10 },
}

/** The rows of the draft, edited in place as in a spreadsheet. */
export function DraftGrid(props: Props) {
  'use memo'
  const { label, sections, base, changes, calls, faults, names, wished, onChange, onUndo, onDetails, onSaid } = props
  const words = useAdminTexts().prices
  const hintId = useId()
  const table = useRef<HTMLTableElement>(null)
  const [active, setActive] = useState<GridPlace | null>(null)
  const [editing, setEditing] = useState<(GridPlace & { text: string }) | null>(null)
  /** Of a field that was left by Escape, or was read already. */
  const isDone = useRef(true)
  useEffect(() => {
    if (wished !== null && table.current) focusPlace(table.current, { id: wished, condition: null, column: FIRST_RATE })
  }, [wished])

  function valueAt({ id, condition, column }: GridPlace): string {
    const price = priceIn(changes, base, id)
    const rate = rateAt(column)
    if (!price || isFree(price) || !rate) return ''
    return (condition === null ? price[rate] : price.conditional?.[condition]?.[rate]) ?? ''
  }

  function edit(place: GridPlace, text = valueAt(place)) {
    isDone.current = false
    flushSync(() => setEditing({ ...place, text }))
    const field = table.current?.querySelector<HTMLInputElement>('td > input')
    // What stands there is replaced by typing; what was typed goes on.
    if (text === valueAt(place)) field?.select()
    else field?.setSelectionRange(text.length, text.length)
  }

  function written(before: DraftChanges, { id, condition, column }: GridPlace, text: string): DraftChanges {
    const rate = rateAt(column)
    if (!rate) return before
    return withPrice(before, base, id, withRate(priceIn(before, base, id), condition, rate, text.trim()))
  }

  function leave(place: GridPlace, text: string) {
    if (isDone.current) return
    isDone.current = true
    flushSync(() => {
      setEditing(null)
      if (text.trim() !== valueAt(place)) onChange(written(changes, place, text))
    })
  }

  function put(id: string, price: DraftPrice | null | undefined) {
    if (price === undefined) {
      const { [id]: _changed, ...others } = changes
      onChange(others)
    } else onChange(withPrice(changes, base, id, price))
  }

  function onFieldKey(event: KeyboardEvent, field: HTMLInputElement, place: GridPlace, grid: HTMLElement) {
    const step = {
      Enter: { rows: event.shiftKey ? -1 : 1 },
      Tab: { cells: event.shiftKey ? -1 : 1 },
      ArrowUp: { rows: -1 },
      ArrowDown: { rows: 1 },
      Escape: {},
    }[event.key]
    if (!step) return
    event.preventDefault()
    event.stopPropagation()
    if (event.key === 'Escape') {
      isDone.current = true
      flushSync(() => setEditing(null))
      focusPlace(grid, place)
    } else {
      leave(place, field.value)
      focusPlace(grid, place)
      moveFrom(grid, place, step)
    }
  }

  function onKeyDown(event: KeyboardEvent<HTMLTableElement>) {
    const place = placeOf(event.target)
    if (!place || event.nativeEvent.isComposing) return
    const grid = event.currentTarget
    if (event.target instanceof HTMLInputElement) return onFieldKey(event, event.target, place, grid)
    const { key } = event
    const isRate = rateAt(place.column) !== undefined
    const isCommand = event.ctrlKey || event.metaKey
    if (isCommand && key.toLowerCase() === 'z') onUndo()
    else if (isCommand && (key === 'Home' || key === 'End'))
      moveFrom(grid, place, { rows: key === 'Home' ? -Infinity : Infinity })
    else if (isCommand || event.altKey) return
    else if (KEYS[key]) moveFrom(grid, place, KEYS[key])
    else if (isRate && (key === 'Enter' || key === 'F2')) edit(place)
    else if (isRate && (key === 'Delete' || key === 'Backspace')) onChange(written(changes, place, ''))
    else if (isRate && key.length === 1 && key !== ' ') edit(place, key)
    else return
    event.preventDefault()
  }

  function onClick(event: MouseEvent) {
    const place = placeOf(event.target)
    const isField = event.target instanceof HTMLInputElement
    if (place && !isField && rateAt(place.column)) edit(place)
  }

  function onPaste(event: ClipboardEvent<HTMLTableElement>) {
    const place = placeOf(event.target)
    if (!place || rateAt(place.column) === undefined) return
    const block = pastedBlock(event.clipboardData.getData('text/plain'))
    const isOne = block.length === 1 && block[0]?.length === 1
    if (block.length === 0 || (isOne && event.target instanceof HTMLInputElement)) return
    event.preventDefault()
    isDone.current = true
    setEditing(null)
    const rows = rowsFrom(event.currentTarget, place)
    let [pasted, beyond, after] = [0, 0, changes]
    for (const [down, cells] of block.entries()) {
      for (const [across, text] of cells.entries()) {
        const row = rows[down]
        const target = row && { ...row, column: place.column + across }
        if (target && rateAt(target.column)) {
          after = written(after, target, text)
          pasted += 1
        } else beyond += 1
      }
    }
    flushSync(() => onChange(after))
    focusPlace(event.currentTarget, place)
    onSaid([words.pasted(pasted), beyond > 0 ? words.pasted_beyond(beyond) : ''].join(' ').trim())
  }

  function onCopy(event: ClipboardEvent) {
    const place = placeOf(event.target)
    if (!place || event.target instanceof HTMLInputElement || rateAt(place.column) === undefined) return
    event.preventDefault()
    event.clipboardData.setData('text/plain', valueAt(place))
  }

  const first = [sections.unpriced, sections.changed, sections.same].flat().find((id) => changes[id] !== null)
  const isActiveThere =
    active !== null && (Object.hasOwn(base, active.id) || Object.values(sections).flat().includes(active.id))
  const reached = isActiveThere
    ? active
    : first === undefined
      ? null
      : { id: first, condition: null, column: FIRST_RATE }

  const rowOf = (id: string, isAwaited: boolean) => {
    const called = calls.get(id)
    return (
      <DraftRow
        key={id}
        id={id}
        label={names.labelOf(id)}
        provider={names.providerLabel(providerOf(id))}
        notes={[
          called === undefined ? null : words.unpriced_calls(called),
          isAwaited && names.isOwnServer(providerOf(id)) ? words.own_server : null,
        ]}
        price={Object.hasOwn(changes, id) ? changes[id] : base[id]}
        before={base[id]}
        isChanged={Object.hasOwn(changes, id)}
        isAwaited={isAwaited}
        faults={faults.get(id) ?? NO_FAULTS}
        active={reached?.id === id ? reached : null}
        editing={editing?.id === id ? editing : null}
        leave={leave}
        put={put}
        showDetails={onDetails}
      />
    )
  }
  const isEmpty = Object.values(sections).every((rows) => rows.length === 0)
  return (
    <>
      <p id={hintId} className="mb-2 max-w-[60em] text-caption text-muted">
        {words.draft_hint}
      </p>
      {isEmpty && <p className="py-6 text-muted">{words.none_found}</p>}
      <div className="@container relative overflow-x-auto">
        <table
          ref={table}
          // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table that is edited as a whole is a grid
          role="grid"
          aria-label={label}
          aria-describedby={hintId}
          onFocus={(event: FocusEvent) => setActive(placeOf(event.target))}
          onKeyDown={onKeyDown}
          onClick={onClick}
          onPaste={onPaste}
          onCopy={onCopy}
          className="w-full min-w-[49rem] border-collapse text-small"
        >
          <PriceHead>
            <th scope="col" className="border-line-strong border-b">
              <span className="sr-only">{words.actions}</span>
            </th>
          </PriceHead>
          <RowGroup
            title={<span className="text-warn">{words.unpriced_rows}</span>}
            rows={sections.unpriced}
            columns={GRID_COLUMNS}
          >
            {(id) => rowOf(id, true)}
          </RowGroup>
          <RowGroup title={words.changed_rows} rows={sections.changed} columns={GRID_COLUMNS}>
            {(id) => rowOf(id, !Object.hasOwn(base, id))}
          </RowGroup>
          <RowGroup title={words.same_rows} rows={sections.same} columns={GRID_COLUMNS}>
            {(id) => rowOf(id, false)}
          </RowGroup>
        </table>
      </div>
    </>
  )
}

const NO_FAULTS: readonly DraftFault[] = []
