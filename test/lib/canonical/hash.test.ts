import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { canonicalJson, contentHash, hashJson, messageHash } from '#lib/canonical/hash.ts'
import type { Message } from '#lib/canonical/message.ts'
import { seedExample } from '#test/support/seed-example.ts'

describe('canonical JSON (RFC 8785)', () => {
  test('serialises the example of the RFC (§3.2.2) as the RFC does (§3.2.4)', () => {
    const value = {
      numbers: [Number('333333333.33333329'), 1e30, 4.5, 2e-3, 0.000000000000000000000000001],
      string: '\u20ac$\u000f\u000aA\'\u0042\u0022\u005c\\"\u002f',
      literals: [null, true, false],
    }
    expect(canonicalJson(value)).toBe(
      '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
    )
  })

  test('sorts keys by UTF-16 code units, as the RFC shows (§3.2.3)', () => {
    const value = {
      '\u20ac': 'Euro Sign',
      '\r': 'Carriage Return',
      '\ufb33': 'Hebrew Letter Dalet With Dagesh',
      '1': 'One',
      '\ud83d\ude00': 'Emoji: Grinning Face',
      '\u0080': 'Control',
      '\u00f6': 'Latin Small Letter O With Diaeresis',
    }
    expect(Object.values(JSON.parse(canonicalJson(value)))).toHaveLength(7)
    const order = [...canonicalJson(value).matchAll(/:"([^"]+)"/g)].map((match) => match[1])
    expect(order).toEqual([
      'Carriage Return',
      'One',
      'Control',
      'Latin Small Letter O With Diaeresis',
      'Euro Sign',
      'Emoji: Grinning Face',
      'Hebrew Letter Dalet With Dagesh',
    ])
  })

  test.each([
    [0, '0'],
    [-0, '0'],
    [1e21, '1e+21'],
    [9007199254740992, '9007199254740992'],
    [5e-324, '5e-324'],
    [1.7976931348623157e308, '1.7976931348623157e+308'],
  ])('writes the number %s as %s', (number, text) => {
    expect(canonicalJson(number)).toBe(text)
  })

  test('leaves out what is undefined', () => {
    expect(canonicalJson({ a: undefined, b: 1 })).toBe('{"b":1}')
  })

  test.each([[undefined], [Number.NaN], [Number.POSITIVE_INFINITY], [() => 1]])('is not for %s', (value) => {
    expect(() => canonicalJson(value)).toThrow()
  })
})

test('a hash is the SHA-256 of the canonical JSON', () => {
  expect(hashJson({ b: 'ü', a: [1] })).toBe(createHash('sha256').update('{"a":[1],"b":"ü"}').digest('hex'))
})

function reordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reordered)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([key, each]) => [key, reordered(each)]),
  )
}

test('the order of keys never changes a hash', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(hashJson(reordered(value))).toBe(hashJson(value))
    }),
  )
})

const [question, answer] = seedExample() as [Message, Message]

describe('the hash of the content', () => {
  test('is the same for the same words in two sessions', () => {
    const elsewhere = { ...question, id: '01HZ0000000000000000000999', session_id: 'other', metadata: { turn_id: 't' } }
    expect(contentHash(elsewhere)).toBe(contentHash(question))
  })

  test('changes with the role, the words and their order', () => {
    const content = [
      { type: 'text', text: 'a' },
      { type: 'text', text: 'b' },
    ] as const
    const hashes = [
      contentHash({ role: 'user', content: [...content] }),
      contentHash({ role: 'user', content: content.toReversed() }),
      contentHash({ role: 'system', content: [...content] }),
      contentHash({ role: 'user', content: [content[0]] }),
    ]
    expect(new Set(hashes).size).toBe(4)
  })
})

describe('the hash of the message', () => {
  test('does not see provider_raw', () => {
    const metadata = { ...answer.metadata, provider_raw: { signature: 'x' } }
    expect(messageHash({ ...answer, metadata })).toBe(messageHash(answer))
    expect(messageHash({ ...answer, metadata: { ...answer.metadata, provider_raw: null } })).toBe(messageHash(answer))
  })

  test.each<[string, Partial<Message>]>([
    ['its id', { id: '01HZ0000000000000000000999' }],
    ['its session', { session_id: 'other' }],
    ['its time', { created_at: '2026-05-08T12:00:01.123457Z' }],
    ['its metadata', { metadata: { ...answer.metadata, stop_reason: 'end_turn' } }],
    ['its version', { schema_version: 2 }],
  ])('changes with %s', (_, change) => {
    expect(messageHash({ ...answer, ...change })).not.toBe(messageHash(answer))
  })

  test('stays what it was: stored hashes must not go stale', () => {
    expect(messageHash(question)).toMatchInlineSnapshot(
      `"565aaf418c6103b19513040a5646d575db4996e2cf4962782495714c9d5960e9"`,
    )
    expect(contentHash(question)).toMatchInlineSnapshot(
      `"56197d2f65161137a43a47d789ea9cabd9dbfec18efd4eb0f15d2ef774eca658"`,
    )
  })
})

describe('what says the same has one hash', () => {
  const { usage, routing } = answer.metadata

  test.each<[string, object, object]>([
    ['a result that is no error', { is_error: false }, {}],
    ['an absent field and an undefined one', { is_error: undefined }, {}],
  ])('%s', (_, one, other) => {
    const withResult = (fields: object) =>
      contentHash({
        role: 'tool',
        content: [{ type: 'tool_result', tool_use_id: 'tu_1', content: [], ...fields }],
      })
    expect(withResult(one)).toBe(withResult(other))
    expect(withResult({ is_error: true })).not.toBe(withResult(other))
  })

  test('a thought without signature, in a result too', () => {
    const thought = (signature?: string | null) => {
      const block = { type: 'thinking' as const, text: 'hm', ...(signature !== undefined && { signature }) }
      return contentHash({
        role: 'assistant',
        content: [block, { type: 'tool_result', tool_use_id: 'tu_1', content: [block] }],
      })
    }
    expect(thought(null)).toBe(thought())
    expect(thought('signed')).not.toBe(thought())
    expect(thought('')).not.toBe(thought())
  })

  test.each<[string, object, object]>([
    ['status', { status: 'complete' }, {}],
    ['critical', { critical: false }, {}],
    ['user_id', { user_id: null }, {}],
    ['routing', { routing: { ...routing, rule_name: null, alternatives_considered: [] } }, { routing }],
    [
      'usage',
      { usage: { ...usage, cached_input_tokens: 0, cache_creation_input_tokens: 0, estimated: false } },
      { usage },
    ],
  ])('metadata with the default of %s', (_, one, other) => {
    const hash = (metadata: object) => messageHash({ ...answer, metadata: { ...answer.metadata, ...metadata } })
    expect(hash(one)).toBe(hash(other))
  })

  test.each<[string, object]>([
    ['a status', { status: 'cancelled' }],
    ['a routing', { routing: { ...routing, alternatives_considered: ['a:b'] } }],
    ['a counter', { usage: { ...usage, cached_input_tokens: 1 } }],
    ['a price that is not there', { usage: { ...usage, cost_usd: null } }],
    ['a count that is a guess', { usage: { ...usage, estimated: true } }],
  ])('and %s that means something has another', (_, metadata) => {
    const changed = { ...answer, metadata: { ...answer.metadata, ...metadata } as Message['metadata'] }
    expect(messageHash(changed)).not.toBe(messageHash(answer))
  })
})

test('half of a surrogate pair can be hashed: models write them as JSON escapes', () => {
  const block = (text: string) => ({ role: 'assistant' as const, content: [{ type: 'text' as const, text }] })
  expect(contentHash(block('a\ud800b'))).toMatch(/^[0-9a-f]{64}$/)
  expect(contentHash(block('a\ud800b'))).toBe(contentHash(block('a\ufffdb')))
})
