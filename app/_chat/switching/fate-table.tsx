import { Said } from '../../_content/said.tsx'
import { type LateTexts, useLateTexts } from '../../_texts/texts.ts'
import { Table } from '../../_ui/table.tsx'
import type { Fate, SwitchPreview } from './preview.ts'

interface Row {
  key: string
  what: string
  goes_as: string
  /** In the words of the server. */
  reason: string | null
}

/** Each kind of block, and what becomes of it. */
export function FateTable({ preview }: { preview: SwitchPreview }) {
  const words = useLateTexts().switching
  const rows = rowsOf(preview, words)
  if (rows.length === 0) return null
  return (
    <Table
      label={words.fates}
      ground="raised"
      rows={rows}
      keyOf={({ key }) => key}
      columns={[
        { key: 'what', head: words.what, cell: ({ what }) => what },
        {
          key: 'goes_as',
          head: words.goes_as,
          wraps: true,
          cell: ({ goes_as, reason }) => (
            <>
              {goes_as}
              {reason !== null && (
                <span className="block text-caption text-muted">
                  <Said sentence={reason} />
                </span>
              )}
            </>
          ),
        },
      ]}
    />
  )
}

function rowsOf({ carried, converted, dropped, closed_calls }: SwitchPreview, words: LateTexts['switching']): Row[] {
  const rows = (fates: readonly Fate[], goes_as: string, isExplained: boolean): Row[] =>
    fates.map(({ block_type, count, reason }) => ({
      key: `${goes_as} ${block_type} ${reason}`,
      what: words.types[block_type]?.(count) ?? words.others(count, block_type),
      goes_as,
      reason: isExplained ? reason : null,
    }))
  const closed = { key: 'closed', what: words.closed(closed_calls), goes_as: words.is_closed, reason: null }
  return [
    ...rows(carried, words.as_it_is, false),
    ...rows(converted, words.in_another_form, true),
    ...(closed_calls > 0 ? [closed] : []),
    ...rows(dropped, words.stays_behind, true),
  ]
}
