/** What a cell may hold; nothing is an empty one. */
export type CsvCell = string | number | null | undefined

/** What a spreadsheet would calculate instead of showing it (OWASP, CSV injection). Behind our own mark as well: it is undone. */
const FORMULA = /^'*[=+\-@\t\r\n＝＋－＠]/
const NUMBER = /^-?\d+(\.\d+)?$/

/**
 * A table as RFC 4180 has it: commas, quotes where they are needed, CRLF behind each row. Texts that a spreadsheet would take
 * for a formula get a `'` in front; plain decimals stay numbers. `mark`: with the byte order mark that Excel tells UTF-8 by.
 */
export function toCsv(rows: Iterable<readonly CsvCell[]>, { mark = false }: { mark?: boolean } = {}): string {
  const lines = Array.from(rows, (cells) => `${cells.map(cellOf).join(',')}\r\n`)
  return (mark ? '\uFEFF' : '') + lines.join('')
}

function cellOf(value: CsvCell): string {
  const text = neutralised(String(value ?? ''))
  return /[",;\r\n\t]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

function neutralised(text: string): string {
  return FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text
}

/** A cell of such a table as it was before. */
export function fromCsvCell(text: string): string {
  return text.startsWith("'") && FORMULA.test(text) ? text.slice(1) : text
}
