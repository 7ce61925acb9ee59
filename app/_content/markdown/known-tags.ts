import type { Node, Nodes, Parent, PhrasingContent } from 'mdast'

declare module 'mdast' {
  interface TaggedNode extends Parent {
    type: 'tagged'
    name: TagName
    children: PhrasingContent[]
  }
  /** What follows is folded, up to its end. */
  interface DetailsStart extends Node {
    type: 'detailsStart'
    open: boolean
    summary: PhrasingContent[]
  }
  interface DetailsEnd extends Node {
    type: 'detailsEnd'
  }
  interface DetailsNode extends Parent {
    type: 'details'
    start: DetailsStart
    children: RootContent[]
  }
  interface PhrasingContentMap {
    tagged: TaggedNode
  }
  interface RootContentMap {
    tagged: TaggedNode
    detailsStart: DetailsStart
    detailsEnd: DetailsEnd
    details: DetailsNode
  }
}

export type TagName = 'sub' | 'sup' | 'kbd'

/** All the HTML there is in a line: these without any attribute, and the line break. */
const TAG = /^<(\/?)(sub|sup|kbd)>$/i
/** Nobody writes deeper, and what is shown goes down by recursion. */
const DEEPEST = 8

/**
 * Puts what stands between two tags into an element. A tag without its other half is text; while a text grows its half may
 * be on the way.
 */
export function withTags(nodes: readonly Nodes[], growing: boolean): Nodes[] {
  const shown: Nodes[] = []
  const open: { name: TagName; at: number }[] = []
  const close = (index: number) => {
    const [tag] = open.splice(index)
    if (!tag) return
    const children = shown.splice(tag.at).slice(1) as PhrasingContent[]
    shown.push({ type: 'tagged', name: tag.name, children })
  }
  for (const node of nodes) {
    const [, slash, tag = ''] = (node.type === 'html' && TAG.exec(node.value)) || []
    const name = tag.toLowerCase() as TagName
    const index = slash ? open.findLastIndex((one) => one.name === name) : -1
    if (index >= 0) {
      close(index)
      continue
    }
    if (slash === '' && open.length < DEEPEST) open.push({ name, at: shown.length })
    shown.push(node)
  }
  while (growing && open.length > 0) close(open.length - 1)
  return shown
}
