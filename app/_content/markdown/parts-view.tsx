'use client'

import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { Fragment, memo, useState } from 'react'
import { CodeBlock } from '../code-block.tsx'
import type { Part } from './answer-text.ts'
import { Caret } from './caret.tsx'
import { foldsOf, type Shown } from './folds.ts'
import { fencedCode, groupsOf } from './groups.ts'
import { columnsOf, DetailsView, itemsOf, rowsOf, TableFrame, viewOf } from './node-view.tsx'
import { isUnbroken } from './plain-slices.ts'
import { PlainText } from './plain-text.tsx'

interface PartsProps {
  parts: readonly Part[]
  /** What may still change, after them. */
  open: Part | null
  /** It is being written. What is there already has an open part as well, for as long as it is looked at in steps. */
  growing: boolean
  /** Off screen it costs no layout. */
  settled: boolean
}

/** A stretch of an answer. A part that stays the object it was is not looked at again. */
export const PartsView = memo(function PartsView({ parts, open, growing, settled }: PartsProps) {
  const all = open ? [...parts, open] : parts
  const [isWritten] = useState(growing)
  return (
    <div className={classOf(all, settled, isWritten)}>
      {shownOf(foldsOf(groupsOf(all)), open, growing)}
      {growing && !open && (
        <p>
          <Caret />
        </p>
      )}
    </div>
  )
})

function classOf(parts: readonly Part[], isSettled: boolean, isWritten: boolean): string | undefined {
  const isLong = parts.some(({ source }) => isUnbroken(source))
  return clsx(isWritten ? 'written' : isSettled && 'settled', isLong && 'unbroken') || undefined
}

function shownOf(shown: readonly Shown[], open: Part | null, growing: boolean): ReactNode {
  return shown.map((one) => {
    if ('parts' in one) {
      const { parts } = one
      const isOpen = open !== null && parts.at(-1) === open
      return <GroupView key={parts[0]?.start} parts={parts} open={isOpen} growing={isOpen && growing} />
    }
    if ('node' in one) return <Fragment key={one.key}>{viewOf([one.node], 'auto')}</Fragment>
    return (
      <DetailsView key={one.key} start={one.start}>
        {shownOf(one.inside, open, growing)}
      </DetailsView>
    )
  })
}

interface GroupProps {
  parts: readonly Part[]
  /** There is more of it to come. */
  open: boolean
  /** That is not written yet. */
  growing: boolean
}

const GroupView = memo(
  function GroupView({ parts, open, growing }: GroupProps) {
    const [first] = parts
    if (!first) return null
    switch (first.kind) {
      case 'item':
        return <ListOf parts={parts} first={first} />
      case 'rows':
        return <TableOf parts={parts} first={first} growing={open} />
      case 'plain':
        return <PlainText slices={parts} growing={growing} />
      case 'code':
        return <FenceView part={first} open={open} growing={growing} />
      case 'block':
        return parts.map(each)
    }
  },
  (before, after) =>
    before.open === after.open &&
    before.growing === after.growing &&
    before.parts.length === after.parts.length &&
    before.parts.every((part, at) => part === after.parts[at]),
)

function ListOf({ parts, first }: { parts: readonly Part[]; first: Part }) {
  const [list] = first.nodes ?? []
  const items = parts.map(each)
  if (list?.type !== 'list' || !list.ordered) return <ul dir="auto">{items}</ul>
  return (
    <ol dir="auto" start={first.number}>
      {items}
    </ol>
  )
}

const each = (part: Part): ReactNode => <PartView key={part.start} part={part} />

const PartView = memo(function PartView({ part: { kind, nodes } }: { part: Part }) {
  const [node] = nodes ?? []
  if (kind === 'item' && node?.type === 'list') return itemsOf(node.children)
  if (kind === 'rows' && node?.type === 'table') return rowsOf(node, 1)
  return viewOf(nodes ?? [], 'auto')
})

function TableOf({ parts, first, growing }: { parts: readonly Part[]; first: Part; growing: boolean }) {
  const [table] = first.nodes ?? []
  if (table?.type !== 'table') return null
  return (
    <TableFrame columns={columnsOf(table)} head={rowsOf(table, 0, 1)} growing={growing}>
      {parts.map(each)}
    </TableFrame>
  )
}

function FenceView({ part, open, growing }: { part: Part; open: boolean; growing: boolean }) {
  const { code, language } = fencedCode(part)
  // Its last line may be on the way to be the mark that ends it.
  const shown = open ? code.replace(/\n {0,3}(?:`+|~+)$/, '\n') : code
  return <CodeBlock code={shown.replace(/\n$/, '')} language={language} partial={open} growing={growing} />
}
