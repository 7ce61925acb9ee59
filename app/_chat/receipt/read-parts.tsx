'use client'

import { type LateTexts, useLateTexts, useTexts } from '../../_texts/texts.ts'
import { Table } from '../../_ui/table.tsx'
import type { Receipt } from './use-receipt.ts'

type Part = NonNullable<Receipt['parts']>[number]

/** Of so many of the last turns each has a row of its own. */
const LAST = 6

/** What the model read, part by part; earlier turns are one. */
export function ReadParts({ parts }: { parts: readonly Part[] }) {
  const { format } = useTexts()
  const words = useLateTexts().receipts
  const rows = rowsOf(parts, words)
  const sum = parts.reduce((all, { tokens }) => all + tokens, 0)
  return (
    <Table
      label={words.read_parts}
      ground="raised"
      rows={rows}
      keyOf={({ what }) => what}
      columns={[
        {
          key: 'what',
          head: words.part,
          wraps: true,
          total: words.read_in_all,
          cell: ({ what, is_changed }) => (
            <>
              {what}
              {is_changed && <span className="block text-caption text-muted">{words.part_changed}</span>}
            </>
          ),
        },
        {
          key: 'tokens',
          head: words.part_tokens,
          end: true,
          total: format.count(sum),
          cell: ({ tokens }) => format.count(tokens),
        },
      ]}
    />
  )
}

interface Row {
  what: string
  tokens: number
  is_changed: boolean
}

function rowsOf(parts: readonly Part[], words: LateTexts['receipts']): Row[] {
  const turns = parts.filter(({ kind }) => kind === 'turn')
  const earlier = turns.slice(0, -LAST)
  const before: Row[] = parts
    .filter(({ kind, tokens }) => kind !== 'turn' && tokens > 0)
    .map(({ kind, turn, tokens, is_changed }) => ({
      tokens,
      // Its name says it of a summary.
      is_changed: is_changed && kind !== 'brief',
      what: kind === 'brief' ? words.part_brief(turn ?? 1) : words.part_instructions,
    }))
  const [first, last] = [earlier[0]?.turn ?? 1, earlier.at(-1)?.turn ?? 1]
  const together: Row = {
    what: first === last ? words.part_turn(first) : words.part_turns(first, last),
    tokens: earlier.reduce((sum, { tokens }) => sum + tokens, 0),
    is_changed: earlier.some(({ is_changed }) => is_changed),
  }
  return [
    ...before,
    ...(earlier.length > 0 ? [together] : []),
    ...turns
      .slice(-LAST)
      .map(({ turn, tokens, is_changed }) => ({ what: words.part_turn(turn ?? 1), tokens, is_changed })),
  ]
}
