import type { FormulaNode } from 'mdast'
import { LONGEST_FORMULA } from './formula-syntax.ts'

/** What ends a formula that begins with a line and not in it; `null` where none does. */
export function formulaEnd(line: string): '$$' | '\\]' | null {
  const [, mark, rest = ''] = /^ {0,3}(\$\$|\\\[)(.*)/.exec(line) ?? []
  if (mark === undefined) return null
  const end = mark === '$$' ? '$$' : '\\]'
  return rest.includes(end) ? null : end
}

/** A block that is nothing but a formula. Its lines may begin with what would begin a list elsewhere. */
export function blockFormula(source: string): FormulaNode | null {
  if (source.length > LONGEST_FORMULA.display) return null
  const match = /^ {0,3}(?:\$\$((?:(?!\$\$)[\s\S])+)\$\$|\\\[((?:(?!\\[[\]])[\s\S])+)\\\])\s*$/.exec(source)
  const value = (match?.[1] ?? match?.[2] ?? '').trim()
  if (value === '' || /\n[ \t]*\n/.test(value)) return null
  if (match?.[2] !== undefined && /^[\d\s,x]*$/i.test(value)) return null
  return { type: 'formula', value, display: true, source: source.trim() }
}

/** One that has begun and has no end yet: nothing in it is Markdown. */
export function isOpenFormula(source: string): boolean {
  return formulaEnd(/^.*/.exec(source)?.[0] ?? '') !== null && blockFormula(source) === null
}
