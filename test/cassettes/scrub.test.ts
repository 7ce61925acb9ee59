import { describe, expect, test } from 'vitest'
import { createScrubber, secretsLeftIn } from '../../cassettes/scrub.ts'

const KEY = 'key-of-mine-0123456789'

describe('a scrubber', () => {
  test.each([
    ['the key', `{"seen":"${KEY}"}`, '{"seen":"[redacted]"}'],
    [
      'what looks like a key',
      'Incorrect API key provided: sk-proj-abcdefgh1234',
      'Incorrect API key provided: [redacted]',
    ],
    ['an e-mail address', 'for jane.doe+ai@corp.example.net today', 'for someone@example.com today'],
    ['an organisation', '"organization":"org-a1B2c3D4e5F6"', '"organization":"org-scrubbed0001"'],
    ['a UUID', 'id 3f2b8c1e-9a7d-4e5f-8b6a-0c1d2e3f4a5b', 'id 00000000-0000-4000-8000-000000000001'],
  ])('replaces %s', (_what, text, scrubbed) => {
    expect(createScrubber([KEY])(text)).toBe(scrubbed)
  })

  test('replaces an id by the same stand-in wherever it stands, and another by another', () => {
    const scrub = createScrubber([])
    expect(scrub('toolu_01AbCdEfGh2 toolu_01AbCdEfGh3')).toBe('toolu_scrubbed0001 toolu_scrubbed0002')
    expect(scrub('"toolu_01AbCdEfGh3"')).toBe('"toolu_scrubbed0002"')
    expect(scrub(scrub('"toolu_01AbCdEfGh3"'))).toBe('"toolu_scrubbed0002"')
  })

  test.each([
    ['"id":"e5cc70bb28c444948073e77776eb30ef"', '"id":"scrubbed0001"'],
    ['"id": "D681PevKs"', '"id": "scrubbed0001"'],
    ['"tool_call_id":"DxyzPevKs"', '"tool_call_id":"scrubbed0001"'],
    ['"item_id":"ctc_abcDefGhi"', '"item_id":"ctc_scrubbed0001"'],
    ['"call_id":"functions.get_weather:0"', '"call_id":"scrubbed0001"'],
    ['"responseId":"abcDefGhiJklMno"', '"responseId":"scrubbed0001"'],
    ['"organization":"the-owner-of-the-key"', '"organization":"scrubbed0001"'],
    ['in ws_0a1b2c3d4e5f6a7b of org-AbCdEfGhIjKlMnOp', 'in ws_scrubbed0001 of org-scrubbed0002'],
  ])('replaces an id by its place or its form: %s', (text, scrubbed) => {
    const scrub = createScrubber([])
    expect(scrub(text)).toBe(scrubbed)
    expect(scrub(scrubbed)).toBe(scrubbed)
  })

  test('replaces an id that a field gave away in running text too', () => {
    const scrub = createScrubber([])
    expect(scrub('{"id":"e5cc70bb28c4"} e5cc70bb28c4 is unknown')).toBe('{"id":"scrubbed0001"} scrubbed0001 is unknown')
    expect(scrub('no e5cc70bb28c4')).toBe('no scrubbed0001')
  })

  test.each(['"id":""', '"id":null', '"id":"web"', '"model_id":"gpt-4.1-mini"', '"id":"[redacted]"'])(
    'leaves %s as it is',
    (text) => {
      expect(createScrubber([])(text)).toBe(text)
    },
  )

  test('leaves words alone', () => {
    const words = 'call-to-action, user-friendly, org-administration, file_name, msg_type, someone@example.com'
    expect(createScrubber([KEY])(words)).toBe(words)
  })
})

describe('what is left', () => {
  test.each([
    ['the key itself', `x ${KEY} y`],
    ['the key in base64', Buffer.from(`Basic ${KEY}: ok`).toString('base64')],
    ['the key backwards', [...KEY].reverse().join('')],
  ])('%s is the key of this very request', (_what, text) => {
    expect(secretsLeftIn(text, [KEY])).toContain('the key of this very request')
  })

  test.each([
    ['an API key', 'gsk_abcdefghijklmnop1234'],
    ['a Google key', 'AIzaSyA1234567890abcdefghijk'],
    ['an AWS key', 'AKIAABCDEFGHIJKLMNOP'],
    ['a GitHub token', 'ghp_abcdefghijklmnopqrstuvwx'],
    ['a token that names its bearer', 'Bearer abcdef.ghijklmnop'],
    ['a JSON web token', 'eyJhbGciOiJIUzI1.eyJzdWIiOiIxMjM0.abc'],
    ['an e-mail address', 'jane@corp.example.net'],
  ])('%s is named by its kind', (kind, text) => {
    expect(secretsLeftIn(text, [])).toEqual([kind])
  })

  test('nothing is found in what is clean', () => {
    expect(secretsLeftIn('Bearer [redacted], someone@example.com, a sketch', [KEY])).toEqual([])
  })
})
