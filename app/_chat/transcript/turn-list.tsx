'use client'

import { askedModelOf, type TurnGroup } from '../../_content/turn-group.ts'
import type { MessageTree } from '../live/message-tree.ts'
import { DayLine, isOtherDay } from './day-line.tsx'
import type { Span } from './row-span.ts'
import { groupOf, type WholePath } from './turn-rows.ts'
import { TurnStandIn } from './turn-stand-in.tsx'
import { TurnView } from './turn-view.tsx'

interface TurnListProps {
  path: WholePath
  known: MessageTree['known']
  span: Span
  /** They go by too fast to be read: their room is enough. */
  hasty: boolean
  /** All rows from the first one on are known: then they have numbers. */
  whole: boolean
  heightOf: (index: number) => number
  /** Nothing follows the last row. */
  ends: boolean
  /** The rows that are in view when the page begins, by their ids. */
  firstSeen: { has: (id: string) => boolean }
}

/** What a row takes beside its turn. */
const GAP = 56

export function TurnList({ path, known, span, hasty, whole, heightOf, ends, firstSeen }: TurnListProps) {
  const { rows } = path
  const groupAt = (index: number) => groupOf(path, rows[index], known)
  return rows.slice(span.start, span.end).map((row, at) => {
    const index = span.start + at
    const height = Math.max(0, heightOf(index) - GAP)
    const last = index === rows.length - 1
    const group = hasty ? null : groupAt(index)
    const before = rows[index - 1]
    const day = before && isOtherDay(before.ended, row.began) ? row.began : null
    return (
      <div
        key={row.id}
        data-row={row.id}
        data-last={last && ends ? '' : undefined}
        data-first-seen={firstSeen.has(row.id) ? '' : undefined}
        className="turn-row"
        // What stands in goes when the messages come: a browser that held the view by it would lose its hold then.
        style={{ ['--room' as string]: `${height}px`, overflowAnchor: group ? undefined : 'none' }}
      >
        {group && day && <DayLine at={day} />}
        {group ? (
          <TurnView
            group={group}
            number={whole ? index + 1 : null}
            previousModel={previousModel(groupAt, index)}
            last={last}
          />
        ) : (
          <TurnStandIn height={height} />
        )}
      </div>
    )
  })
}

/** Of the nearest turn before that has one; `null` where that turn is not here. */
function previousModel(groupAt: (index: number) => TurnGroup | null, index: number): string | null {
  for (let at = index - 1; at >= 0; at -= 1) {
    const group = groupAt(at)
    const model = group && askedModelOf(group)
    if (!group || model) return model ?? null
  }
  return null
}
