import { crc32 } from 'node:zlib'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { fitPicture } from '#lib/media/fit-picture.ts'
import { base64Length, type SinglePictureLimits } from '#lib/media/picture-limits.ts'
import { animation, photograph, picture } from '#test/support/picture-builder.ts'

const LIMITS: SinglePictureLimits = {
  media_types: ['image/png', 'image/jpeg', 'image/gif', 'image/webp'],
  max_base64_bytes: 200_000,
  max_side_pixels: 100,
  takes_animation: true,
}
const only = (...media_types: string[]) => ({ ...LIMITS, media_types })

async function shape(bytes: Uint8Array) {
  const { format, width, height, pages = 1, hasAlpha } = await sharp(bytes).metadata()
  return { format, width, height, pages, hasAlpha }
}

describe('a picture that the target takes', () => {
  test.each([
    ['PNG', () => picture().png().toBuffer(), 'image/png'],
    ['JPEG', () => picture().jpeg().toBuffer(), 'image/jpeg'],
    ['WebP', () => picture({ alpha: 0.5 }).webp().toBuffer(), 'image/webp'],
    ['GIF', () => picture().gif().toBuffer(), 'image/gif'],
    ['moving GIF', () => animation().gif().toBuffer(), 'image/gif'],
    ['moving WebP', () => animation().webp().toBuffer(), 'image/webp'],
  ])('goes as it is: %s', async (_kind, make, media_type) => {
    const bytes = await make()
    expect(await fitPicture(bytes, LIMITS)).toEqual({ bytes, media_type, changes: [] })
  })
})

describe('a picture that is not of a type the target takes', () => {
  test('is converted: a photograph to JPEG', async () => {
    const fitted = await fitPicture(await picture().avif().toBuffer(), LIMITS)
    expect(fitted).toMatchObject({ media_type: 'image/jpeg', changes: ['the model does not take image/avif'] })
    expect(await shape(fitted.bytes)).toMatchObject({ format: 'jpeg', width: 40, height: 20 })
  })

  test('is converted without loss where it is drawn', async () => {
    const fitted = await fitPicture(await picture().gif().toBuffer(), only('image/png', 'image/jpeg'))
    expect(fitted.media_type).toBe('image/png')
  })

  test('keeps what is transparent', async () => {
    const fitted = await fitPicture(await picture({ alpha: 0.5 }).webp().toBuffer(), only('image/png', 'image/jpeg'))
    expect(fitted.media_type).toBe('image/png')
    expect(await shape(fitted.bytes)).toMatchObject({ hasAlpha: true })
    expect((await sharp(fitted.bytes).stats()).isOpaque).toBe(false)
  })

  test('becomes white where it is transparent, for a target that takes JPEG only', async () => {
    const fitted = await fitPicture(await picture({ alpha: 0 }).png().toBuffer(), only('image/jpeg'))
    expect(fitted.changes).toEqual(['the model does not take image/png', 'what is transparent is white'])
    const { data } = await sharp(fitted.bytes).raw().toBuffer({ resolveWithObject: true })
    expect([...data.subarray(0, 3)]).toEqual([255, 255, 255])
  })

  test('is not called transparent for an alpha channel that hides nothing', async () => {
    const fitted = await fitPicture(await picture().ensureAlpha().png().toBuffer(), only('image/jpeg'))
    expect(fitted.changes).toEqual(['the model does not take image/png'])
  })

  test('is refused where the target takes nothing that can be made', async () => {
    const png = await picture().png().toBuffer()
    await expect(fitPicture(png, only('image/bmp'))).rejects.toThrow('the model takes only image/bmp')
  })
})

describe('a picture that is too large', () => {
  test('wire-rule 48: is scaled down in its own proportions', async () => {
    const fitted = await fitPicture(await picture({ width: 400, height: 100 }).png().toBuffer(), LIMITS)
    expect(await shape(fitted.bytes)).toMatchObject({ format: 'png', width: 100, height: 25 })
    expect(fitted.changes).toEqual(['400 × 100 pixels are more than 100 on a side'])
  })

  test('wire-rule 48: in bytes is encoded with more loss, and then smaller', async () => {
    const noisy = await picture({ width: 150, height: 150, noise: true }).png().toBuffer()
    const limits = { ...LIMITS, max_side_pixels: 1_000 }
    const lossy = await fitPicture(noisy, { ...limits, max_base64_bytes: 60_000 })
    expect(await shape(lossy.bytes)).toMatchObject({ width: 150 })
    expect(lossy.media_type).not.toBe('image/png')
    const small = await fitPicture(noisy, { ...limits, max_base64_bytes: 5_000 })
    expect((await shape(small.bytes)).width).toBeLessThan(150)
    for (const [{ bytes }, most] of [[lossy, 60_000] as const, [small, 5_000] as const]) {
      expect(base64Length(bytes.byteLength)).toBeLessThanOrEqual(most)
    }
    expect(small.changes).toEqual([expect.stringContaining('MB as base64 are more than 0.0 MB')])
  })

  test('is refused where no size is small enough', async () => {
    const png = await picture({ noise: true, width: 100, height: 100 }).png().toBuffer()
    await expect(fitPicture(png, { ...LIMITS, max_base64_bytes: 40 })).rejects.toThrow('cannot be made as small')
  })
})

describe('a picture that moves', () => {
  test('keeps moving when it is scaled', async () => {
    const gif = await animation({ width: 200, height: 100, frames: 4 }).gif().toBuffer()
    const fitted = await fitPicture(gif, LIMITS)
    expect(fitted.media_type).toBe('image/gif')
    expect(await shape(fitted.bytes)).toMatchObject({ width: 100, height: 50, pages: 4 })
  })

  test('keeps moving in another format that moves', async () => {
    const gif = await animation().gif().toBuffer()
    const fitted = await fitPicture(gif, only('image/png', 'image/webp'))
    expect(await shape(fitted.bytes)).toMatchObject({ format: 'webp', pages: 3 })
  })

  test.each([
    ['takes no animation', { ...LIMITS, takes_animation: false }, 'only the first frame of an animation is taken'],
    ['takes no format that moves', only('image/png'), 'only its first frame is small enough'],
    ['takes too few bytes', { ...LIMITS, max_base64_bytes: 400 }, 'only its first frame is small enough'],
  ])('is shown by its first frame to a target that %s', async (_what, limits, change) => {
    const gif = await animation({ frames: 40 }).gif().toBuffer()
    const fitted = await fitPicture(gif, limits)
    expect(fitted.changes.at(-1)).toBe(change)
    expect(await shape(fitted.bytes)).toMatchObject({ width: 40, height: 20, pages: 1 })
    const { data } = await sharp(fitted.bytes).raw().toBuffer({ resolveWithObject: true })
    expect(data[0]).toBe(0)
  })
})

describe('an animation that lies on its side', () => {
  test('is shown by its first frame, upright', async () => {
    const [width, height] = [60, 20]
    const frame = Buffer.alloc(width * height * 3)
    // Red on the left, blue on the right.
    for (let at = 0; at < frame.length; at += 3) frame[((at / 3) % width < width / 2 ? 0 : 2) + at] = 255
    const lying = await sharp(Buffer.concat([frame, Buffer.from(frame).fill(90)]), {
      raw: { width, height: 2 * height, channels: 3, pageHeight: height },
    })
      .webp({ lossless: true })
      .withMetadata({ orientation: 6 })
      .toBuffer()
    const fitted = await fitPicture(lying, LIMITS)
    expect(fitted.changes).toEqual([
      'only the first frame of an animation is taken',
      'it is turned upright',
      'its metadata is left out',
    ])
    expect(await shape(fitted.bytes)).toMatchObject({ width: 20, height: 60, pages: 1 })
    const { data, info } = await sharp(fitted.bytes).raw().toBuffer({ resolveWithObject: true })
    const at = (x: number, y: number) => (y * info.width + x) * info.channels
    const [top, bottom] = [at(10, 3), at(10, 56)]
    expect([data[top], data[bottom + 2]].every((value = 0) => value > 200)).toBe(true)
  })
})

describe('notes in words', () => {
  const WORDS = 'Taken at 48.2082 N by Jane Doe'
  const chunk = (type: string, data: Buffer) => {
    const named = Buffer.concat([Buffer.from(type), data])
    const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(data.length)
    checksum.writeUInt32BE(crc32(named))
    return Buffer.concat([length, named, checksum])
  }
  const noted = async (where: 'before' | 'after', type: string, data: string | number[]) => {
    const png = await picture().png().toBuffer()
    const at = where === 'before' ? 33 : png.length - 12
    return Buffer.concat([png.subarray(0, at), chunk(type, Buffer.from(data as string)), png.subarray(at)])
  }
  const commented = async () => {
    const jpeg = await picture().jpeg().toBuffer()
    const head = Buffer.from([0xff, 0xfe, 0, WORDS.length + 2])
    return Buffer.concat([jpeg.subarray(0, 2), head, Buffer.from(WORDS), jpeg.subarray(2)])
  }

  test.each([
    ['a PNG before its pixels', () => noted('before', 'tEXt', `Comment\0${WORDS}`)],
    ['a PNG after its pixels', () => noted('after', 'tEXt', `Comment\0${WORDS}`)],
    ['a PNG in any language', () => noted('after', 'iTXt', `Comment\0\0\0\0\0${WORDS}`)],
    ['a PNG that says when', () => noted('after', 'tIME', [7, 230, 1, 1, 1, 1, 1])],
    ['a JPEG', commented],
  ])('of %s are left out', async (_what, make) => {
    const fitted = await fitPicture(await make(), LIMITS)
    expect(fitted.changes).toEqual(['its metadata is left out'])
    for (const words of ['Jane Doe', 'tIME']) expect(Buffer.from(fitted.bytes).includes(words)).toBe(false)
  })

  test('are not seen where there are none', async () => {
    const bytes = await noted('before', 'pHYs', [0, 0, 1, 1, 0, 0, 1, 1, 1])
    expect(await fitPicture(bytes, LIMITS)).toMatchObject({ bytes, changes: [] })
  })
})

describe('a photograph', () => {
  test('is turned upright, and tells neither its place nor its camera', async () => {
    const bytes = await photograph()
    const fitted = await fitPicture(bytes, LIMITS)
    expect(fitted.changes).toEqual(['it is turned upright', 'its metadata is left out'])
    const { width, height, orientation, exif } = await sharp(fitted.bytes).metadata()
    expect({ width, height, orientation, exif }).toEqual({
      width: 20,
      height: 40,
      orientation: undefined,
      exif: undefined,
    })
    expect(Buffer.from(fitted.bytes).includes('Camera Works')).toBe(false)
  })

  test('gives the same bytes every time', async () => {
    const bytes = await photograph({ width: 500, height: 300, noise: true })
    const [first, second] = [await fitPicture(bytes, LIMITS), await fitPicture(bytes, LIMITS)]
    expect(Buffer.compare(first.bytes, second.bytes)).toBe(0)
  })
})

describe('what is refused', () => {
  const cut = async (made: Promise<Buffer>) => {
    const bytes = await made
    return bytes.subarray(0, Math.floor(bytes.length * 0.6))
  }
  const noisy = () => picture({ noise: true, width: 90, height: 90 })

  test.each([
    ['no picture', async () => Buffer.from('hello'), 'it is damaged'],
    ['nothing', async () => Buffer.alloc(0), 'it is damaged'],
    [
      'an SVG',
      async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
      'it is damaged',
    ],
    ['a TIFF', () => picture().tiff().toBuffer(), 'it is damaged'],
    ['a PNG that ends too early', () => cut(noisy().png().toBuffer()), 'it is damaged'],
    ['a JPEG that ends too early', () => cut(noisy().jpeg().toBuffer()), 'it is damaged'],
    ['a WebP that ends too early', () => cut(noisy().webp().toBuffer()), 'it is damaged'],
  ])('%s', async (_what, make, problem) => {
    await expect(fitPicture(await make(), LIMITS)).rejects.toThrow(problem)
  })

  test('a few bytes that unfold to more than anyone looks at', async () => {
    const bomb = await picture().png().toBuffer()
    // The header's width and height, and its checksum.
    bomb.writeUInt32BE(60_000, 16)
    bomb.writeUInt32BE(60_000, 20)
    bomb.writeUInt32BE(crc32(bomb.subarray(12, 29)), 29)
    await expect(fitPicture(bomb, LIMITS)).rejects.toThrow('it has more than 100 million pixels')
  })
})
