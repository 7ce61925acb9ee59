import { Parser } from 'htmlparser2'
import { LineWriter } from './line-writer.ts'

/** Whose content nobody reads. */
const SILENT = new Set(['script', 'style', 'noscript', 'template', 'iframe', 'object', 'svg', 'head'])
/** What a reader sees on lines of its own. */
const BLOCKS = new Set(
  'address article aside blockquote br dd div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section table tbody thead tfoot tr ul caption summary details'.split(
    ' ',
  ),
)

/** What a person reads of a page: its words, a line for each block, a tab between cells. Nothing in it is run or fetched. */
export function htmlText(html: string, most: number): string {
  const text = new LineWriter(most)
  let silent = 0
  const parser = new Parser(
    {
      onopentag(name, { alt }) {
        if (SILENT.has(name)) silent += 1
        if (silent > 0) return
        if (BLOCKS.has(name)) text.breakLine()
        if (name === 'li') text.write('- ')
        if (name === 'img' && alt) text.write(`[picture: ${alt}]`)
      },
      onclosetag(name) {
        if (SILENT.has(name)) silent = Math.max(0, silent - 1)
        if (silent > 0) return
        if (BLOCKS.has(name)) text.breakLine()
        if (name === 'td' || name === 'th') text.write('\t')
      },
      ontext(piece) {
        if (silent === 0) text.write(piece.replace(/\s+/g, ' '))
        if (text.isFull) parser.pause()
      },
    },
    { decodeEntities: true },
  )
  parser.write(html)
  parser.end()
  return text.toString()
}
