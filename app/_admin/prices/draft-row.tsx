'use client'

import { memo, useId, useState } from 'react'
import type { ModelPrice, RatedPrice, Rates } from '#lib/pricing/price.ts'
import { RATE_NAMES } from '#lib/pricing/price-form.ts'
import { useAdminTexts } from '../../_texts/admin-texts.ts'
import { useTexts } from '../../_texts/texts.ts'
import { IconButton } from '../../_ui/icon-button.tsx'
import { LATE_ICONS } from '../../_ui/late-icons.ts'
import { Menu } from '../../_ui/menu.tsx'
import { type DraftCondition, type DraftPrice, type DraftRated, type DraftRates, isFree } from './draft.ts'
import type { DraftFault } from './draft-faults.ts'
import {
  ACTION_COLUMN,
  FIRST_RATE,
  GRID_COLUMNS,
  type GridPlace,
  isAt,
  MODEL_COLUMN,
  SOURCE_COLUMN,
} from './grid-place.ts'
import { ModelCell } from './model-cell.tsx'
import { conditionWords, faultWords } from './price-words.ts'
import { RateCell } from './rate-cell.tsx'
import { SourceLink } from './source-link.tsx'

export interface DraftRowActions {
  leave: (place: GridPlace, text: string) => void
  /** `null` takes the row out, `undefined` makes it what it was. */
  put: (id: string, price: DraftPrice | null | undefined) => void
  showDetails: (id: string) => void
}

interface Props extends DraftRowActions {
  id: string
  label: string
  /** As people call it. */
  provider: string
  notes: readonly (string | null)[]
  /** `undefined`: none yet; `null`: taken out. */
  price: DraftPrice | null | undefined
  before: ModelPrice | undefined
  isChanged: boolean
  isAwaited: boolean
  faults: readonly DraftFault[]
  /** The cell that the Tab key leads to, where it is one of this model. */
  active: GridPlace | null
  editing: (GridPlace & { text: string }) | null
}

/** A model in the grid: its row, one for each of its conditions where they are shown, and what is wrong with them. */
export const DraftRow = memo(function DraftRow(props: Props) {
  const { id, label, provider, notes, price, before, isChanged, isAwaited, faults, active, put, showDetails } = props
  const { format } = useTexts()
  const words = useAdminTexts().prices
  const faultId = useId()
  const [isOpen, setOpen] = useState(false)
  if (price === null) {
    return (
      <tr className="border-line border-b">
        <ModelCell
          id={id}
          label={label}
          notes={[provider, words.removed]}
          conditions={[]}
          isOpen={false}
          onToggle={() => undefined}
        />
        <OldRates before={before} />
        <td colSpan={2} className="px-2 py-1.5">
          <button
            type="button"
            aria-label={words.bring_back_of(label)}
            onClick={() => put(id, undefined)}
            className="underline decoration-dotted underline-offset-3 hover:text-accent pointer-coarse:min-h-11"
          >
            {words.bring_back}
          </button>
        </td>
      </tr>
    )
  }
  const rated: DraftRated = price && !isFree(price) ? price : {}
  const ratedBefore: Partial<RatedPrice> = before && !('free' in before) ? before : {}
  const { conditional = [], per_request_usd: fee, sample, source } = rated
  const tab = (column: number) => ({ 'data-column': column, tabIndex: isAt(active, id, null, column) ? 0 : -1 })
  const shared = { ...props, faultId }
  const isSourceOld = isChanged && source !== undefined && source === ratedBefore.source
  // A fault of a condition that is folded away could not be found.
  const isUnfolded = isOpen || faults.some((fault) => fault.kind === 'cell' && fault.condition !== null)
  return (
    <>
      <tr data-row={id} className="border-line border-b">
        <ModelCell
          id={id}
          label={label}
          notes={[provider, ...notes, fee !== undefined && words.per_request(`$${fee}`), sample && words.sample]}
          conditions={conditional}
          isOpen={isUnfolded}
          onToggle={() => setOpen(!isUnfolded)}
          buttonProps={tab(MODEL_COLUMN)}
        />
        <RateCells
          {...shared}
          condition={null}
          label={label}
          rates={rated}
          before={before}
          isFreeNow={isFree(price)}
          isAwaited={isAwaited}
        />
        <td className="px-2 py-1">
          {price === undefined && isAwaited ? (
            <Small {...tab(SOURCE_COLUMN)} label={words.free_of(label)} onClick={() => put(id, { free: true })}>
              {words.free_it}
            </Small>
          ) : source ? (
            <SourceLink source={source} isOld={isSourceOld} tabIndex={-1} />
          ) : (
            !isFree(price) && (
              <Small {...tab(SOURCE_COLUMN)} label={words.source_of(label)} onClick={() => showDetails(id)}>
                {words.add_source}
              </Small>
            )
          )}
        </td>
        <td className="py-1">
          <Menu
            label={words.actions_of(label)}
            trigger={(trigger) => (
              <IconButton {...trigger} {...tab(ACTION_COLUMN)} icon="more" label={words.actions_of(label)} />
            )}
            items={[
              { label: words.details, icon: 'pencil', onSelect: () => showDetails(id) },
              ...(isFree(price)
                ? []
                : [
                    {
                      label: words.make_free,
                      icon: LATE_ICONS.check,
                      onSelect: () => put(id, { free: true }),
                    } as const,
                  ]),
              ...(isChanged
                ? [{ label: words.revert, icon: LATE_ICONS.again, onSelect: () => put(id, undefined) } as const]
                : []),
              ...(before
                ? [{ label: words.remove, icon: 'trash', danger: true, onSelect: () => put(id, null) } as const]
                : []),
            ]}
          />
        </td>
      </tr>
      {isUnfolded &&
        conditional.map((each, place) => {
          const when = conditionWords(words, format, each.when)
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a condition is known by its place, two may say the same
            <tr key={place} data-row={id} data-condition={place} className="border-line border-b">
              <th
                scope="row"
                className="sticky start-0 z-1 bg-canvas py-1 ps-4.25 pe-2 text-start font-normal text-caption"
              >
                {when}
              </th>
              <RateCells
                {...shared}
                condition={place}
                label={words.condition_of(label, when)}
                rates={each}
                before={conditionBefore(ratedBefore, each)}
                isFreeNow={false}
                isAwaited={false}
              />
              <td className="px-2 py-1">{each.source && <SourceLink source={each.source} tabIndex={-1} />}</td>
              <td />
            </tr>
          )
        })}
      {faults.length > 0 && (
        <tr>
          <td id={faultId} colSpan={GRID_COLUMNS} className="border-line border-b py-1 text-caption text-danger">
            <ul className="sticky start-0 max-w-[100cqi] ps-4.25">
              {faults.map((fault) => {
                const reason = faultWords(words, format, fault, conditional)
                return <li key={reason}>{reason}</li>
              })}
            </ul>
          </td>
        </tr>
      )}
    </>
  )
})

function conditionBefore({ conditional = [] }: Partial<RatedPrice>, { when }: DraftCondition): Rates | undefined {
  return conditional.find((each) => JSON.stringify(each.when) === JSON.stringify(when))
}

function RateCells({
  id,
  condition,
  label,
  rates,
  before,
  isFreeNow,
  isAwaited,
  isChanged,
  faults,
  faultId,
  active,
  editing,
  leave,
}: Pick<Props, 'id' | 'isAwaited' | 'isChanged' | 'faults' | 'active' | 'editing' | 'leave'> & {
  condition: number | null
  label: string
  rates: DraftRates
  before: ModelPrice | Rates | undefined
  isFreeNow: boolean
  faultId: string
}) {
  const words = useAdminTexts().prices
  const wasFree = before !== undefined && 'free' in before
  return RATE_NAMES.map((rate, at) => {
    const column = FIRST_RATE + at
    const place = { id, condition, column }
    const value = rates[rate]
    const was = before && !('free' in before) ? before[rate] : undefined
    const isOther = isChanged && (value !== was || wasFree !== isFreeNow)
    const isFaulty = faults.some(
      (fault) => fault.kind === 'cell' && fault.condition === condition && fault.rate === rate,
    )
    return (
      <RateCell
        key={rate}
        rate={rate}
        label={label}
        column={column}
        value={isFreeNow ? undefined : value}
        before={isOther ? (wasFree ? words.free : (was ?? words.none)) : undefined}
        isFree={isFreeNow}
        isAwaited={isAwaited}
        faultId={isFaulty ? faultId : undefined}
        isActive={isAt(active, id, condition, column)}
        editing={isAt(editing, id, condition, column) ? (editing?.text ?? '') : null}
        onLeave={(text) => leave(place, text)}
      />
    )
  })
}

function OldRates({ before }: { before: ModelPrice | undefined }) {
  const words = useAdminTexts().prices
  return RATE_NAMES.map((rate) => (
    <td key={rate} className="px-2.5 py-1.5 text-end text-muted line-through">
      {before && ('free' in before ? words.free : (before[rate] ?? words.none))}
    </td>
  ))
}

function Small({
  label,
  onClick,
  children,
  ...place
}: {
  label: string
  onClick: () => void
  children: string
  tabIndex: number
}) {
  return (
    <button
      type="button"
      aria-label={label}
      onClick={onClick}
      {...place}
      className="min-h-8 rounded-control border border-line-control bg-raised px-2.5 font-medium text-caption hover:bg-surface pointer-coarse:min-h-11"
    >
      {children}
    </button>
  )
}
