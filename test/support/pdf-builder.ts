import { constants, deflateRawSync } from 'node:zlib'

export interface PdfOptions {
  /** One page each; an empty one has no text. */
  pages: readonly string[]
  /** Entries of the catalog, for instance an action to run when it is opened. */
  catalog?: string
  /** Further objects, numbered from 100. */
  objects?: readonly string[]
  /** A page that is one of those objects. */
  kids?: string
  /** Entries of the trailer, for instance `/Encrypt 100 0 R/ID[<00><00>]`. */
  trailer?: string
}

/** A stream that unpacks to so many million spaces, of a thousand bytes each. */
export function packedStream(millions: number): string {
  const million = deflateRawSync(Buffer.alloc(1_000_000, ' '), { finishFlush: constants.Z_FULL_FLUSH })
  const packed = `x\x9c${million.toString('latin1').repeat(millions)}\x03\x00`
  return `<</Filter/FlateDecode/Length ${packed.length}>>stream\n${packed}\nendstream`
}

/** A PDF of these pages, as small as it can be. */
export function pdf({ pages, catalog = '', objects = [], trailer = '', kids: further }: PdfOptions): Buffer {
  const numbered = new Map<number, string>([
    [1, `<</Type/Catalog/Pages 2 0 R${catalog}>>`],
    [3, '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>'],
    ...objects.map((object, index) => [100 + index, object] as const),
  ])
  const kids = pages.map((text, index) => {
    const number = 1_000 + 2 * index
    const box = '/MediaBox[0 0 300 300]/Resources<</Font<</F1 3 0 R>>>>'
    numbered.set(number, `<</Type/Page/Parent 2 0 R${box}/Contents ${number + 1} 0 R>>`)
    numbered.set(number + 1, stream(text))
    return `${number} 0 R`
  })
  const all = further === undefined ? kids : [...kids, further]
  numbered.set(2, `<</Type/Pages/Kids[${all.join(' ')}]/Count ${all.length}>>`)
  return written(numbered, trailer)
}

function stream(text: string): string {
  const lines = text.split('\n').map((line) => `(${line.replace(/[\\()]/g, '\\$&')}) Tj 0 -14 Td`)
  const content = text === '' ? '' : `BT /F1 12 Tf 20 270 Td ${lines.join(' ')} ET`
  return `<</Length ${content.length}>>stream\n${content}\nendstream`
}

function written(objects: ReadonlyMap<number, string>, trailer: string): Buffer {
  let file = '%PDF-1.7\n'
  const table: string[] = []
  for (const [number, object] of objects) {
    table.push(`${number} 1\n${String(file.length).padStart(10, '0')} 00000 n \n`)
    file += `${number} 0 obj\n${object}\nendobj\n`
  }
  const size = Math.max(...objects.keys()) + 1
  const xref = `xref\n0 1\n0000000000 65535 f \n${table.join('')}`
  const end = `trailer<</Size ${size}/Root 1 0 R${trailer}>>\nstartxref\n${file.length}\n%%EOF`
  return Buffer.from(`${file}${xref}${end}`, 'latin1')
}
