import { describe, expect, test } from 'vitest'
import {
  BLOCK_TYPES,
  type BlockType,
  ContentBlock,
  filesOf,
  isBlockOf,
  isKnownBlock,
  plainText,
  textOf,
} from '#lib/canonical/block.ts'

const KNOWN: Record<BlockType, ContentBlock> = {
  text: { type: 'text', text: '' },
  tool_use: { type: 'tool_use', id: 'tu_1', name: 'read_file', input: { path: 'a', deep: [{ b: null }] } },
  tool_result: {
    type: 'tool_result',
    tool_use_id: 'tu_1',
    content: [
      { type: 'text', text: 'x' },
      { type: 'image', source: { kind: 'url', data: 'https://example.com/a.png' }, media_type: 'image/png' },
    ],
    is_error: true,
  },
  image: { type: 'image', source: { kind: 'file_ref', data: 'attachments/00' }, media_type: 'image/webp' },
  document: {
    type: 'document',
    source: { kind: 'file_ref', data: 'attachments/11' },
    media_type: 'application/pdf',
    name: 'report.pdf',
    title: 'The report',
  },
  thinking: { type: 'thinking', text: '', signature: 'c2ln' },
  redacted_thinking: { type: 'redacted_thinking', data: 'opaque' },
  hosted_tool: {
    type: 'hosted_tool',
    tool: 'web_search',
    name: 'web_search',
    input: { query: 'rain' },
    status: 'completed',
    result: {
      sources: [{ url: 'https://example.com/', title: 'Rain', page_age: '2 days', rank: 1 } as object] as never,
    },
  },
}

describe('a block', () => {
  test.each(Object.values(KNOWN))('of a known type survives parsing as it is: %j', (block) => {
    expect(ContentBlock.parse(block)).toEqual(block)
    expect(isKnownBlock(block)).toBe(true)
  })

  test('keeps fields that a newer version added, inside a tool result too', () => {
    const text = { type: 'text', text: 'hi', citations: [{ url: 'https://example.com' }] }
    const image = {
      type: 'image',
      source: { kind: 'base64', data: 'AA==', width: 3 },
      media_type: 'image/png',
      alt: 'x',
    }
    const result = { type: 'tool_result', tool_use_id: 'tu_1', content: [text, image], took_ms: 5 }
    for (const block of [text, image, result]) expect(ContentBlock.parse(block)).toEqual(block)
  })

  test('of an unknown type is kept, equal as a JSON value', () => {
    const block = { type: 'hologram', data: { nested: [1, 'two', null, { three: 3.5 }] }, text: 5 }
    expect(ContentBlock.parse(block)).toEqual(block)
    expect(isKnownBlock(block)).toBe(false)
    const result = { type: 'tool_result', tool_use_id: 'tu_1', content: [block] }
    expect(ContentBlock.parse(result)).toEqual(result)
  })

  test('that the provider got wrong keeps the arguments as received', () => {
    const call = { type: 'tool_use', id: 'tu_1', name: 'read_file', input: {}, raw_input: '{"path": "READ' }
    expect(ContentBlock.parse(call)).toEqual(call)
  })

  test.each([
    ['a text without text', { type: 'text' }, 'text'],
    ['a text that is a number', { type: 'text', text: 5 }, 'text'],
    ['a call with a list as input', { type: 'tool_use', id: 'tu_1', name: 'a', input: [] }, 'input'],
    ['a call with a string as input', { type: 'tool_use', id: 'tu_1', name: 'a', input: '{}' }, 'input'],
    ['a call without id', { type: 'tool_use', id: '', name: 'a', input: {} }, 'id'],
    ['a result without content', { type: 'tool_result', tool_use_id: 'tu_1' }, 'content'],
    [
      'a picture without a kind of source',
      { type: 'image', source: { kind: '', data: 'x' }, media_type: 'image/png' },
      'kind',
    ],
    ['a picture without data', { type: 'image', source: { kind: 'url', data: '' }, media_type: 'image/png' }, 'data'],
    ['thinking with a number as signature', { type: 'thinking', text: '', signature: 1 }, 'signature'],
    ['redacted thinking without data', { type: 'redacted_thinking' }, 'data'],
  ])('is refused as %s, and the fault names the field', (_, block, field) => {
    const { error } = ContentBlock.safeParse(block)
    expect(JSON.stringify(error?.issues)).toContain(`"${field}"]`)
  })

  test.each([[{ text: 'no type' }], [{ type: '' }], [{ type: 5 }], ['text'], [null], [[]]])('is not %j', (value) => {
    expect(ContentBlock.safeParse(value).success).toBe(false)
  })

  test('that is malformed deep inside results costs no more than its size', () => {
    let block: object = { type: 'text', text: 5 }
    for (let depth = 0; depth < 60; depth++) block = { type: 'tool_result', tool_use_id: 'tu_1', content: [block] }
    expect(ContentBlock.safeParse(block).success).toBe(false)
  })
})

test('the text of a message is that of its text blocks, as it stands', () => {
  const content = [
    KNOWN.thinking,
    { type: 'text', text: 'one\n' },
    KNOWN.image,
    { type: 'text', text: ' two' },
  ] as const
  expect(textOf(content)).toBe('one\n two')
  expect(textOf([])).toBe('')
})

test('blocks can be picked by type', () => {
  expect(Object.values(KNOWN).filter(isBlockOf('image'))).toEqual([KNOWN.image])
  expect(BLOCK_TYPES).toEqual(Object.keys(KNOWN))
})

describe('a block of an unknown type among others', () => {
  const unknown = { type: 'hologram', source: { kind: 'file_ref', data: 'attachments/99' } } as unknown as ContentBlock
  const picture: ContentBlock = {
    type: 'image',
    source: { kind: 'file_ref', data: 'attachments/11' },
    media_type: 'image/png',
  }
  const result: ContentBlock = { type: 'tool_result', tool_use_id: 'tu_1', content: [picture, unknown] }

  test('refers to no upload that we know of, and the others do, inside a tool result too', () => {
    expect(filesOf([unknown, KNOWN.image, KNOWN.text, result])).toEqual(['attachments/00', 'attachments/11'])
  })

  test('has no words, and the others theirs', () => {
    const said: ContentBlock = { type: 'text', text: 'one' }
    expect(plainText([unknown, said, KNOWN.tool_use, KNOWN.tool_result, KNOWN.image])).toBe('one\nx')
  })
})
