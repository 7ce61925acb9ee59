import { expect, test } from 'vitest'
import { getsOf, whatModelGets } from '#app/_chat/composer/what-model-gets.ts'
import { english } from '#app/_texts/english/first.ts'
import type { DocumentLimits } from '#lib/canonical/capabilities.ts'
import { model } from '../model-builder.ts'

const PDF = { type: 'document' as const, media_type: 'application/pdf' }
const CSV = { type: 'document' as const, media_type: 'text/csv' }
const FOUND = { has_text: true, is_encrypted: false }

const LIMITS: DocumentLimits = {
  media_types: ['application/pdf'],
  in_results: true,
  by_address: false,
  max_count: 5,
  max_pages: 100,
  max_total_base64_bytes: 1_000_000,
}

function taking(limits?: Partial<DocumentLimits>) {
  const plain = model('one:big')
  return limits ? { ...plain, capabilities: { ...plain.capabilities, documents: { ...LIMITS, ...limits } } } : plain
}

test.each([
  ['a PDF for a model that takes such', PDF, taking({}), FOUND, 'goes as it is'],
  ['a scan for a model that takes such', PDF, taking({}), { ...FOUND, has_text: false }, 'goes as it is'],
  ['an encrypted PDF, which no host takes', PDF, taking({}), { ...FOUND, is_encrypted: true }, 'its text goes'],
  ['a PDF that its host reads', PDF, taking({ parsed_media_types: ['application/pdf'] }), FOUND, 'goes as it is'],
  [
    'a scan, where its host only reads words',
    PDF,
    taking({ parsed_media_types: ['application/pdf'] }),
    { ...FOUND, has_text: false },
    'nothing of it goes: there is no text in it',
  ],
  ['a PDF for any other model', PDF, taking(), FOUND, 'its text goes'],
  [
    'a scan for any other model',
    PDF,
    taking(),
    { ...FOUND, has_text: false },
    'nothing of it goes: there is no text in it',
  ],
  ['a PDF of which nothing is known', PDF, taking(), null, 'its text goes'],
  ['a table', CSV, taking({}), FOUND, 'goes as text'],
])('%s', (_, block, target, found, words) => {
  expect(whatModelGets(english, block, target, found)).toBe(words)
})

test('it is said of the model by its name, and of no model nothing', () => {
  expect(getsOf(english, PDF, taking())(FOUND)).toBe('For BIG: its text goes')
  expect(getsOf(english, PDF, undefined)(FOUND)).toBeNull()
})
