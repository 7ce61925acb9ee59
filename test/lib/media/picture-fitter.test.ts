import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createPictureFitter } from '#lib/media/picture-fitter.ts'
import type { SinglePictureLimits } from '#lib/media/picture-limits.ts'
import { picture } from '#test/support/picture-builder.ts'

const LIMITS: SinglePictureLimits = {
  media_types: ['image/png'],
  max_base64_bytes: 100_000,
  max_side_pixels: 50,
  takes_animation: false,
}

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'metis-media-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

async function cached(): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
}
const large = (width = 200) => picture({ width }).png().toBuffer()

describe('the second time', () => {
  test('a picture comes from the cache, with what was done to it', async () => {
    const bytes = await large()
    const first = await createPictureFitter({ folder }).fit(bytes, LIMITS)
    const [file = ''] = await cached()
    const kept = await readFile(file)
    // Told apart from the work: what is in the file is what comes back.
    await writeFile(file, Buffer.concat([kept, Buffer.from('!')]))
    const second = await createPictureFitter({ folder }).fit(bytes, LIMITS)
    expect(second.changes).toEqual(first.changes)
    expect(Buffer.from(second.bytes).toString('latin1')).toBe(`${Buffer.from(first.bytes).toString('latin1')}!`)
  })

  test('a picture that goes as it is takes no room in the cache', async () => {
    const bytes = await picture({ width: 40, noise: true }).png().toBuffer()
    const fitter = createPictureFitter({ folder })
    expect((await fitter.fit(bytes, LIMITS)).bytes).toBe(bytes)
    expect((await fitter.fit(bytes, LIMITS)).bytes).toBe(bytes)
    const [file = ''] = await cached()
    expect((await readFile(file)).byteLength).toBeLessThan(100)
  })

  test('a refusal is remembered with its reason', async () => {
    const bytes = Buffer.from('no picture')
    const fitter = createPictureFitter({ folder })
    await expect(fitter.fit(bytes, LIMITS)).rejects.toThrow('it is damaged')
    expect(await cached()).toHaveLength(1)
    await expect(fitter.fit(bytes, LIMITS)).rejects.toThrow('it is damaged')
  })

  test.each(['', 'no line break', '{\n', '{"odd":1}\nxyz'])('a cache file that holds %j is made anew', async (odd) => {
    const bytes = await large()
    const fitter = createPictureFitter({ folder })
    const { bytes: good } = await fitter.fit(bytes, LIMITS)
    const [file = ''] = await cached()
    await writeFile(file, odd)
    expect((await fitter.fit(bytes, LIMITS)).bytes).toEqual(good)
  })
})

test('other limits are other work', async () => {
  const bytes = await large()
  const fitter = createPictureFitter({ folder })
  const [fifty, ten] = [await fitter.fit(bytes, LIMITS), await fitter.fit(bytes, { ...LIMITS, max_side_pixels: 10 })]
  expect(fifty.bytes).not.toEqual(ten.bytes)
  expect(await cached()).toHaveLength(2)
})

test('the same picture asked for twice at once is worked on once', async () => {
  const bytes = await large()
  const fitter = createPictureFitter({ folder })
  const [first, second] = await Promise.all([fitter.fit(bytes, LIMITS), fitter.fit(bytes, LIMITS)])
  expect(first).toBe(second)
})

test('the cache stays within its bounds, and what was used last stays in it', async () => {
  const pictures = await Promise.all([60, 70, 80, 90].map((width) => picture({ width, noise: true }).png().toBuffer()))
  const limits = { ...LIMITS, max_side_pixels: 55 }
  const [a, b, c, d] = pictures as [Buffer, Buffer, Buffer, Buffer]
  const sizes = await Promise.all(pictures.map((bytes) => createPictureFitter({ folder }).fit(bytes, limits)))
  await rm(folder, { recursive: true })
  const largest = Math.max(...sizes.map(({ bytes }) => bytes.byteLength))
  const fitter = createPictureFitter({ folder, maxBytes: 3 * (largest + 150) })
  await fitter.fit(a, limits)
  const [fileOfA = ''] = await cached()
  await fitter.fit(b, limits)
  const fileOfB = (await cached()).find((file) => file !== fileOfA) ?? ''
  await fitter.fit(c, limits)
  await Promise.all([utimes(fileOfA, 1, 1), utimes(fileOfB, 2, 2)])
  await fitter.fit(a, limits)
  await fitter.fit(d, limits)
  const left = await cached()
  expect(left).toContain(fileOfA)
  expect(left).not.toContain(fileOfB)
})

test('a disk that takes nothing does not stop the work', async () => {
  const file = join(folder, 'file')
  await writeFile(file, '')
  const fitted = await createPictureFitter({ folder: file }).fit(await large(), LIMITS)
  expect(fitted.media_type).toBe('image/png')
})
