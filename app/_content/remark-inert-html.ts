/** As much of a Markdown syntax node as is needed here. */
interface Node {
  type: string
  value?: string
  children?: Node[]
}

/** Turns raw HTML into the text that it is; a plain line break, which models write into table cells, stays one. */
export function remarkInertHtml(): (tree: Node) => void {
  return (tree) => makeInert(tree, true)
}

function makeInert(parent: Node, isRoot: boolean): void {
  if (!parent.children) return
  parent.children = parent.children.map((node) => {
    if (node.type !== 'html') {
      makeInert(node, false)
      return node
    }
    const inline = inert(node.value ?? '')
    return isRoot ? { type: 'paragraph', children: [inline] } : inline
  })
}

function inert(html: string): Node {
  return /^\s*<br\s*\/?>\s*$/i.test(html) ? { type: 'break' } : { type: 'text', value: html }
}
