import type { DetailsNode, Nodes, PhrasingContent, RootContent } from 'mdast'

const MARK = /<(\/?)details(\s+open(?:=(?:""|"open"))?)?\s*>|<summary>([\s\S]*?)(?:<\/summary>|$)/gi
/** Models write it into a title, which needs no more weight than it has. */
const BOLD = /<\/?(?:b|strong)>/gi
const DEEPEST = 8

/** What an HTML block holds that begins and ends what is folded, and what stands between, as Markdown; else `null`. */
export function detailsIn(html: string, parse: (markdown: string) => RootContent[]): RootContent[] | null {
  const marks = [...html.matchAll(MARK)]
  // What is between them holds none of these, and is parsed as anything else.
  if (!marks.some(([, , , summary]) => summary === undefined)) return null
  const nodes: RootContent[] = []
  let end = 0
  const addText = (until: number) => {
    const text = html.slice(end, until)
    if (text.trim() !== '') nodes.push(...parse(text))
  }
  for (const match of marks) {
    addText(match.index)
    end = match.index + match[0].length
    const last = nodes.at(-1)
    if (match[3] !== undefined) {
      const title = parse(match[3].replaceAll(BOLD, ''))[0]
      const summary = title?.type === 'paragraph' ? title.children : []
      if (last?.type === 'detailsStart') last.summary = summary
      else nodes.push({ type: 'paragraph', children: summary })
    } else if (match[1]) {
      nodes.push({ type: 'detailsEnd' })
    } else {
      nodes.push({ type: 'detailsStart', open: match[2] !== undefined, summary: [] })
    }
  }
  addText(html.length)
  return nodes
}

/** Puts what stands between a beginning and its end into one. What has no end goes on to the end of all. */
export function foldDetails(nodes: readonly Nodes[]): Nodes[] {
  const shown: Nodes[] = []
  const open: DetailsNode[] = []
  for (const node of nodes) {
    const into: Nodes[] = open.at(-1)?.children ?? shown
    if (node.type === 'detailsEnd' && open.pop()) continue
    if (node.type === 'detailsStart' && open.length < DEEPEST) {
      const details: DetailsNode = { type: 'details', start: node, children: [] }
      into.push(details)
      open.push(details)
    } else {
      into.push(node)
    }
  }
  return shown
}

/** A beginning or an end as it was written, where it has no other half. */
export function markText({ type }: { type: 'detailsStart' | 'detailsEnd' }): PhrasingContent {
  return { type: 'text', value: type === 'detailsStart' ? '<details>' : '</details>' }
}

/** How many beginnings have no end yet. */
export function unfinishedDetails(nodes: Iterable<RootContent>): number {
  let open = 0
  for (const { type } of nodes) {
    if (type === 'detailsStart') open += 1
    else if (type === 'detailsEnd' && open > 0) open -= 1
  }
  return open
}
