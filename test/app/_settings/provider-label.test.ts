import { expect, test } from 'vitest'
import { keyLabel, originLabel } from '#app/_settings/provider-label.ts'
import { english } from '#app/_texts/english/first.ts'
import { english as late } from '#app/_texts/english/late.ts'
import { provider } from '../_providers/provider-builder.ts'

const words = late.settings
const NOW = new Date('2026-11-22T18:00:00')
const stored = provider('one', {
  by: 'stored',
  has_key: true,
  key_hint: 'c41F',
  added_at: '2026-11-03T10:00:00.000000Z',
})

test('a key is told by its end, a server by its address', () => {
  expect(keyLabel(words, stored)).toBe('ends c41F')
  expect(keyLabel(words, { ...stored, key_hint: null })).toBe('a key')
  expect(keyLabel(words, { ...stored, has_key: false, address: 'http://127.0.0.1:11434/v1' })).toBe('127.0.0.1:11434')
  expect(keyLabel(words, provider('one'))).toBe('no key')
  expect(keyLabel(words, provider('one', { needs: 'address' }))).toBe('no address')
})

test('says whence it is and when it was used', () => {
  const used_at = new Date('2026-11-22T09:44:00').toISOString()
  expect(originLabel(words, english.format, { ...stored, used_at }, NOW)).toBe('added 3 Nov, used 09:44')
  expect(originLabel(words, english.format, stored, NOW)).toBe('added 3 Nov, not used yet')
  expect(originLabel(words, english.format, { ...stored, by: 'environment', variable: 'ONE_KEY' }, NOW)).toBe(
    'from the environment (ONE_KEY), not used yet',
  )
  expect(originLabel(words, english.format, { ...stored, by: 'models_file' }, NOW)).toBe(
    'from models.yaml, not used yet',
  )
})
