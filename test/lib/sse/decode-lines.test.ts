import fc from 'fast-check'
import { expect, test } from 'vitest'
import { LineDecoder } from '#lib/sse/decode-lines.ts'

const encode = (text: string) => new TextEncoder().encode(text)

function read(pieces: readonly Uint8Array[], decoder = new LineDecoder()): string[] {
  return [...pieces.flatMap((piece) => decoder.push(piece)), ...decoder.end()].map(({ data }) => data)
}

test('each line is one value; blank lines are none, and the last line needs no break', () => {
  expect(read([encode('{"a":1}\n\n\r\n{"b":2}\r\n{"c":3}')])).toEqual(['{"a":1}', '{"b":2}\r', '{"c":3}'])
})

test('lines are the same however the bytes are cut, inside a character too', () => {
  const lines = ['{"text":"日本 😀"}', '"é"', '0']
  const bytes = encode(lines.join('\n'))
  fc.assert(
    fc.property(fc.array(fc.nat({ max: bytes.length })), (places) => {
      const ends = [...new Set(places)].sort((a, b) => a - b)
      expect(read([0, ...ends].map((start, index) => bytes.subarray(start, ends[index])))).toEqual(lines)
    }),
  )
})

test('bytes that are not UTF-8 are replaced', () => {
  expect(read([Uint8Array.of(0x22, 0xff, 0x22, 0x0a)])).toEqual(['"\ufffd"'])
})
