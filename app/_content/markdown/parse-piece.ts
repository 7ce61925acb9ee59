import type { Definition, FootnoteDefinition, Nodes, Parents, PhrasingContent, RootContent } from 'mdast'
import { calm } from './calm.ts'
import { detailsIn, foldDetails } from './details.ts'
import { blockFormula, isOpenFormula } from './formula-block.ts'
import { withTags } from './known-tags.ts'
import { isTooDear } from './parse-cost.ts'
import { syntaxTree } from './syntax-tree.ts'

/** A nested list takes two levels of the tree for each of its own. React goes down the tree by recursion. */
const DEEPEST = 100

export interface Parsed {
  nodes: RootContent[]
  /** What it defines for the rest of the answer, as it stands there. */
  definitions: { label: string; source: string; note: FootnoteDefinition | null }[]
}

/**
 * `null` where the text costs more than it is worth. What `known` defines holds before anything that it defines itself.
 * Of a text that is `growing`, what is open at its end may still be closed.
 */
export function parsePiece(source: string, known: readonly string[] = [], growing = false): Parsed | null {
  if (isTooDear(source)) return null
  const formula = formulaIn(source, growing)
  if (formula) return { nodes: [{ type: 'paragraph', children: [formula] }], definitions: [] }
  const prefix = prefixOf(known)
  const whole = prefix + source
  const nodes = syntaxTree(whole)
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
  const root = { type: 'root' as const, children: own }
  for (const parent of [root, ...definitions.flatMap(({ note }) => note ?? [])]) settle(parent, targets, growing)
  return { nodes: root.children, definitions }
}

/** A block that is a formula, or is on the way to be one. */
function formulaIn(source: string, growing: boolean): PhrasingContent | null {
  if (growing && isOpenFormula(source)) return { type: 'text', value: source }
  return blockFormula(source)
}

/** What is parsed before a piece, so that its references are found. */
export function prefixOf(known: readonly string[]): string {
  return known.map((definition) => `${definition}\n\n`).join('')
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

type Targets = ReadonlyMap<string, Definition>

/** Puts addresses in the place of references, and elements or the text that it is in the place of HTML. */
function settle(parent: Parents, targets: Targets, growing: boolean): void {
  for (const node of parent.children) if ('children' in node) settle(node, targets, growing)
  const inText = !/^(?:root|blockquote|listItem|footnoteDefinition)$/.test(parent.type)
  const hasHtml = parent.children.some(({ type }) => type === 'html')
  const tagged = hasHtml && inText ? withTags(parent.children, growing) : parent.children
  const settled = tagged.flatMap((node) => settledNode(node, targets, inText))
  // At the top, an answer is in pieces, and what is folded goes through them.
  const folded = hasHtml && !inText && parent.type !== 'root' ? foldDetails(settled) : settled
  parent.children = folded as typeof parent.children
}

function settledNode(node: Nodes, targets: Targets, inText: boolean): Nodes | Nodes[] {
  switch (node.type) {
    case 'text':
    case 'inlineCode':
      node.value = calm(node.value)
      return node
    case 'html': {
      const text = inertHtml(node.value)
      return inText ? text : (detailsIn(node.value, inDetails) ?? { type: 'paragraph', children: [text] })
    }
    case 'linkReference': {
      const { url = '', title } = targets.get(node.identifier) ?? {}
      return { type: 'link', url, title, children: node.children }
    }
    case 'imageReference':
      return { type: 'image', url: targets.get(node.identifier)?.url ?? '', alt: node.alt }
    default:
      return node
  }
}

/** A text that HTML stands around: what marks it as folded is taken out before, so that it holds no other. */
function inDetails(markdown: string): RootContent[] {
  const parsed = parsePiece(markdown)
  return parsed?.nodes ?? [{ type: 'paragraph', children: [{ type: 'text', value: markdown }] }]
}

/** Raw HTML is text; a plain line break, which models write into table cells, stays one. */
function inertHtml(html: string): PhrasingContent {
  return /^\s*<br\s*\/?>\s*$/i.test(html) ? { type: 'break' } : { type: 'text', value: html }
}
