import type { Node, Nodes, Parents } from 'mdast'

declare module 'mdast' {
  interface CaretNode extends Node {
    type: 'caret'
  }
  interface PhrasingContentMap {
    caret: CaretNode
  }
  interface RootContentMap {
    caret: CaretNode
  }
}

/** Puts a caret behind the last word, wherever that stands: not below a formula of its own lines, where it would take one itself. */
export function withCaret<T extends Nodes>(nodes: readonly T[]): readonly T[] {
  const last: Nodes | undefined = nodes.at(-1)
  switch (last?.type) {
    case 'paragraph':
    case 'heading':
    case 'tableCell':
      if (!isDisplayed(last.children.at(-1))) last.children.push({ type: 'caret' })
      break
    case 'blockquote':
    case 'list':
    case 'listItem':
    case 'table':
    case 'tableRow':
      withCaret((last satisfies Parents).children as Nodes[])
      break
    default:
  }
  return nodes
}

function isDisplayed(node: Nodes | undefined): boolean {
  return node?.type === 'formula' && node.display
}
