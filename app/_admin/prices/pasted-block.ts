/** The cells of what a spreadsheet puts on the clipboard: tabs between them, a line for each row. Without blanks around. */
export function pastedBlock(text: string): string[][] {
  const lines = text.split(/\r\n|\r|\n/)
  if (lines.at(-1) === '') lines.pop()
  return lines.map((line) => line.split('\t').map((cell) => unquoted(cell.trim())))
}

/** Spreadsheets put quotes around a cell with quotes in it. */
function unquoted(cell: string): string {
  return /^".*"$/.test(cell) ? cell.slice(1, -1).replaceAll('""', '"') : cell
}
