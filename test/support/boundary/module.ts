import { parseSync } from 'vite'

export interface Import {
  specifier: string
  offset: number
  /** Gone once the types are stripped. */
  isType: boolean
}

export interface Module {
  path: string
  source: string
  /** Static, dynamic and type-only imports, and re-exports. */
  imports: Import[]
  /** Holds the 'use client' directive: the bundler ships it to the browser. */
  isClient: boolean
  nodes: readonly Node[]
  /** The line (from 1) that holds an offset into the source. */
  lineAt: (offset: number) => number
}

/** A node of the syntax tree (ESTree with TypeScript's additions), with what the boundary rules ask about it. */
export interface Node {
  type: string
  offset: number
  text: string
  parent: Node | null
  /** The property of the parent that holds this node. */
  role: string
}

interface RawNode {
  type: string
  start: number
  end: number
}

/** Parses a TypeScript file; a file that does not parse throws. */
export function parseModule(path: string, source: string): Module {
  const { program, errors } = parseSync(path, source)
  const [fault] = errors
  if (fault) throw new SyntaxError(`${path}: ${fault.message}`)

  const nodes: Node[] = []
  const visit = (raw: RawNode, parent: Node | null, role: string) => {
    const text = source.slice(raw.start, raw.end)
    const node: Node = { type: raw.type, offset: raw.start, text, parent, role }
    nodes.push(node)
    for (const [key, value] of Object.entries(raw)) {
      for (const child of Array.isArray(value) ? value : [value]) {
        if (isRawNode(child)) visit(child, node, key)
      }
    }
  }
  visit(program, null, '')

  return {
    path,
    source,
    imports: nodes.flatMap(importOf),
    isClient: nodes.some((node) => node.parent?.parent?.role === '' && /^['"]use client['"]$/.test(node.text)),
    nodes,
    lineAt: (offset) => source.slice(0, offset).split('\n').length,
  }
}

const IMPORTERS = new Set([
  'ImportDeclaration',
  'ExportNamedDeclaration',
  'ExportAllDeclaration',
  'ImportExpression',
  'TSImportType',
])

function importOf(node: Node): Import[] {
  if (node.type !== 'Literal' || node.role !== 'source' || !node.parent || !IMPORTERS.has(node.parent.type)) return []
  const isType = node.parent.type === 'TSImportType' || /^(import|export) type\b/.test(node.parent.text)
  return [{ specifier: node.text.slice(1, -1), offset: node.offset, isType }]
}

function isRawNode(value: unknown): value is RawNode {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value && 'end' in value
}
