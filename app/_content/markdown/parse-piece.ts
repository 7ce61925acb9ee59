import type { Definition, FootnoteDefinition, Nodes, Parents, PhrasingContent, RootContent } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { gfm } from 'micromark-extension-gfm'
import { isTooDear } from './parse-cost.ts'

const OPTIONS = { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] }

/** A nested list takes two levels of the tree for each of its own. React goes down the tree by recursion. */
const DEEPEST = 100

export interface Parsed {
  nodes: RootContent[]
  /** What it defines for the rest of the answer, as it stands there. */
  definitions: { label: string; source: string; note: FootnoteDefinition | null }[]
}

/** `null` where the text costs more than it is worth. What `known` defines holds before anything that it defines itself. */
export function parsePiece(source: string, known: readonly string[] = []): Parsed | null {
  if (isTooDear(source)) return null
  const prefix = known.map((definition) => `${definition}\n\n`).join('')
  const whole = prefix + source
  const nodes = fromMarkdown(whole, OPTIONS).children
  if (isTooDeep(nodes)) return null
  const targets = new Map<string, Definition>()
  const definitions: Parsed['definitions'] = []
  for (const node of definitionsIn(nodes)) {
    const label = labelOf(node)
    if (node.type === 'definition' && !targets.has(label)) targets.set(label, node)
    const { start, end } = node.position ?? {}
    if (start?.offset === undefined || end?.offset === undefined || start.offset < prefix.length) continue
    const note = node.type === 'footnoteDefinition' ? node : null
    definitions.push({ label, source: note ? `[${label}]: .` : whole.slice(start.offset, end.offset), note })
  }
  const own = nodes.filter(
    ({ type, position }) => !isDefinition(type) && (position?.start.offset ?? 0) >= prefix.length,
  )
  const parsed = { nodes: own, definitions }
  for (const parent of [{ type: 'root' as const, children: own }, ...definitions.flatMap(({ note }) => note ?? [])]) {
    settle(parent, targets)
  }
  return parsed
}

const isDefinition = (type: string) => type === 'definition' || type === 'footnoteDefinition'

function labelOf(node: Definition | FootnoteDefinition): string {
  return node.type === 'definition' ? node.identifier : `^${node.identifier}`
}

/** The labels that a text may refer to. */
export function labelsIn(source: string): string[] {
  if (!source.includes('[')) return []
  const labels = new Set<string>()
  for (const [, label = ''] of source.matchAll(/\[([^[\]]{1,200})\]/g)) {
    if (labels.size < 100)
      labels.add(
        label
          .replaceAll(/[\t\n\r ]+/g, ' ')
          .trim()
          .toLowerCase(),
      )
  }
  return [...labels]
}

function isTooDeep(nodes: readonly Nodes[]): boolean {
  let level = nodes
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > DEEPEST) return true
    level = level.flatMap((node) => ('children' in node ? node.children : []))
  }
  return false
}

function* definitionsIn(nodes: readonly Nodes[]): Generator<Definition | FootnoteDefinition> {
  for (const node of nodes) {
    if (node.type === 'definition' || node.type === 'footnoteDefinition') yield node
    if (/^(?:blockquote|list|listItem|footnoteDefinition)$/.test(node.type) && 'children' in node) {
      yield* definitionsIn(node.children)
    }
  }
}

/** Puts addresses in the place of references, and the text that it is in the place of HTML. */
function settle(parent: Parents, targets: ReadonlyMap<string, Definition>): void {
  const children = parent.children as Nodes[]
  for (const [index, node] of children.entries()) {
    if ('children' in node) settle(node, targets)
    const inText = parent.type !== 'root' && parent.type !== 'blockquote' && parent.type !== 'listItem'
    const settled = settledNode(node, targets, inText)
    if (settled) children[index] = settled
  }
}

function settledNode(node: Nodes, targets: ReadonlyMap<string, Definition>, inText: boolean): Nodes | null {
  switch (node.type) {
    case 'html': {
      const text = inertHtml(node.value)
      return inText ? text : { type: 'paragraph', children: [text] }
    }
    case 'linkReference': {
      const { url = '', title } = targets.get(node.identifier) ?? {}
      return { type: 'link', url, title, children: node.children }
    }
    case 'imageReference':
      return { type: 'image', url: targets.get(node.identifier)?.url ?? '', alt: node.alt }
    default:
      return null
  }
}

/** Raw HTML is text; a plain line break, which models write into table cells, stays one. */
function inertHtml(html: string): PhrasingContent {
  return /^\s*<br\s*\/?>\s*$/i.test(html) ? { type: 'break' } : { type: 'text', value: html }
}
