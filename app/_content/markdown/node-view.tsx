import type { AlignType, DetailsStart, ListItem, Nodes, Table, TableRow } from 'mdast'
import type { ReactNode } from 'react'
import { createElement, Fragment } from 'react'
import { assertNever } from '#lib/assert-never.ts'
import { useLateTexts } from '../../_texts/texts.ts'
import { CodeBlock } from '../code-block.tsx'
import { masked } from '../masked.tsx'
import { Anchor, RemoteImage } from './anchor.tsx'
import { Caret } from './caret.tsx'
import { markText } from './details.ts'
import { Formula } from './formula.tsx'
import { NoteMark } from './note-mark.tsx'
import { useSteadyColumns } from './steady-columns.ts'

/** The syntax of a piece as elements: there is no other way by which a text becomes one. */
export function viewOf(nodes: readonly Nodes[], direction?: 'auto'): ReactNode {
  return inOrder(nodes.map((node) => view(node, direction)))
}

/** They have no names, only their places. */
function inOrder(views: readonly ReactNode[]): ReactNode {
  return createElement(Fragment, null, ...views)
}

function view(node: Nodes, dir?: 'auto'): ReactNode {
  switch (node.type) {
    case 'text':
      return masked(node.value)
    case 'paragraph':
      return <p dir={dir}>{viewOf(node.children)}</p>
    case 'heading':
      return createElement(`h${node.depth}`, { dir }, viewOf(node.children))
    case 'strong':
      return <strong>{viewOf(node.children)}</strong>
    case 'emphasis':
      return <em>{viewOf(node.children)}</em>
    case 'delete':
      return <del>{viewOf(node.children)}</del>
    case 'inlineCode':
      // By itself: what is named in code says nothing about the direction of the words around it.
      return <code dir="auto">{masked(node.value)}</code>
    case 'break':
      return (
        <>
          <br />
          {'\n'}
        </>
      )
    case 'link':
      return <Anchor href={node.url}>{viewOf(node.children)}</Anchor>
    case 'image':
      return <RemoteImage address={node.url} alt={node.alt ?? ''} />
    case 'list': {
      const items = itemsOf(node.children)
      if (!node.ordered) return <ul dir={dir}>{items}</ul>
      return (
        <ol dir={dir} start={node.start ?? 1}>
          {items}
        </ol>
      )
    }
    case 'listItem':
      return itemsOf([node])
    case 'blockquote':
      return <blockquote dir={dir}>{viewOf(node.children)}</blockquote>
    case 'thematicBreak':
      return <hr />
    case 'code':
      return <CodeBlock code={node.value} language={node.lang ?? ''} />
    case 'table':
      return (
        <TableFrame columns={columnsOf(node)} head={rowsOf(node, 0, 1)}>
          {rowsOf(node, 1)}
        </TableFrame>
      )
    case 'footnoteReference':
      return <NoteMark label={`^${node.identifier}`} />
    case 'html':
      return node.value
    case 'formula':
      return <Formula value={node.value} display={node.display} source={node.source} />
    case 'tagged':
      return createElement(node.name, null, viewOf(node.children))
    case 'details':
      return <DetailsView start={node.start}>{viewOf(node.children, 'auto')}</DetailsView>
    case 'detailsStart':
    case 'detailsEnd':
      return <p dir={dir}>{viewOf([markText(node)])}</p>
    case 'caret':
      return <Caret />
    // What defines is taken out before, what refers has its address, and rows and cells stand in tables.
    case 'definition':
    case 'footnoteDefinition':
    case 'linkReference':
    case 'imageReference':
    case 'tableRow':
    case 'tableCell':
    case 'root':
    case 'yaml':
      return null
    default:
      return assertNever(node)
  }
}

export function DetailsView({ start, children }: { start: DetailsStart; children: ReactNode }) {
  const words = useLateTexts().reading
  return (
    <details dir="auto" open={start.open}>
      <summary>{start.summary.length > 0 ? viewOf(start.summary) : words.details}</summary>
      {children}
    </details>
  )
}

export function itemsOf(items: readonly ListItem[]): ReactNode {
  return inOrder(items.map(itemView))
}

function itemView(item: ListItem): ReactNode {
  const children = item.children.map((child) => (isBare(child, item) ? viewOf(child.children) : view(child)))
  if (typeof item.checked !== 'boolean') return <li>{inOrder(children)}</li>
  return (
    <li className="task">
      <TaskMark done={item.checked} />
      {inOrder(children)}
    </li>
  )
}

function TaskMark({ done }: { done: boolean }) {
  const words = useLateTexts().reading
  return (
    <input type="checkbox" aria-label={done ? words.task_done : words.task_open} checked={done} disabled readOnly />
  )
}

/** In a list without empty lines the text of an item is no paragraph. */
function isBare(child: Nodes, item: ListItem): child is Nodes & { type: 'paragraph' } {
  return child.type === 'paragraph' && !item.spread
}

export function rowsOf(table: Table, from: number, to?: number): ReactNode {
  const columns = columnsOf(table)
  const rowView = (row: TableRow) => <tr>{cellsOf(row, columns, table.align ?? [], from === 0 ? 'th' : 'td')}</tr>
  return inOrder(table.children.slice(from, to).map(rowView))
}

export function columnsOf({ children: [head] }: Table): number {
  return head?.children.length ?? 0
}

function cellsOf({ children }: TableRow, columns: number, align: readonly AlignType[], tag: 'th' | 'td'): ReactNode {
  const cells = Array.from({ length: columns }, (_, column) => {
    const side = align[column]
    const style = side ? { textAlign: side } : undefined
    // Those of the head say which way the table goes, and say it for themselves as well.
    return createElement(tag, { style, ...(tag === 'td' && { dir: 'auto' }) }, viewOf(children[column]?.children ?? []))
  })
  return inOrder(cells)
}

const columnView = () => <col />

interface TableFrameProps {
  columns: number
  head: ReactNode
  growing?: boolean
  children: ReactNode
}

export function TableFrame({ columns, head, growing = false, children }: TableFrameProps) {
  const words = useLateTexts().reading
  const table = useSteadyColumns(growing)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
    <section className="table-scroll" aria-label={words.table} tabIndex={0}>
      <table ref={table} dir="auto">
        <colgroup>{inOrder(Array.from({ length: columns }, columnView))}</colgroup>
        <thead>{head}</thead>
        <tbody>{children}</tbody>
      </table>
    </section>
  )
}
