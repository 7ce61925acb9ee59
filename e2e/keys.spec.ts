import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { CONTRACT } from '#lib/api/contract.ts'
import { startDemoServer } from '#test/support/demo-server.ts'
import { apiClient } from './client.ts'
import { startServer } from './server.ts'

/** Of a server that refuses every other. */
const KEY = 'canary-e2e-0123456789-abcdefgh-LAST'

test('a pasted key is tried, refused with words, accepted, survives a restart and is found nowhere', async ({
  page,
}) => {
  const folder = await mkdtemp(join(tmpdir(), 'metis-keys-'))
  const upstream = await startDemoServer({ delay: async () => {}, key: KEY })
  let server = await startServer(folder, { METIS_LOG_LEVEL: 'debug' })
  const received: string[] = []
  page.on('response', (response) => {
    void response.text().then(
      (text) => received.push(text),
      () => undefined,
    )
  })
  try {
    // The first run offers a field for a key, and knows whose it is.
    await page.goto(server.url)
    const card = page.getByRole('region', { name: 'Add a key' })
    await card.getByPlaceholder('Paste a key of any provider').fill('gsk_not-a-real-key')
    await expect(card.getByText('This is a key of Groq.')).toBeVisible()
    await card.getByPlaceholder('Paste a key of any provider').fill('')
    await page.getByRole('link', { name: 'Settings' }).click()

    await page.getByRole('button', { name: 'Add a server of your own…' }).click()
    const form = page.getByRole('form', { name: 'Add a server of your own' })
    await form.getByPlaceholder('My lab').fill('My lab')
    await form.getByPlaceholder('http://127.0.0.1:8080').fill(upstream.url)
    await form.getByLabel('Key, where it asks for one').fill('a-wrong-key-0123456789')
    await form.getByRole('button', { name: 'Try and keep' }).click()
    await expect(form.getByText(/^My lab refuses this key \(401: .*\)\. Nothing was stored\.$/)).toBeVisible()
    await expect(page.getByRole('list', { name: 'Set up', exact: true })).toHaveCount(0)

    await form.getByLabel('Key, where it asks for one').fill(KEY)
    await form.getByRole('button', { name: 'Try and keep' }).click()
    await expect(form.getByText('My lab: 1 model, in the picker from now on.')).toBeVisible()
    const row = page
      .getByRole('list', { name: 'Set up', exact: true })
      .getByRole('listitem')
      .filter({ hasText: 'My lab' })
    await expect(row).toContainText('ends LAST')
    expect(await page.content()).not.toContain(KEY)

    await server.stop()
    const before = server.output()
    server = await startServer(folder, { METIS_LOG_LEVEL: 'debug' }, server.port)
    await page.goto(`${server.url}/`)
    await expect(page.getByRole('button', { name: 'Model: openai' })).toBeVisible()
    await expect(page.getByRole('region', { name: 'Add a key' })).toHaveCount(0)
    await page.getByRole('textbox', { name: 'Message' }).fill('calculate 6*7')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('main')).toContainText('42')

    await page.goto(`${server.url}/settings/keys`)
    await page.getByRole('button', { name: 'Test My lab' }).click()
    await expect(row.getByText('Works. My lab: 1 model.')).toBeVisible()
    expect(await page.content()).not.toContain(KEY)

    const api = apiClient(server.url)
    for (const [path, methods] of Object.entries(CONTRACT)) {
      if (!('GET' in methods) || path.includes('{id}') || path.includes('{hash}')) continue
      received.push(await (await api.call(path.slice('/api'.length))).text())
    }
    await row.getByRole('button', { name: 'Remove My lab' }).click()
    await expect(row).toHaveCount(0)
    await server.stop()
    const files = await readdir(folder, { recursive: true, withFileTypes: true })
    const stored = await Promise.all(
      files.filter((file) => file.isFile()).map((file) => readFile(join(file.parentPath, file.name), 'latin1')),
    )
    expect(received.length).toBeGreaterThan(20)
    for (const text of [...received, ...stored, before, server.output()]) expect(text).not.toContain(KEY)
    expect(((await stat(join(folder, 'secret'))).mode & 0o777).toString(8)).toBe('600')
  } finally {
    await server.stop()
    await upstream.close()
    await rm(folder, { recursive: true, force: true })
  }
})

test('how the pages look is kept, and is there before the first paint', async ({ page }) => {
  await page.goto('/settings/appearance')
  await page.getByRole('radio', { name: /^Dark/ }).check()
  await page.getByRole('radio', { name: /^Compact/ }).check()
  await page.getByRole('radio', { name: /^Without serifs/ }).check()
  // What is pressed before the scripts of the page are there is kept once they are.
  await expect(page.locator('html')).toHaveAttribute('data-reading', 'sans')
  const html = await (await page.request.get('/')).text()
  for (const attribute of ['data-theme="dark"', 'data-density="compact"', 'data-reading="sans"']) {
    expect(html).toContain(attribute)
  }
  await page.getByRole('link', { name: 'Models' }).click()
  await page.getByRole('combobox', { name: 'New chats begin with' }).selectOption('demo:openai')
  await page.getByRole('link', { name: 'Back to chats' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-reading', 'sans')
  await expect(page.getByRole('button', { name: /^Model: / })).toHaveAccessibleName('Model: Scripted demo (Chat)')
})

test('a server that answers on this machine is found, used by a press, and its models are in the picker', async ({
  page,
}) => {
  const MODELS = ['llama3.2:3b', 'qwen3:8b', 'phi4:14b']
  const ollama = createServer((request, response) => {
    const models = MODELS.map((name) => ({ name, model: name }))
    const answer = request.url === '/api/show' ? { capabilities: ['completion'] } : { models }
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
  })
  // Where its kind usually listens: one that is there by itself is left alone.
  const isFree = await new Promise<boolean>((resolve) => {
    ollama.once('error', () => resolve(false))
    ollama.listen(11_434, '127.0.0.1', () => resolve(true))
  })
  test.skip(!isFree, 'something listens on port 11434 of this machine')
  const folder = await mkdtemp(join(tmpdir(), 'metis-found-'))
  const server = await startServer(folder)
  try {
    const found = page.getByRole('list', { name: 'Found on this machine' })
    // On a busy machine it may not answer within the moment that it has.
    await expect(async () => {
      await page.goto(`${server.url}/settings/keys`)
      await expect(found).toContainText('Found on this machine: 3 models', { timeout: 3_000 })
    }).toPass({ timeout: 60_000 })
    await found.getByRole('button', { name: 'Use Ollama' }).click()
    await expect(page.getByRole('list', { name: 'Set up', exact: true }).getByRole('listitem')).toContainText(/Ollama/)
    await page.goto(server.url)
    await page.getByRole('button', { name: /^Model: [^…]/ }).click()
    for (const name of MODELS) {
      await expect(page.getByRole('option').filter({ has: page.getByText(name, { exact: true }) })).toHaveCount(1)
    }
  } finally {
    await page.close()
    await server.stop()
    ollama.closeAllConnections()
    ollama.close()
    await rm(folder, { recursive: true, force: true })
  }
})
