import { expect, test } from 'vitest'
import { pictureSize } from '#lib/media/picture-size.ts'
import { animation, picture } from '#test/support/picture-builder.ts'

const size = { width: 300, height: 170 }
const kinds: [string, () => Promise<Buffer>][] = [
  ['PNG', () => picture(size).png().toBuffer()],
  ['JPEG', () => picture(size).jpeg().toBuffer()],
  ['GIF', () => picture(size).gif().toBuffer()],
  ['lossy WebP', () => picture(size).webp().toBuffer()],
  ['lossless WebP', () => picture(size).webp({ lossless: true }).toBuffer()],
  [
    'see-through WebP',
    () =>
      picture({ ...size, alpha: 0.5 })
        .webp()
        .toBuffer(),
  ],
  ['moving WebP', () => animation(size).webp().toBuffer()],
]

test.each(kinds)('the size of a %s stands in its first bytes', async (_kind, make) => {
  expect(pictureSize(await make())).toEqual(size)
})

test.each(kinds)('a %s that ends too early has none, and does no harm', async (_kind, make) => {
  const bytes = await make()
  for (let length = 0; length < 30; length += 1)
    expect([null, size]).toContainEqual(pictureSize(bytes.subarray(0, length)))
})

test('anything else has none', async () => {
  expect(pictureSize(await picture(size).avif().toBuffer())).toBeNull()
  expect(pictureSize(Buffer.from('RIFF....WEBPVP9 ..........................'))).toBeNull()
  expect(pictureSize(Buffer.concat([Buffer.from('GIF89a'), Buffer.alloc(20)]))).toBeNull()
})
