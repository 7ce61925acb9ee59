import { describe, expect, test } from 'vitest'
import type { CanonicalRequest } from '#lib/adapters/adapter.ts'
import type { DocumentBlock, FileSource } from '#lib/canonical/block.ts'
import type { DocumentLimits } from '#lib/canonical/capabilities.ts'
import type { MessageMetadata } from '#lib/canonical/message.ts'
import type { DocumentReading } from '#lib/media/document-reading.ts'
import { ALL_CAPABILITIES, text, user } from '#test/support/message-builder.ts'
import { recorded } from '#test/support/recorded-history.ts'

const LIMITS: DocumentLimits = {
  media_types: ['application/pdf', 'text/plain'],
  in_results: true,
  by_address: true,
  max_count: 10,
  max_pages: 100,
  max_total_base64_bytes: 1_000_000,
}
/** A target that reads PDF files and plain text, and one that takes no documents. */
const READER = { capabilities: { ...ALL_CAPABILITIES, documents: LIMITS } }
const NON_READER = { capabilities: ALL_CAPABILITIES }

const base64 = (content: string) => Buffer.from(content).toString('base64')
const inMessage = (content: string): FileSource => ({ kind: 'base64', data: base64(content) })
const UPLOAD: FileSource = { kind: 'file_ref', data: 'attachments/a' }
const pdf = (source: FileSource): DocumentBlock => {
  return { type: 'document', source, media_type: 'application/pdf', name: 'a.pdf' }
}
const table = (source: FileSource): DocumentBlock => {
  return { type: 'document', source, media_type: 'text/csv', name: 'a.csv' }
}
const uploaded = (content: string | Uint8Array): Partial<CanonicalRequest> => ({
  files: new Map([[UPLOAD.data, Buffer.from(content)]]),
})
const read = (reading: Partial<DocumentReading>): Partial<CanonicalRequest> => ({
  documents: new Map([
    [UPLOAD.data, { byte_length: 9, text: null, is_cut: false, pages: null, is_encrypted: false, ...reading }],
  ]),
})

/** How the only document of a history goes to a target, and what is recorded of it. */
function projected(
  block: DocumentBlock,
  target: typeof READER | typeof NON_READER,
  request: Partial<CanonicalRequest> = {},
  metadata: MessageMetadata = {},
) {
  const { records, contents } = recorded([user([block], metadata)], target, request)
  const [first] = contents
  return { sent: first?.[1], records }
}

describe('a document whose bytes are at hand', () => {
  test('goes as it is stored where they stand in the message', () => {
    const stored = pdf(inMessage('%PDF'))
    expect(projected(stored, READER)).toEqual({ sent: [stored], records: [] })
  })

  test('goes with its bytes where they are an upload', () => {
    expect(projected(pdf(UPLOAD), READER, uploaded('%PDF'))).toEqual({ sent: [pdf(inMessage('%PDF'))], records: [] })
  })

  test('is decoded here where it is text that nobody has read: of a message or of an upload', () => {
    const sent = [{ ...table(inMessage('month,sum\n')), media_type: 'text/plain' }]
    expect(projected(table(inMessage('month,sum\n')), READER)).toEqual({ sent, records: [] })
    expect(projected(table(UPLOAD), READER, uploaded('month,sum\n'))).toEqual({ sent, records: [] })
  })

  test('is no text because of its type alone, and no other file is text that nobody has read', () => {
    const none = 'the model takes no files of the type text/csv'
    expect(projected(table(UPLOAD), NON_READER, uploaded(new Uint8Array([0, 1, 2, 0, 3])))).toEqual({
      sent: [text(`[document omitted: a.csv: ${none}]`)],
      records: [[0, 'document', 'converted', none]],
    })
    const unread = 'the model takes no PDF files'
    expect(projected(pdf(inMessage('%PDF')), NON_READER)).toEqual({
      sent: [text(`[document omitted: a.pdf: ${unread}]`)],
      records: [[0, 'document', 'converted', unread]],
    })
  })
})

describe('a document that cannot go', () => {
  test.each([
    ['of text', table(UPLOAD), 'the model takes no files of the type text/csv'],
    ['of pages', pdf(UPLOAD), 'the file is not available'],
  ])('is named with the reason where its upload is not there: %s', (_, block, reason) => {
    expect(projected(block, READER)).toEqual({
      sent: [text(`[document omitted: ${block.name}: ${reason}]`)],
      records: [[0, 'document', 'converted', reason]],
    })
  })

  test('is left out where a later version keeps it in another way', () => {
    const reason = 'its source is of an unknown kind'
    expect(projected(pdf({ kind: 'vault' as 'url', data: 'vault/1' }), READER)).toEqual({
      sent: [text(`[document omitted: a.pdf: ${reason}]`)],
      records: [[0, 'document', 'converted', reason]],
    })
  })
})

describe('the text of a document in place of its file', () => {
  const sent = [text('[document: a.pdf, application/pdf]\nSales rose.\n[end of document: a.pdf]')]
  const whole = 'the model takes no PDF files: its text is sent'
  const cut = `${whole}; only the first 11 characters of its text are kept`

  test.each([
    ['all of it, of a message like any other', {}, false, 'converted', whole],
    ['all of it, of a critical message', { critical: true }, false, 'converted', whole],
    ['its beginning, of a message like any other', {}, true, 'converted', cut],
    ['its beginning, of a critical message: the rest is lost', { critical: true }, true, 'dropped', cut],
  ])('%s', (_, metadata, is_cut, action, reason) => {
    expect(projected(pdf(UPLOAD), NON_READER, read({ text: 'Sales rose.', is_cut }), metadata)).toEqual({
      sent,
      records: [[0, 'document', action, reason]],
    })
  })
})
