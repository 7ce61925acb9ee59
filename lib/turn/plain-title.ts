import { plainLine } from '../canonical/plain-line.ts'

/** More than any title shows, and little enough for the patterns below. */
const LOOKED_AT = 1_000

const TITLE_LENGTH = 80

/** Marks of Markdown go, and what they mark stays. Signs of arithmetic and names with underscores are none. */
const MARKS: readonly (readonly [RegExp, string])[] = [
  [/^[ \t]*(`{3,}|~{3,})[^\n`]*$/gm, ''],
  [/^[ \t]*#{1,6}[ \t]+/gm, ''],
  [/^[ \t]*(>[ \t]?)+/gm, ''],
  [/^[ \t]*([-*+]|\d{1,3}[.)])[ \t]+(\[[ xX]\][ \t]+)?(?=\S)/gm, ''],
  [/^[ \t]*([-*_=][ \t]*){3,}$/gm, ''],
  [/!?\[([^\]\n]{0,300})\]\([^)\n]{0,500}\)/g, '$1'],
  [/(`{1,2})([^`\n]{1,300})\1/g, '$2'],
  [/(\*\*|__|~~)(?=\S)([^\n]{0,300}?\S)\1/g, '$2'],
  [/(?<![\w*])\*(?=[^\s*])([^*\n]{0,300}?[^\s*])\*(?![\w*])/g, '$1'],
  [/(?<![\w_])_(?=[^\s_])([^_\n]{0,300}?[^\s_])_(?![\w_])/g, '$1'],
]

/** The first words of a text as a title: one line, without marks, and not longer than a list has room for. */
export function plainTitle(text: string): string {
  const start = text.slice(0, LOOKED_AT)
  const unmarked = MARKS.reduce((soFar, [mark, rest]) => soFar.replace(mark, rest), start)
  const line = plainLine(unmarked) || plainLine(start)
  const characters = [...line]
  if (characters.length <= TITLE_LENGTH) return line
  const shown = characters.slice(0, TITLE_LENGTH - 1).join('')
  return `${shown.trimEnd()}…`
}
