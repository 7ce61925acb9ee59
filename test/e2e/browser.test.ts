import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { findBrowser } from '../../e2e/browser.ts'
import { temporaryFolder } from '../support/database.ts'

test('a browser that is there and does not start is none', async () => {
  await using folder = await temporaryFolder()
  const broken = join(folder.path, 'chromium')
  await writeFile(broken, '#!/bin/sh\nexit 127\n', { mode: 0o755 })
  const working = join(folder.path, 'google-chrome')
  await writeFile(working, '#!/bin/sh\necho "Chrome 1"\n', { mode: 0o755 })
  vi.stubEnv('PATH', folder.path)
  const found = findBrowser()
  vi.unstubAllEnvs()
  expect(found).not.toBe(broken)
  // Playwright's own comes first where it is installed.
  if (!found?.includes('ms-playwright')) expect(found).toBe(working)
})
