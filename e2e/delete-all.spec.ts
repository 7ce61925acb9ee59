import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { test } from './chat-page.ts'
import { apiClient } from './client.ts'
import { startServer } from './server.ts'

// On a server of its own: the other stories have chats of theirs.

test('all chats are deleted by typing how many there are, stay deleted, and are brought back', async ({ page }) => {
  const folder = await mkdtemp(join(tmpdir(), 'metis-all-'))
  const server = await startServer(folder)
  try {
    const api = apiClient(server.url)
    const titles = ['Apples', 'Pears', 'Quinces']
    for (const title of titles) await api.newSession({ active_model: 'demo:anthropic', title })
    const kept = await api.newSession({ active_model: 'demo:anthropic', title: 'In the archive' })
    await api.call(`/sessions/${kept}`, { method: 'PATCH', body: JSON.stringify({ archived: true }) })

    await page.goto(`${server.url}/settings/data`)
    await page.getByRole('button', { name: 'Delete all 4 chats…' }).click()
    const number = page.getByRole('textbox', { name: 'Type 4 to say that you mean it.' })
    await expect(number).toBeFocused()
    const sure = page.getByRole('button', { name: 'Delete all', exact: true })
    await number.fill('3')
    await expect(sure).toBeDisabled()
    await number.fill('4')
    await number.press('Enter')
    await expect(page.getByRole('status').filter({ hasText: '4 chats' })).toBeFocused()
    await expect(page.getByText('There are no chats.')).toBeVisible()

    await page.reload()
    await expect(page.getByText('There are no chats.')).toBeVisible()
    const back = page.getByRole('list', { name: 'Deleted in the last hour' }).getByRole('button', { name: /4 chats/ })
    await back.click()
    await expect(page.getByRole('status').filter({ hasText: '4 chats are back.' })).toBeFocused()
    await expect(page.getByRole('button', { name: 'Delete all 4 chats…' })).toBeVisible()

    // Each is where it was.
    const shown = await page.request.get(`${server.url}/api/sessions`)
    const { sessions } = (await shown.json()) as { sessions: { title: string }[] }
    expect(sessions.map(({ title }) => title).sort()).toEqual(titles)
    expect(await api.session(kept)).toMatchObject({ title: 'In the archive', archived: true })
  } finally {
    // What the page still asks for is no part of the story.
    await page.goto('about:blank')
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
})
