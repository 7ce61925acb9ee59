import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { packedFileHeaders, packedFileRewrites, packFiles } from '#app/_http/packed-file.ts'
import { temporaryFolder } from '../../support/database.ts'

test('scripts and styles of a build are packed beside themselves, and nothing else is', async () => {
  await using folder = await temporaryFolder()
  const chunks = join(folder.path, 'static/chunks')
  mkdirSync(chunks, { recursive: true })
  const script = 'const a = 1\n'.repeat(1_000)
  writeFileSync(join(chunks, 'a.js'), script)
  writeFileSync(join(chunks, 'b.css'), 'p { color: red }')
  writeFileSync(join(chunks, 'c.map'), '{}')
  packFiles(folder.path)
  expect(readdirSync(chunks).sort()).toEqual(['a.js', 'a.js.br', 'b.css', 'b.css.br', 'c.map'])
  const packed = readFileSync(join(chunks, 'a.js.br'))
  expect(packed.length).toBeLessThan(script.length / 20)
  expect(brotliDecompressSync(packed).toString()).toBe(script)
})

test.each([
  ['br', true],
  ['gzip, deflate, br, zstd', true],
  ['br;q=0.5, gzip', true],
  ['gzip', false],
  ['br;q=0, gzip', false],
  ['gzip, br; q=0.0', false],
  ['abrotli', false],
])('whoever says that they read %s gets what is packed: %s', (said, isPacked) => {
  for (const { has } of [...packedFileRewrites, ...packedFileHeaders]) {
    // As the framework reads it.
    expect(has.map(({ value }) => new RegExp(`^${value}$`).test(said))).toEqual([isPacked])
  }
})
