import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { SseDecoder } from '#lib/sse/decode.ts'

const encode = (text: string) => new TextEncoder().encode(text)

function decode(bytes: Uint8Array, cuts: readonly number[] = []) {
  const decoder = new SseDecoder()
  const ends = [...new Set(cuts.map((cut) => cut % (bytes.length + 1)))].sort((a, b) => a - b)
  const starts = [0, ...ends]
  return starts.flatMap((start, index) => decoder.push(bytes.subarray(start, ends[index]))).concat(decoder.end())
}

const dataOf = (text: string) => decode(encode(text)).map(({ data }) => data)

describe('an event stream', () => {
  test.each([
    ['data: a\n\ndata:b\n\n', ['a', 'b']],
    ['data: a\r\n\r\ndata: b\r\n\r\n', ['a', 'b']],
    ['data: a\r\rdata: b\r\r', ['a', 'b']],
    ['\uFEFFdata: a\n\n', ['a']],
    ['data: a\ndata: b\n\n', ['a\nb']],
    [': keep-alive\n\ndata: a\n\n: OPENROUTER PROCESSING\n\n', ['a']],
    ['event: ping\n\ndata: a\n\n', ['a']],
    ['retry: soon\nid: 1\nnonsense\ndata: a\n\n', ['a']],
    ['data: a', ['a']],
    ['', []],
    ['{"error":"no stream"}', []],
  ])('%j holds %j', (text, expected) => {
    expect(dataOf(text)).toEqual(expected)
  })

  test('carries the names of its events', () => {
    expect(decode(encode('event: message_stop\ndata: {}\n\n'))).toMatchObject([{ event: 'message_stop', data: '{}' }])
  })

  test('is read apart from another that comes at the same time', () => {
    const [one, other] = [new SseDecoder(), new SseDecoder()]
    const read = (decoder: SseDecoder, text: string) => decoder.push(encode(text)).map(({ data }) => data)
    expect(read(one, 'data: a\n\ndata: b')).toEqual(['a'])
    expect(read(other, 'data: c\n\n')).toEqual(['c'])
    expect(read(one, '\n\n')).toEqual(['b'])
    const broken = new SseDecoder(() => {
      throw new Error('not to be mended')
    })
    expect(() => broken.push(encode('data: d\n\n'))).toThrow('not to be mended')
    expect(read(other, 'data: e\n\n')).toEqual(['e'])
  })

  test('is the same wherever its bytes are cut', () => {
    const bytes = encode('\uFEFFevent: delta\r\ndata: {"text":"añ日😀\\n"}\r\n\r\n: ping\n\ndata: über\ndata: 你好\n\n')
    const whole = decode(bytes)
    expect(whole.map(({ data }) => data)).toEqual(['{"text":"añ日😀\\n"}', 'über\n你好'])
    fc.assert(
      fc.property(fc.array(fc.nat(), { maxLength: 20 }), (cuts) => {
        expect(decode(bytes, cuts)).toEqual(whole)
      }),
    )
    expect(decode(bytes, [...bytes.keys()])).toEqual(whole)
  })

  test('shows bytes that are not UTF-8 as replacement characters', () => {
    expect(decode(Uint8Array.of(...encode('data: a'), 0xff, 0xc3, ...encode('b\n\n')))).toMatchObject([
      { data: 'a��b' },
    ])
  })
})
