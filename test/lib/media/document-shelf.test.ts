import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createDocumentShelf } from '#lib/media/document-shelf.ts'
import { readInWorker } from '#lib/media/read-in-worker.ts'
import { packedStream, pdf } from '#test/support/pdf-builder.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'metis-shelf-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const PDF = 'application/pdf'
const files = async () => {
  const names = await readdir(folder, { recursive: true })
  return names.filter((name) => name.endsWith('.json')).map((name) => join(folder, name))
}

describe('what was read of a document', () => {
  test('is kept beside the upload and is never read again, whatever a newer reader would make of it', async () => {
    const bytes = pdf({ pages: ['Words.'] })
    const reading = await createDocumentShelf({ folder }).read(bytes, PDF)
    expect(reading).toMatchObject({ text: '[page 1]\nWords.', pages: 1 })
    const [path = ''] = await files()
    const data = `attachments/${/([0-9a-f]{64})\.application-pdf\.json$/.exec(path)?.[1]}`
    const shelf = createDocumentShelf({ folder })
    expect(await shelf.find(data, PDF)).toEqual(reading)
    await writeFile(path, JSON.stringify({ ...reading, text: 'as it was read then' }))
    expect((await shelf.read(bytes, PDF)).text).toBe('as it was read then')
    await writeFile(path, '{"text":')
    expect(await shelf.find(data, PDF)).toBeNull()
    expect(await shelf.read(bytes, PDF)).toEqual(reading)
    expect(JSON.parse(await readFile(path, 'utf8'))).toEqual(reading)
  })

  test('is nothing for a document that is refused', async () => {
    const refused = createDocumentShelf({ folder }).read(Buffer.from('%PDF-1.7 broken'), PDF)
    await expect(refused).rejects.toMatchObject({ name: 'UnreadableDocumentError' })
    expect(await files()).toEqual([])
  })

  test('of plain text is not kept: it is decoded as quickly', async () => {
    const shelf = createDocumentShelf({ folder })
    expect(await shelf.read(Buffer.from('a,b'), 'text/csv')).toMatchObject({ text: 'a,b' })
    expect(await files()).toEqual([])
  })
})

describe('a document that takes too much', () => {
  test('time is given up', async () => {
    await expect(readInWorker(pdf({ pages: ['x'] }), PDF, { ms: 1 })).rejects.toMatchObject({
      name: 'UnreadableDocumentError',
      message: 'it was not read within 0.001 seconds',
    })
  })

  test('time by what is packed in it is given up, small as the file is', async () => {
    const page = '<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Contents 100 0 R>>'
    const bytes = pdf({ pages: [], objects: [packedStream(400), page], kids: '101 0 R' })
    expect(bytes.byteLength).toBeLessThan(1_000_000)
    // Left alone it is given up for its memory, which takes a while to fill.
    await expect(readInWorker(bytes, PDF, { ms: 300 })).rejects.toMatchObject({
      name: 'UnreadableDocumentError',
      message: 'it was not read within 0.3 seconds',
    })
  })

  test('memory is given up', async () => {
    await expect(readInWorker(pdf({ pages: ['x'] }), PDF, { memoryMb: 1 })).rejects.toMatchObject({
      message: 'it needs more memory to be read than there is for one file',
    })
  })
})
