import { expect, test } from 'vitest'
import { samenessOf } from '#lib/receipt/sameness.ts'

const body = (sha: string, fields: Record<string, string> = { model: 'm', tools: 't' }) => ({
  sha256: sha.repeat(64),
  bytes: 10,
  fields,
})

test.each([
  ['the same bytes were sent last', [body('a')], { is: 'sent' }],
  ['they were refused, and others sent', [body('a'), body('b')], { is: 'mended' }],
  ['nothing is kept of the last attempt', [body('a'), null], { is: 'unknown' }],
  ['there was none', [], { is: 'unknown' }],
  [
    'a field is another, one is new and one is gone',
    [body('b', { model: 'm', tools: 'u', top_p: 'p' })],
    { is: 'other', fields: ['tools', 'top_p'] },
  ],
  ['all fields are the same but for the conversation', [body('b')], { is: 'other', fields: ['conversation'] }],
])('a request that is made anew, where %s', (_, attempts, sameness) => {
  expect(samenessOf(body('a'), attempts)).toEqual(sameness)
})
