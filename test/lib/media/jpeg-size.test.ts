import { expect, test } from 'vitest'
import { jpegSize } from '#lib/media/jpeg-size.ts'
import { readPicture } from '#lib/media/picture.ts'

const START = [0xff, 0xd8]
const segment = (marker: number, length: number) => [
  0xff,
  marker,
  length >> 8,
  length & 255,
  ...Array(length - 2).fill(0),
]
/** 300 wide, 200 high. */
const frame = (marker = 0xc0) => [0xff, marker, 0, 17, 8, 0, 200, 1, 44, 3, ...Array(9).fill(0)]
const size = (...parts: number[][]) => jpegSize(Uint8Array.from(parts.flat()))

test('the frame header says the size, wherever it stands', () => {
  const expected = { width: 300, height: 200 }
  expect(size(START, frame())).toEqual(expected)
  expect(size(START, segment(0xe0, 16), segment(0xdb, 67), frame(0xc2))).toEqual(expected)
  expect(size(START, segment(0xc4, 20), [0xff, 0xff], frame(0xc1))).toEqual(expected)
  expect(size(START, [0xff, 0x01, 0xff, 0xd0], frame(0xcf))).toEqual(expected)
  const inside = Uint8Array.from([9, 9, 9, ...START, ...segment(0xe1, 60_000), ...frame()]).subarray(3)
  expect(jpegSize(inside)).toEqual(expected)
})

test.each([
  ['nothing', []],
  ['another kind', [0x89, 0x50, 0x4e, 0x47]],
  ['a start and no more', START],
  ['a header that is cut off', [...START, 0xff, 0xc0, 0, 17, 8]],
  ['a scan before any frame', [...START, 0xff, 0xda, ...Array(20).fill(0)]],
  ['an end before any frame', [...START, 0xff, 0xd9, ...frame()]],
  ['a segment that leads out of the file', [...START, 0xff, 0xe0, 0xff, 0xff, ...frame()]],
  ['a segment that leads nowhere', [...START, 0xff, 0xe0, 0, 30, ...frame()]],
  ['zeros', [...START, ...Array(100).fill(0)]],
])('%s has none', (_, bytes) => {
  expect(jpegSize(Uint8Array.from(bytes))).toBeNull()
})

test('every byte of 20 MB can be looked at and found to be no picture', () => {
  const zeros = new Uint8Array(20_000_000)
  zeros.set([0xff, 0xd8, 0xff, 0xe0])
  expect(readPicture(zeros)).toBeNull()
  expect(jpegSize(new Uint8Array(20_000_000).fill(0xff).fill(0xd8, 1, 2))).toBeNull()
})

test('an Apple icon of two million pictures is none that models take', () => {
  const icons = Buffer.alloc(20_000_000)
  icons.write('icns')
  icons.writeUInt32BE(icons.length, 4)
  for (let at = 8; at < icons.length; at += 8) {
    icons.write('ic07', at)
    icons.writeUInt32BE(8, at + 4)
  }
  expect(readPicture(icons)).toBeNull()
})

test('a JPEG is read as one', () => {
  const bytes = Uint8Array.from([...START, ...segment(0xe0, 16), ...frame(), ...Array(20).fill(0)])
  expect(readPicture(bytes)).toEqual({ media_type: 'image/jpeg', width: 300, height: 200 })
})
