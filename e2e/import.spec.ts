import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import type { Manifest } from '#lib/export/format.ts'
import { openArchive } from '#lib/export/read-archive.ts'
import { zipBytes } from '#test/support/archive-builder.ts'
import { faults } from './axe.ts'
import { chatPage, test } from './chat-page.ts'
import { startServer } from './server.ts'

async function manifestOf(path: string): Promise<Manifest> {
  await using archive = await openArchive(path)
  return archive.manifest
}

/** Of each chat, by its id. */
function hashesIn({ files }: Manifest): Map<string, string> {
  return new Map(files.flatMap((file) => (file.kind === 'chat' ? [[file.session_id, file.hash]] : [])))
}

async function exportAll(page: Page, url: string): Promise<string> {
  await page.goto(`${url}/settings/data`)
  const region = page.getByRole('region', { name: 'Export everything' })
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    region.getByRole('button', { name: 'Export everything' }).click(),
  ])
  return await download.path()
}

/** Chooses a file and waits until it is known what is in it. */
async function give(page: Page, url: string, file: { name: string; buffer: Buffer }) {
  await page.goto(`${url}/settings/data`)
  const region = page.getByRole('region', { name: 'Import' })
  // What is asked of the server is there once the scripts of the page are.
  await expect(page.getByRole('radio', { name: /^Send as it is/ })).toBeVisible()
  const chooser = page.waitForEvent('filechooser')
  await region.getByRole('button', { name: 'Choose a file…' }).click()
  await (await chooser).setFiles({ ...file, mimeType: 'application/octet-stream' })
  return region
}

test('everything is exported, the data folder wiped, and all of it is there again with the same hashes', async ({
  page,
}) => {
  const folder = await mkdtemp(join(tmpdir(), 'metis-import-'))
  let server = await startServer(folder)
  try {
    const chat = chatPage(page)
    await chat.open(`${server.url}/`)
    await chat.send('Write a table, then calculate 12*(3+4)')
    await chat.ended(30_000)
    await chat.open(`${server.url}/`)
    await chat.send('Say <b>hello</b>')
    await chat.ended()
    const id = chat.sessionId()
    const path = await exportAll(page, server.url)
    const before = await manifestOf(path)
    const cost = await (await page.request.get(`${server.url}/api/sessions/${id}`)).json()

    await page.goto('about:blank')
    const { port } = server
    await server.stop()
    await rm(folder, { recursive: true, force: true })
    server = await startServer(folder, {}, port)

    const region = await give(page, server.url, { name: 'all.zip', buffer: await readFile(path) })
    await expect(region.getByText('2 chats will be created.')).toBeVisible()
    expect(await faults(page)).toEqual([])
    await region.getByRole('button', { name: 'Import', exact: true }).click()
    await expect(region.getByText('2 chats imported.')).toBeVisible()
    // What was done survives a reload.
    await page.reload()
    await expect(region.getByText('2 chats imported.')).toBeVisible()
    expect(await faults(page)).toEqual([])

    const after = await manifestOf(await exportAll(page, server.url))
    expect(hashesIn(after)).toEqual(hashesIn(before))
    expect(after.counts).toEqual(before.counts)
    const again = await (await page.request.get(`${server.url}/api/sessions/${id}`)).json()
    expect(again).toMatchObject({ cost_usd: cost.cost_usd, title: cost.title, unpriced_calls: cost.unpriced_calls })

    // And goes on where it was.
    await chat.open(`${server.url}/c/${id}`)
    await chat.send('And now?')
    await chat.ended()

    // What went on since stays when the import is taken back.
    await page.goto(`${server.url}/settings/data`)
    await region.getByRole('button', { name: 'Take back the import of An export of Metis' }).click()
    await expect(region.getByText('1 chat changed since. Without these:')).toBeVisible()
    await region.getByRole('button', { name: 'Take back', exact: true }).click()
    await expect(region.getByText('1 chat stayed, because you went on with them.')).toBeVisible()
    expect((await manifestOf(await exportAll(page, server.url))).counts.chats).toBe(1)
  } finally {
    await page.goto('about:blank')
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
})

test('an export of another product is imported, read and gone on with; what is no export is refused in words', async ({
  page,
}) => {
  const folder = await mkdtemp(join(tmpdir(), 'metis-import-'))
  const server = await startServer(folder)
  try {
    const text = (parts: string) => ({ content_type: 'text', parts: [parts] })
    const node = (id: string, parent: string | null, role: string, words: string) => [
      id,
      { id, parent, children: [], message: { id, author: { role }, content: text(words), create_time: 1_700_000_000 } },
    ]
    const mapping = Object.fromEntries([
      node('q', null, 'user', 'What is a fern? <img src=x onerror=alert(1)>'),
      node('a', 'q', 'assistant', 'A **plant** without flowers.'),
    ])
    const chat = { conversation_id: 'c', title: '<b>Ferns</b>', create_time: 1_700_000_000, mapping, current_node: 'a' }
    const conversations = JSON.stringify([chat, { title: 'Broken', mapping: 7 }])
    const buffer = await zipBytes([{ name: 'conversations.json', bytes: conversations }])
    const region = await give(page, server.url, { name: '<i>my</i>.zip', buffer })
    await expect(region.getByRole('heading', { name: 'From ChatGPT' })).toBeVisible()
    await expect(region.getByText('1 chat cannot be imported')).toBeVisible()
    await region.getByRole('button', { name: 'Import', exact: true }).click()
    await expect(region.getByText('1 chat imported.')).toBeVisible()
    await region.getByText('What was imported').click()
    await region.getByRole('link', { name: '<b>Ferns</b>' }).click()
    const opened = chatPage(page)
    await expect(page.getByText('A plant without flowers.')).toBeVisible()
    await expect(page.getByText('What is a fern? <img src=x onerror=alert(1)>')).toBeVisible()
    await opened.send('And mosses?')
    await opened.ended()

    await give(page, server.url, { name: 'notes.json', buffer: Buffer.from('{"hello":"world"}') })
    await expect(region.getByText(/The file is no export of Metis/)).toBeVisible()
    await region.getByRole('button', { name: 'Throw away' }).click()
    await expect(region.getByText(/The file is no export of Metis/)).toHaveCount(0)
  } finally {
    await page.goto('about:blank')
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
})

test('what was given is listed, though the list was asked for before and is answered after', async ({ page }) => {
  const folder = await mkdtemp(join(tmpdir(), 'metis-import-'))
  const server = await startServer(folder)
  const given = Promise.withResolvers<void>()
  let asked = 0
  try {
    await page.route('**/api/imports', async (route) => {
      if (route.request().method() !== 'GET') {
        await route.continue()
        return
      }
      const isFirst = asked === 0
      asked += 1
      const response = await route.fetch()
      if (isFirst) await given.promise
      await route.fulfill({ response })
    })
    const answered = page.waitForResponse((response) => response.request().method() === 'POST')
    const region = await give(page, server.url, { name: 'notes.json', buffer: Buffer.from('{"hello":"world"}') })
    await (await answered).finished()
    given.resolve()
    await expect(region.getByText(/The file is no export of Metis/)).toBeVisible()
  } finally {
    await page.goto('about:blank')
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
})
