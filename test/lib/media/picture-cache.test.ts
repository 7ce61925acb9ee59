import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { PictureCache } from '#lib/media/picture-cache.ts'

const disk = vi.hoisted(() => ({ fails: false }))
vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof import('node:fs/promises')>()
  return {
    ...real,
    readdir: async (...args: Parameters<typeof real.readdir>) => {
      if (disk.fails) throw Object.assign(new Error('too many open files'), { code: 'EMFILE' })
      return await real.readdir(...args)
    },
  }
})

let folder: string
beforeEach(async () => {
  disk.fails = false
  folder = await mkdtemp(join(tmpdir(), 'metis-media-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

async function size(): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  return (await Promise.all(files.map((file) => stat(file)))).reduce((sum, each) => sum + each.size, 0)
}

test('a sweep that fails does not end the sweeping', async () => {
  const cache = new PictureCache({ folder, maxBytes: 10_000 })
  const put = (n: number) =>
    cache.put(`${n}`.padStart(64, '0'), { media_type: 'image/png', changes: [], bytes: new Uint8Array(4_000) })
  for (const n of [1, 2]) await put(n)
  disk.fails = true
  for (const n of [3, 4]) await expect(put(n)).rejects.toThrow('too many open files')
  disk.fails = false
  expect(await size()).toBeGreaterThan(16_000)
  for (const n of [5, 6, 7]) {
    await put(n)
    expect(await size()).toBeLessThanOrEqual(10_000)
  }
})
