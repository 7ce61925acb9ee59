import { Parser } from 'htmlparser2'
import { LineWriter } from './line-writer.ts'
import { partsOf } from './office-archive.ts'

/** A sheet has a line for each row that holds something, with tabs between its cells. */
export function sheetText(bytes: Uint8Array, media_type: string, most: number): string {
  const text = new LineWriter(most)
  if (media_type.includes('opendocument')) openDocument(bytes, text)
  else workbook(bytes, text)
  return text.toString()
}

/** A row or a cell that is said once and meant a million times is empty, but for a mistake. */
const MOST_REPEATED = 100

function openDocument(bytes: Uint8Array, text: LineWriter): void {
  let row: Row = new Row()
  let cell = { text: '', repeated: 1 }
  let inCell = false
  read(partsOf(bytes, (name) => name === 'content.xml').get('content.xml'), {
    open(name, attributes) {
      if (name === 'table') sheetHeading(attributes['table:name'] ?? '', text)
      if (name === 'table-row') row = new Row()
      if (name !== 'table-cell' && name !== 'covered-table-cell') return
      inCell = true
      cell = { text: '', repeated: Number(attributes['table:number-columns-repeated'] ?? 1) }
    },
    close(name) {
      if (name === 'table-row') row.writeTo(text)
      else if (name === 'table-cell' || name === 'covered-table-cell') {
        inCell = false
        row.add(cell.text.trim(), cell.text === '' ? cell.repeated : Math.min(cell.repeated, MOST_REPEATED))
      } else if (inCell && name === 'p') cell.text += ' '
    },
    text(piece) {
      if (inCell) cell.text += piece
    },
  })
}

function workbook(bytes: Uint8Array, text: LineWriter): void {
  const parts = partsOf(bytes, (name) =>
    /^xl\/(workbook\.xml|sharedStrings\.xml|_rels\/workbook\.xml\.rels|worksheets\/[^/]+\.xml)$/.test(name),
  )
  const shared = sharedStrings(parts.get('xl/sharedStrings.xml'))
  const targets = new Map<string, string>()
  read(parts.get('xl/_rels/workbook.xml.rels'), {
    open(name, { Id, Target }) {
      if (name === 'Relationship' && Id && Target) targets.set(Id, Target.replace(/^\/?(xl\/)?/, 'xl/'))
    },
  })
  read(parts.get('xl/workbook.xml'), {
    open(name, attributes) {
      if (name !== 'sheet') return
      sheetHeading(attributes.name ?? '', text)
      worksheet(parts.get(targets.get(attributes['r:id'] ?? '') ?? ''), shared, text)
    },
  })
}

function sharedStrings(xml: Uint8Array | undefined): string[] {
  const strings: string[] = []
  let current = ''
  let inText = false
  read(xml, {
    open(name) {
      if (name === 'si') current = ''
      // What is said of how a word is read aloud stands beside it.
      if (name === 'rPh') inText = false
      if (name === 't') inText = true
    },
    close(name) {
      if (name === 't') inText = false
      if (name === 'si') strings.push(current)
    },
    text(piece) {
      if (inText) current += piece
    },
  })
  return strings
}

function worksheet(xml: Uint8Array | undefined, shared: readonly string[], text: LineWriter): void {
  let row = new Row()
  let cell = { column: 0, type: '', text: '' }
  let inValue = false
  read(xml, {
    open(name, { r = '', t = 'n' }) {
      if (name === 'row') row = new Row()
      if (name === 'c') cell = { column: columnOf(r) ?? row.length, type: t, text: '' }
      if (name === 'v' || name === 't') inValue = true
    },
    close(name) {
      if (name === 'v' || name === 't') inValue = false
      if (name === 'c') row.put(cell.column, cell.type === 's' ? (shared[Number(cell.text)] ?? '') : cell.text)
      if (name === 'row') row.writeTo(text)
    },
    text(piece) {
      if (inValue) cell.text += piece
    },
  })
}

const MOST_COLUMNS = 16_384

/** `C7` is in the third column. */
function columnOf(reference: string): number | null {
  const letters = /^[A-Z]{1,3}/.exec(reference)?.[0]
  if (letters === undefined) return null
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
}

class Row {
  readonly #cells: string[] = []
  /** Empty ones at the end: only written where something follows. */
  #pending = 0

  get length(): number {
    return this.#cells.length + this.#pending
  }

  add(text: string, times: number): void {
    if (text === '') this.#pending += times
    else for (let time = 0; time < times; time += 1) this.put(this.length, text)
  }

  put(column: number, text: string): void {
    if (text === '' || column >= MOST_COLUMNS) return
    while (this.#cells.length < column) this.#cells.push('')
    this.#pending = 0
    this.#cells[column] = text.replace(/\s+/g, ' ')
  }

  writeTo(text: LineWriter): void {
    if (this.#cells.length === 0) return
    text.write(this.#cells.join('\t'))
    text.breakLine()
  }
}

function sheetHeading(name: string, text: LineWriter): void {
  text.breakLine()
  text.write(`[sheet ${name}]`)
  text.breakLine()
}

interface Reader {
  open?: (name: string, attributes: Record<string, string>) => void
  close?: (name: string) => void
  text?: (piece: string) => void
}

/** Names come without their prefix, attributes with it. */
function read(xml: Uint8Array | undefined, { open, close, text }: Reader): void {
  if (!xml) return
  const localName = (prefixed: string) => prefixed.slice(prefixed.indexOf(':') + 1)
  const parser = new Parser(
    {
      onopentag: (name, attributes) => open?.(localName(name), attributes),
      onclosetag: (name) => close?.(localName(name)),
      ontext: (piece) => text?.(piece),
    },
    { xmlMode: true },
  )
  parser.end(new TextDecoder().decode(xml))
}
