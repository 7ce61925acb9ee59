import type { Nodes, RootContent } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { gfm } from 'micromark-extension-gfm'
import { formulaFromSyntax, formulaSyntax } from './formula-syntax.ts'

type Syntax = ReturnType<typeof gfm>
type Constructs = NonNullable<Syntax['text']>[number]

const WHOLE = { extensions: [gfm(), formulaSyntax], mdastExtensions: [gfmFromMarkdown(), formulaFromSyntax] }
/** What knows addresses is asked at each letter, which takes half of the time. */
const WITHOUT_ADDRESSES = {
  extensions: [withoutAddresses(gfm()), formulaSyntax],
  // They alone change a tree that is there.
  mdastExtensions: [gfmFromMarkdown().filter(({ transforms }) => !transforms), formulaFromSyntax],
}

function withoutAddresses({ text = {}, ...syntax }: Syntax): Syntax {
  const others = (constructs: Constructs) =>
    [constructs ?? []].flat().filter(({ name = '' }) => !name.endsWith('Autolink'))
  const left = Object.entries(text).map(([code, constructs]) => [code, others(constructs)] as const)
  return { ...syntax, text: Object.fromEntries(left.filter(([, constructs]) => constructs.length > 0)) }
}

const ADDRESS = /https?:\/\/|www\.|@/i
/** Behind `](` it is the target of a link, as a rule. */
const ADDRESS_BY_ITSELF = /(?<!\]\(<?)(?:https?:\/\/|www\.)|@/i

/**
 * What a text says: the Markdown of GitHub, with formulas. Where no address stands by itself, the parser is not asked for
 * any; the tree is the same.
 */
export function syntaxTree(source: string): RootContent[] {
  if (!ADDRESS_BY_ITSELF.test(source)) {
    const nodes = fromMarkdown(source, WITHOUT_ADDRESSES).children
    // What looks like a target need be none, and a letter may be written as an entity.
    if (!nodes.some(holdsAddress)) return nodes
  }
  return fromMarkdown(source, WHOLE).children
}

function holdsAddress(node: Nodes): boolean {
  if (node.type === 'text') return ADDRESS.test(node.value)
  return 'children' in node && node.children.some(holdsAddress)
}
