import { describe, expect, test } from 'vitest'
import type { DocumentBlock } from '#lib/canonical/block.ts'
import { ALL_CAPABILITIES, assistant, call, toolMessage, user } from '#test/support/message-builder.ts'
import { recorded } from '#test/support/recorded-history.ts'

const HALF = '\ud83d'
const REASON = 'half a character in it is replaced: providers refuse it'

describe('half a character in what stands beside a document', () => {
  const documents = {
    media_types: ['application/pdf'],
    in_results: true,
    by_address: true,
    max_count: 10,
    max_pages: 100,
    max_total_base64_bytes: 1_000_000,
  }
  const stored: DocumentBlock = {
    type: 'document',
    source: { kind: 'base64', data: 'JVBERg==' },
    media_type: 'application/pdf',
    name: 'report.pdf',
  }

  test.each<[string, Partial<DocumentBlock>, Partial<DocumentBlock>]>([
    ['its name', { name: `a${HALF}.pdf` }, { name: 'a\ufffd.pdf' }],
    ['its title', { title: HALF, context: 'Whole.' }, { title: '\ufffd', context: 'Whole.' }],
    ['what is said about it', { context: HALF, title: 'Sales' }, { context: '\ufffd', title: 'Sales' }],
  ])('is replaced in %s, and all else of it stays', (_, broken, mended) => {
    const { records, contents } = recorded([user([{ ...stored, ...broken }])], {
      capabilities: { ...ALL_CAPABILITIES, documents },
    })
    expect(contents).toEqual([['user', [{ ...stored, ...mended }]]])
    expect(records).toEqual([[0, 'document', 'repaired', REASON]])
  })
})

test('a call that is mended gets no raw arguments that it did not have', () => {
  const { contents } = recorded([assistant([call('tu_1', 'add', { a: HALF })]), toolMessage('tu_1'), user('Go on')])
  expect(contents[0]).toStrictEqual(['assistant', [call('tu_1', 'add', { a: '\ufffd' })]])
})
