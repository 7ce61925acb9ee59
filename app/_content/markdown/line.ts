/** What a line of Markdown begins, as far as it can be told from the line alone. */

export interface Fence {
  indent: number
  mark: string
  /** What stands behind the opening marks. */
  info: string
}

export function fenceOf(line: string): Fence | null {
  const match = /^( {0,3})(`{3,}|~{3,})(.*)/.exec(line)
  if (!match) return null
  const [, indent = '', mark = '', info = ''] = match
  return mark.startsWith('`') && info.includes('`') ? null : { indent: indent.length, mark, info: info.trim() }
}

export function endsFence(line: string, { mark }: Fence): boolean {
  const close = /^ {0,3}(`{3,}|~{3,})[ \t]*$/.exec(line)?.[1]
  return close !== undefined && close[0] === mark[0] && close.length >= mark.length
}

export interface ListMark {
  indent: number
  /** Where the text of the item begins: what is indented less is not in it. */
  offset: number
  /** `-`, `*`, `+`, `.` or `)`: another one begins another list. */
  type: string
  number: number | null
  empty: boolean
}

export function listMarkOf(line: string): ListMark | null {
  const match = /^( {0,3})(?:([-+*])|(\d{1,9})([.)]))(?:([ \t]+)|$)/.exec(line)
  if (!match) return null
  const [whole, indent = '', bullet, digits, delimiter, space = ''] = match
  const width = space.replaceAll('\t', '    ').length
  const mark = whole.length - space.length
  const empty = whole.length === line.length
  return {
    indent: indent.length,
    offset: mark + (empty || width > 4 ? 1 : width),
    type: bullet ?? delimiter ?? '',
    number: digits === undefined ? null : Number(digits),
    empty,
  }
}

/** Whether a list may begin in the middle of a paragraph: there a number is mostly a number. */
export function interruptsParagraph({ empty, number }: ListMark): boolean {
  return !empty && (number === null || number === 1)
}

export const isBlank = (line: string) => /^[ \t]*$/.test(line)
export const isHeading = (line: string) => /^ {0,3}#{1,6}(?:[ \t]|$)/.test(line)
export const isRule = (line: string) => /^ {0,3}([-*_])[ \t]*(?:\1[ \t]*){2,}$/.test(line)
export const isQuote = (line: string) => /^ {0,3}>/.test(line)
export const isIndentedCode = (line: string) => /^(?: {4}| {0,3}\t)/.test(line)
export const isFootnote = (line: string) => /^ {0,3}\[\^[^\]\s]+\]:/.test(line)
/** What may make a heading of the lines before. */
export const isUnderline = (line: string) => /^ {0,3}(?:-+|=+)[ \t]*$/.test(line)

export function indentOf(line: string): number {
  return /^ */.exec(line)?.[0].length ?? 0
}

const RAW = /^ {0,3}<(script|pre|style|textarea)(?=[\s>]|$)/i
const BLOCK_NAMES =
  'address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt|fieldset|' +
  'figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|hr|html|iframe|legend|li|link|main|menu|menuitem|nav|' +
  'noframes|ol|optgroup|option|p|param|search|section|summary|table|tbody|td|tfoot|th|thead|title|tr|track|ul'
const BLOCK = new RegExp(`^ {0,3}</?(?:${BLOCK_NAMES})(?=[\\s>]|/>|$)`, 'i')
const WHOLE_TAG = /^ {0,3}<\/?[a-z][a-z0-9-]*(?:\s[^<>]*)?\/?>[ \t]*$/i

export interface HtmlStart {
  /** `null`: it ends at an empty line. */
  end: RegExp | null
  interrupts: boolean
}

export function htmlOf(line: string): HtmlStart | null {
  if (RAW.test(line)) return { end: /<\/(?:script|pre|style|textarea)>/i, interrupts: true }
  if (/^ {0,3}<!--/.test(line)) return { end: /-->/, interrupts: true }
  if (/^ {0,3}<\?/.test(line)) return { end: /\?>/, interrupts: true }
  if (/^ {0,3}<![a-z]/i.test(line)) return { end: />/, interrupts: true }
  if (/^ {0,3}<!\[CDATA\[/.test(line)) return { end: /\]\]>/, interrupts: true }
  if (BLOCK.test(line)) return { end: null, interrupts: true }
  return WHOLE_TAG.test(line) ? { end: null, interrupts: false } : null
}

/** How many cells a line of a table has. */
function cellsOf(line: string): number {
  const inner = line.trim().replace(/^\|/, '')
  let cells = 1
  for (let at = 0; at < inner.length; at += 1) {
    if (inner[at] === '\\') at += 1
    else if (inner[at] === '|' && at < inner.length - 1) cells += 1
  }
  return cells
}

/** Whether two lines are the head of a table. */
export function isTableHead(head: string, delimiter: string): boolean {
  if (!/^ {0,3}\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/.test(delimiter)) return false
  return delimiter.includes('|') && head.includes('|') && cellsOf(head) === cellsOf(delimiter)
}
