'use client'

import type { UsageGroup } from '#lib/usage/usage.ts'
import { Hand } from '../../_content/hand.tsx'
import { useAdminTexts } from '../../_texts/admin-texts.ts'
import { PageLink } from '../../_ui/page-link.tsx'
import { useNames } from './names.ts'
import type { UsageRow } from './use-usage.ts'
import { FILTERS, type Filter } from './view.ts'

const LINE = 'inline-flex w-max max-w-[18rem] text-start items-center gap-2 align-bottom max-md:max-w-[8.5rem]'
const PRESSED =
  'underline decoration-line-control underline-offset-3 hover:decoration-current pointer-coarse:-my-(--cell-y) pointer-coarse:min-h-11'

/** What a row is the sum of. A chat leads to itself, and anything else that calls can be left out by to those alone. */
export function RowName({
  group,
  row,
  onFilter,
}: {
  group: UsageGroup
  row: Pick<UsageRow, 'key' | 'title' | 'session_id'>
  onFilter?: (filter: Filter, value: string) => void
}) {
  const words = useAdminTexts().usage
  const { nameOf, handOf } = useNames()
  const name = nameOf(group, row)
  const hand = handOf(group, row.key)
  const filter = FILTERS.find((each) => each === group)
  const { key, session_id } = row
  const said = (
    <>
      {hand && <Hand provider={hand} />}
      <span
        dir="auto"
        title={key === null || key === name ? undefined : key}
        className="truncate max-md:line-clamp-2 max-md:whitespace-normal"
      >
        {name}
      </span>
    </>
  )
  if (session_id)
    return (
      <PageLink href={`/c/${session_id}`} className={`${LINE} ${PRESSED}`}>
        {said}
      </PageLink>
    )
  if (!filter || !onFilter || key === null) return <span className={LINE}>{said}</span>
  return (
    <button
      type="button"
      aria-label={words.only(name)}
      onClick={() => onFilter(filter, key)}
      className={`${LINE} ${PRESSED}`}
    >
      {said}
    </button>
  )
}
