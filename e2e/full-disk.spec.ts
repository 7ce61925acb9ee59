import { spawnSync } from 'node:child_process'
import { rmSync, statfsSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { chatPage, test } from './chat-page.ts'
import { startServer } from './server.ts'

/** A disk of its own: small, and gone with the test. */
async function smallDisk() {
  const path = await mkdtemp(join(tmpdir(), 'metis-disk-'))
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', path]).status === 0
  const ballast = join(path, 'ballast')
  return {
    path,
    mounted,
    fill() {
      const { bavail, bsize } = statfsSync(path)
      try {
        writeFileSync(ballast, Buffer.alloc(bavail * bsize))
      } catch (error) {
        // The server has written meanwhile: there is less room than there was, and none now.
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
      }
    },
    free: () => rmSync(ballast),
    async close() {
      if (mounted) spawnSync('umount', [path])
      await rm(path, { recursive: true, force: true })
    },
  }
}

test.describe('a disk that is full', () => {
  // The browser says of a refused request that it failed to load.
  test.use({ noise: /status of 507/ })

  test('in mid-answer is said, stops no word, and costs none once there is room', async ({ page }) => {
    test.setTimeout(120_000)
    const disk = await smallDisk()
    test.skip(!disk.mounted, 'a small disk can be mounted by root alone')
    const server = await startServer(disk.path)
    try {
      const chat = chatPage(page)
      await chat.open(server.url)
      await chat.send('Write something long in Markdown')
      await expect(chat.answer).toContainText(/\w+/, { timeout: 15_000 })
      disk.fill()
      const notice = page.getByRole('alert').filter({ hasText: 'The disk is full. This answer is kept in memory' })
      await expect(notice).toBeVisible({ timeout: 15_000 })
      await expect(chat.stopButton).toBeVisible()
      // To its last word, and then it waits.
      await expect(chat.answer.getByRole('figure')).toHaveCount(2, { timeout: 60_000 })
      await expect(notice).toBeVisible()

      await page.reload()
      await expect(notice).toBeVisible()
      await expect(chat.answer.getByRole('figure')).toHaveCount(2)

      const refused = await page.request.post(`${server.url}/api/sessions`, { data: {} })
      expect(refused.status()).toBe(507)
      expect((await refused.json()).error).toEqual({
        code: 'storage_full',
        details: { kind: 'full' },
        message: expect.stringMatching(
          /^the disk is full: nothing more can be stored in .+; make room there, then try again$/,
        ),
      })

      disk.free()
      await chat.ended(60_000)
      await expect(notice).toBeHidden()
      await expect(chat.exchange.getByRole('note', { name: 'Error' })).toHaveCount(0)
      const shown = await chat.answer.textContent()
      await page.reload()
      await chat.ended()
      await expect(chat.answer).toHaveText(shown ?? '')
    } finally {
      // A page would complain of the server that goes away.
      await page.goto('about:blank')
      await server.stop()
      await disk.close()
    }
  })
})
