import type { Role } from '../canonical/role.ts'
import type { TreeMessage } from '../store/store.ts'

/** A row of the map without what was said. */
export type MapPlace = Line &
  (
    | {
        kind: 'question' | 'answer'
        id: string
        /** Its last message: of an answer with calls of tools that has the words. */
        last: string
        version?: { index: number; total: number }
      }
    | { kind: 'folded'; count: number; from: string | null }
  )

interface Line {
  depth: number
  is_active: boolean
  /** Its own line begins here, beside that of another branch. */
  begins: boolean
}

interface Node {
  kind: 'question' | 'answer'
  id: string
  last: string
  turn_id: string | null
  parent: Node | null
  children: Node[]
  /** With all below it. */
  size: number
  is_active: boolean
}

/** Beyond so many rows, what stands beside the active path is only counted. */
const MOST_ROWS = 1_000
/** As many that follow each other say more than that they are folded. */
const LEAST_FOLDED = 3
/** So many are shown of a run that is opened; what is more stays folded until it is opened as well. */
const MOST_OPENED = 200

/**
 * The tree of a chat as rows. The active path goes straight down, and so does what was written last of every other branch;
 * what stands beside it is indented and comes before it goes on. Only where branches begin and end is drawn, with the
 * neighbours of that; what lies between is folded, but from the messages in `opened` on.
 */
export function mapBranches(
  messages: readonly TreeMessage[],
  head: string | null,
  opened: ReadonlySet<string> = new Set(),
): MapPlace[] {
  const { roots, nodes } = treeOf(messages, head)
  for (const node of nodes.toReversed()) if (node.parent) node.parent.size += node.size
  const rows: MapPlace[] = []
  let run: { nodes: Node[]; depth: number } = { nodes: [], depth: 0 }
  const endRun = () => {
    for (const part of partsOf(run.nodes, opened)) {
      const isFolded = part.isFolded && part.nodes.length >= LEAST_FOLDED
      rows.push(...(isFolded ? folded(part.nodes, run.depth) : part.nodes.map((node) => rowOf(node, run.depth, roots))))
    }
    run = { nodes: [], depth: 0 }
  }
  const waiting = inOrder(roots, 0)
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { node, depth } = next
    if (!isPlain(node, roots)) {
      endRun()
      if (rows.length >= MOST_ROWS && !node.is_active) {
        countOnly(rows, node, depth)
        continue
      }
      rows.push(rowOf(node, depth, roots))
    } else {
      run.nodes.push(node)
      run.depth = depth
    }
    waiting.push(...inOrder(node.children, depth))
  }
  endRun()
  return rows
}

/** What of a run is folded, and what is not because somebody has opened it. */
function partsOf(nodes: readonly Node[], opened: ReadonlySet<string>): { isFolded: boolean; nodes: Node[] }[] {
  const parts: { isFolded: boolean; nodes: Node[] }[] = []
  let left = 0
  for (const node of nodes) {
    left = opened.has(node.id) ? MOST_OPENED : left - 1
    const isFolded = left <= 0
    const part = parts.at(-1)
    if (part?.isFolded === isFolded) part.nodes.push(node)
    else parts.push({ isFolded, nodes: [node] })
  }
  return parts
}

function folded(nodes: readonly Node[], depth: number): MapPlace[] {
  const is_active = nodes.some((node) => node.is_active)
  return [{ kind: 'folded', count: nodes.length, from: nodes[0]?.id ?? null, depth, is_active, begins: false }]
}

/** With those beside it that are only counted as well. */
function countOnly(rows: MapPlace[], { size }: Node, depth: number): void {
  const before = rows.at(-1)
  if (before?.kind === 'folded' && before.depth === depth && before.from === null) before.count += size
  else rows.push({ kind: 'folded', count: size, from: null, depth, is_active: false, begins: true })
}

/** The last one is taken first. */
function inOrder(siblings: readonly Node[], depth: number): { node: Node; depth: number }[] {
  const straight = straightOf(siblings)
  const beside = siblings.filter((node) => node !== straight).map((node) => ({ node, depth: depth + 1 }))
  return straight ? [{ node: straight, depth }, ...beside.reverse()] : []
}

function rowOf(node: Node, depth: number, roots: readonly Node[]): MapPlace {
  const { kind, id, last, is_active } = node
  const beside = siblingsOf(node, roots)
  const line = { depth, is_active, begins: node !== straightOf(beside) }
  if (beside.length === 1) return { kind, id, last, ...line }
  return { kind, id, last, version: { index: beside.indexOf(node), total: beside.length }, ...line }
}

function straightOf(siblings: readonly Node[]): Node | undefined {
  return siblings.find((node) => node.is_active) ?? siblings.at(-1)
}

function siblingsOf({ parent }: Node, roots: readonly Node[]): readonly Node[] {
  return parent ? parent.children : roots
}

/** One before it and one after it, and no branch at any of the three. */
function isPlain(node: Node, roots: readonly Node[]): boolean {
  const [child] = node.children
  if (node.children.length !== 1 || !child || !node.parent) return false
  const besides = [node, node.parent].some((each) => siblingsOf(each, roots).length > 1)
  return !besides && child.children.length === 1
}

function treeOf(messages: readonly TreeMessage[], head: string | null): { roots: Node[]; nodes: Node[] } {
  const nodeOf = new Map<string, Node>()
  const nodes: Node[] = []
  const roots: Node[] = []
  for (const { id, parent_id, role, turn_id } of messages) {
    const before = parent_id === null ? undefined : nodeOf.get(parent_id)
    const kind = KINDS[role]
    if (kind === null || (before?.kind === 'answer' && kind === 'answer' && before.turn_id === turn_id)) {
      // A further step of the same answer; or nothing that anybody said.
      if (before) nodeOf.set(id, before)
      if (before && kind) before.last = id
      continue
    }
    const node: Node = { kind, id, last: id, turn_id, parent: before ?? null, children: [], size: 1, is_active: false }
    nodeOf.set(id, node)
    nodes.push(node)
    const siblings = before?.children ?? roots
    siblings.push(node)
  }
  for (let node = nodeOf.get(head ?? '') ?? null; node; node = node.parent) node.is_active = true
  return { roots, nodes }
}

const KINDS = { user: 'question', assistant: 'answer', tool: 'answer', system: null } as const satisfies Record<
  Role,
  Node['kind'] | null
>
