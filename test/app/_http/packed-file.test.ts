import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { packFiles } from '#app/_http/packed-file.ts'
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
