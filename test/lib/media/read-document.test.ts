import { describe, expect, test } from 'vitest'
import { documentType } from '#lib/media/document-type.ts'
import { readDocument } from '#lib/media/read-document.ts'
import { archive, docx, paragraph, pptx, xlsx } from '#test/support/office-builder.ts'
import { pdf } from '#test/support/pdf-builder.ts'

/** By its name and its bytes, as an upload is read. */
const read = async (name: string, bytes: Uint8Array, most?: number) => {
  const media_type = documentType(bytes, name)
  return { media_type, ...(await readDocument(bytes, media_type, most)) }
}
const textOf = async (name: string, bytes: Uint8Array) => (await read(name, bytes)).text
const utf16 = (text: string, order: 'le' | 'be') => {
  const bytes = Buffer.from(text, 'utf16le')
  return order === 'le' ? bytes : bytes.swap16()
}

describe('a PDF', () => {
  test('is read page by page', async () => {
    const bytes = pdf({ pages: ['Sales rose.\nBy a third.', 'Costs fell.'] })
    expect(await read('report.pdf', bytes)).toEqual({
      media_type: 'application/pdf',
      byte_length: bytes.byteLength,
      text: '[page 1]\nSales rose.\nBy a third.\n\n[page 2]\nCosts fell.',
      is_cut: false,
      pages: 2,
      is_encrypted: false,
    })
  })

  test('is one by its bytes, whatever its name says', async () => {
    expect((await read('notes.txt', pdf({ pages: ['x'] }))).media_type).toBe('application/pdf')
    expect(documentType(Buffer.from('only words'), 'report.pdf')).toBe('text/plain')
  })

  test('of pictures only has pages and no text', async () => {
    expect(await read('scan.pdf', pdf({ pages: ['', ''] }))).toMatchObject({ text: null, pages: 2 })
  })

  test('with scripts in it is read as if there were none', async () => {
    const catalog = '/OpenAction 100 0 R'
    const objects = ['<</S/JavaScript/JS(app.alert\\(1\\); while\\(true\\);)>>']
    expect(await textOf('a.pdf', pdf({ pages: ['Words.'], catalog, objects }))).toBe('[page 1]\nWords.')
  })

  test('with a password is refused with what to do', async () => {
    const encrypt = `<</Filter/Standard/V 1/R 2/O<${'28'.repeat(32)}>/U<${'42'.repeat(32)}>/P -4>>`
    const bytes = pdf({ pages: ['Secret.'], objects: [encrypt], trailer: '/Encrypt 100 0 R/ID[<00><00>]' })
    await expect(read('locked.pdf', bytes)).rejects.toMatchObject({
      name: 'UnreadableDocumentError',
      message: 'a PDF with a password: save it without one, and attach that',
    })
  })

  test('that is damaged is refused with what to do', async () => {
    await expect(read('a.pdf', Buffer.from('%PDF-1.7\nnothing follows'))).rejects.toMatchObject({
      message: 'a damaged PDF: save or print it to a new one, and attach that',
    })
  })

  test('of 5,000 pages is refused before they are read', async () => {
    const pages = Array.from({ length: 5_000 }, () => 'x')
    await expect(read('long.pdf', pdf({ pages }))).rejects.toMatchObject({
      message: 'a PDF of 5000 pages: attach those that matter, 2000 at most',
    })
  })

  test('with more text than is kept is cut, and says so', async () => {
    const reading = await read('a.pdf', pdf({ pages: ['aaaa', 'bbbb', 'cccc'] }), 20)
    expect(reading).toMatchObject({ text: '[page 1]\naaaa\n\n[page', is_cut: true, pages: 3 })
  })
})

describe('text', () => {
  test.each([
    ['UTF-8', Buffer.from('Grüße, €5')],
    ['UTF-8 with a mark', Buffer.from('\ufeffGrüße, €5')],
    ['UTF-16, little end first, with a mark', utf16('\ufeffGrüße, €5', 'le')],
    ['UTF-16, big end first, with a mark', utf16('\ufeffGrüße, €5', 'be')],
    ['UTF-16 without a mark', utf16('Grüße, €5', 'le')],
  ])('in %s is the same text', async (_what, bytes) => {
    expect(await textOf('a.txt', bytes)).toBe('Grüße, €5')
  })

  test('in Latin-1 and what Windows made of it is read', async () => {
    expect(await textOf('a.txt', Buffer.from('Grüße', 'latin1'))).toBe('Grüße')
    expect(await textOf('a.txt', Buffer.from([0x80, 0x35]))).toBe('€5')
  })

  test.each([
    ['a.csv', 'text/csv'],
    ['a.TSV', 'text/tab-separated-values'],
    ['README.md', 'text/markdown'],
    ['a.json', 'application/json'],
    ['a.py', 'text/plain'],
    ['Makefile', 'text/plain'],
  ])('of the name %s is %s', (name, media_type) => {
    expect(documentType(Buffer.from('a,b\n1,2\n'), name)).toBe(media_type)
  })

  test('of a page is its words: no script, no style, nothing hidden in the head', async () => {
    const html = `<html><head><title>T</title><script>steal()</script></head><body onload="x()">
      <h1>Prices</h1><style>p{}</style><p>From <b>today</b> &amp; on</p><script>alert(1)</script>
      <table><tr><td>a</td><td>1</td></tr></table><iframe src="x">no</iframe></body></html>`
    expect(await read('a.html', Buffer.from(html))).toMatchObject({
      media_type: 'text/html',
      text: 'Prices\n\nFrom today & on\n\na\t1',
    })
  })

  test.each([
    ['nothing', Buffer.alloc(0), 'the file is empty'],
    ['bytes of a program', Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 0, 1, 2]), expect.stringContaining('neither text')],
    ['an old office file', Buffer.from('d0cf11e0a1b11ae1', 'hex'), expect.stringContaining('old kind')],
    ['an archive', archive({ 'a.txt': 'hi' }), expect.stringContaining('unpack it')],
    ['half an archive', docx(paragraph('hi')).subarray(0, 60), expect.stringContaining('damaged archive')],
  ])('%s is none', async (_what, bytes, message) => {
    await expect(read('file', bytes)).rejects.toMatchObject({ name: 'UnreadableDocumentError', message })
  })
})

describe('an office file', () => {
  test('of words is read paragraph by paragraph, its tables row by row', async () => {
    const cell = (text: string) => `<w:tc>${paragraph(text)}</w:tc>`
    const body = `${paragraph('Dear all,')}<w:tbl><w:tr>${cell('Item')}${cell('5 &amp; up')}</w:tr></w:tbl>`
    const bytes = docx(`${body}<w:p><w:r><w:t>Yours</w:t><w:tab/><w:t>A</w:t></w:r></w:p>`)
    expect(await read('letter.docx', bytes)).toMatchObject({
      media_type: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
      text: 'Dear all,\nItem \t5 & up\nYours\tA',
    })
  })

  test('of tables has its sheets by name, and each cell in its column', async () => {
    const rows =
      '<row><c r="A1" t="s"><v>0</v></c><c r="C1" t="s"><v>1</v></c></row><row><c r="A2"><v>3.5</v></c><c r="B2" t="inlineStr"><is><t>x</t></is></c></row>'
    expect(await textOf('a.xlsx', xlsx({ Sales: rows, Empty: '' }, ['Month', 'Sum']))).toBe(
      '[sheet Sales]\nMonth\t\tSum\n3.5\tx\n\n[sheet Empty]',
    )
  })

  test('of slides is read in their order', async () => {
    const slides = Array.from({ length: 11 }, (_, index) => `Point ${index + 1}`)
    const text = await textOf('a.pptx', pptx(slides))
    expect(text?.startsWith('[slide 1]\nPoint 1\n\n[slide 2]\nPoint 2\n')).toBe(true)
    expect(text?.endsWith('[slide 10]\nPoint 10\n\n[slide 11]\nPoint 11')).toBe(true)
  })

  test.each([
    ['text', '<text:h>Title</text:h><text:p>One<text:tab/>two</text:p>', 'Title\nOne\ttwo'],
    [
      'spreadsheet',
      '<table:table table:name="S"><table:table-row><table:table-cell><text:p>a</text:p></table:table-cell><table:table-cell table:number-columns-repeated="9999999"/></table:table-row></table:table>',
      '[sheet S]\na',
    ],
  ])('of the open kind is read too: %s', async (kind, content, text) => {
    const bytes = archive({
      mimetype: `application/vnd.oasis.opendocument.${kind}`,
      'content.xml': `<o xmlns:text="t" xmlns:table="u">${content}</o>`,
    })
    expect(await textOf('a.odt', bytes)).toBe(text)
  })

  test('that unpacks to more than it may is refused before it is unpacked', async () => {
    const bytes = docx(paragraph('hi'))
    // The size that its directory names for the part with the words.
    const at = bytes.lastIndexOf('word/document.xml') - 46
    bytes.writeUInt32LE(0xf0000000, at + 24)
    await expect(read('bomb.docx', bytes)).rejects.toMatchObject({
      message: 'an archive that unpacks to more than 200 MB',
    })
  })

  test('that names a smaller size than it unpacks to gives no more than it named', async () => {
    const bytes = docx(paragraph('x'.repeat(5_000_000)))
    const at = bytes.lastIndexOf('word/document.xml') - 46
    bytes.writeUInt32LE(1_000, at + 24)
    expect((await textOf('bomb.docx', bytes))?.length ?? 0).toBeLessThan(1_001)
  })

  test('keeps what entities of its own would grow to as they stand', async () => {
    const xml = '<!DOCTYPE d [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;">]><d><w:p><w:t>&b;</w:t></w:p></d>'
    expect(await textOf('a.docx', archive({ 'word/document.xml': xml }))).toBe('&b;')
  })
})
