import { Parser } from 'htmlparser2'
import { LineWriter } from './line-writer.ts'
import { partsOf } from './office-archive.ts'
import { sheetText } from './sheet-text.ts'

/** How the text of one kind of XML is laid out: names of elements, without the prefix that is not always the same. */
interface Layout {
  /** Whose text is text; null where all of it is. */
  text: string | null
  paragraphs: readonly string[]
  cells: readonly string[]
  breaks: readonly string[]
  tabs: readonly string[]
  /** What starts something that has a number, and what it is called. */
  page?: readonly [element: string, label: string]
}

const WORD: Layout = { text: 't', paragraphs: ['p', 'tr'], cells: ['tc'], breaks: ['br', 'cr'], tabs: ['tab'] }
const SLIDE: Layout = { text: 't', paragraphs: ['p', 'tr'], cells: ['tc'], breaks: ['br'], tabs: [] }
const OPEN_DOCUMENT: Layout = {
  text: null,
  paragraphs: ['p', 'h', 'table-row'],
  cells: ['table-cell'],
  breaks: ['line-break'],
  tabs: ['tab', 's'],
  page: ['page', 'slide'],
}

/** What a person reads in an office file, up to a little more than `most` characters. Macros and links are left alone. */
export function officeText(bytes: Uint8Array, media_type: string, most: number): string {
  const text = new LineWriter(most)
  if (media_type.includes('wordprocessing')) {
    const parts = partsOf(bytes, (name) => /^word\/(document|footnotes|endnotes)\.xml$/.test(name))
    for (const name of ['document', 'footnotes', 'endnotes']) write(parts.get(`word/${name}.xml`), WORD, text)
  } else if (media_type.includes('presentationml')) {
    const parts = partsOf(bytes, (name) => /^ppt\/slides\/slide\d+\.xml$/.test(name))
    for (const [index, name] of [...parts.keys()].sort(byNumber).entries()) {
      heading(`slide ${index + 1}`, text)
      write(parts.get(name), SLIDE, text)
    }
  } else if (media_type.includes('sheet')) {
    return sheetText(bytes, media_type, most)
  } else {
    write(partsOf(bytes, (name) => name === 'content.xml').get('content.xml'), OPEN_DOCUMENT, text)
  }
  return text.toString()
}

function byNumber(one: string, other: string): number {
  return Number(one.replace(/\D/g, '')) - Number(other.replace(/\D/g, ''))
}

function heading(label: string, text: LineWriter): void {
  text.breakLine()
  text.write(`[${label}]`)
  text.breakLine()
}

function write(xml: Uint8Array | undefined, layout: Layout, text: LineWriter): void {
  if (!xml) return
  let inText = layout.text === null ? 1 : 0
  let inCell = 0
  let pages = 0
  const parser = new Parser(
    {
      onopentag(prefixed) {
        const name = localName(prefixed)
        if (name === layout.text) inText += 1
        if (layout.cells.includes(name)) inCell += 1
        if (layout.tabs.includes(name)) text.write(name === 's' ? ' ' : '\t')
        if (layout.breaks.includes(name)) text.breakLine()
        if (name === layout.page?.[0]) {
          pages += 1
          heading(`${layout.page[1]} ${pages}`, text)
        }
      },
      onclosetag(prefixed) {
        const name = localName(prefixed)
        if (name === layout.text) inText -= 1
        if (layout.cells.includes(name)) {
          inCell -= 1
          text.write('\t')
        } else if (layout.paragraphs.includes(name)) {
          // The paragraphs of a cell are one line of its row.
          if (inCell > 0) text.write(' ')
          else text.breakLine()
        }
      },
      ontext(piece) {
        if (inText > 0) text.write(piece.replace(/[\r\n]+/g, ' '))
      },
    },
    { xmlMode: true },
  )
  parser.end(new TextDecoder().decode(xml))
}

function localName(prefixed: string): string {
  return prefixed.slice(prefixed.indexOf(':') + 1)
}
