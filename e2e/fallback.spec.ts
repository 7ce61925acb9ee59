import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { faults } from './axe.ts'
import { chatPage, test } from './chat-page.ts'
import { apiClient } from './client.ts'
import { startServer } from './server.ts'

const FIRST = 'weary:scribe'
const OTHER = 'demo:anthropic'

/** A server that lists a model and is never able to answer by it; `asked` counts how often it was to. */
async function startWeary(): Promise<{ url: string; asked: () => number; server: Server }> {
  let count = 0
  const server = createServer((request, response) => {
    const isAsked = request.method === 'POST'
    if (isAsked) count++
    const body = isAsked ? { error: { message: 'no worker is free' } } : { data: [{ id: 'scribe' }] }
    request.resume()
    response.writeHead(isAsked ? 503 : 200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/v1`, asked: () => count, server }
}

let folder: string
let weary: Awaited<ReturnType<typeof startWeary>>
let server: Awaited<ReturnType<typeof startServer>>
test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'metis-fallback-'))
  weary = await startWeary()
  const models = `adapters:
  weary: { type: openai, label: Weary, base_url: '${weary.url}', max_retries: 0 }
models:
  ${FIRST}: { label: Scribe, price: free }
`
  await writeFile(join(folder, 'models.yaml'), models)
  server = await startServer(folder, { METIS_DEFAULT_MODEL: OTHER })
})
test.afterAll(async () => {
  await server?.stop()
  weary?.server.closeAllConnections()
  weary?.server.close()
  await rm(folder, { recursive: true, force: true })
})

test('a model that does not answer gives way to another one only where its chat wants that, and all of it is said', async ({
  page,
}) => {
  const chat = chatPage(page)
  const api = apiClient(server.url)
  const id = await api.newSession({ active_model: FIRST })
  await chat.open(`${server.url}/c/${id}`)

  await test.step('off at first: the failure stands, and nobody else is asked', async () => {
    await chat.send('Hello')
    await expect(chat.exchange.getByRole('note', { name: 'Error' })).toContainText('server_error')
    await expect(chat.stopButton).toBeHidden()
    expect(weary.asked()).toBe(1)
    expect((await api.messages(id)).at(-1)?.metadata).toMatchObject({ status: 'error', model: FIRST })
    const { calls } = await (await api.call(`/sessions/${id}/calls`)).json()
    expect(calls.map(({ model }: { model: string }) => model)).toEqual([FIRST])
  })

  await test.step('switched on for the chat: the other one answers, and the transcript says so', async () => {
    await page.getByRole('button', { name: /^Chat settings/ }).click()
    await page.getByText('Ask another model if this one does not answer').click()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: /^Chat settings.*another model may answer/ })).toBeVisible()
    await chat.send('And now?')
    await chat.ended()
    expect(weary.asked()).toBe(2)
    await expect(chat.answer).toContainText('scripted demo model')
    await expect(
      chat.exchange.getByText(/^Scribe did not answer: errors of the server\. .+ was asked instead\.$/),
    ).toBeVisible()
    await expect(chat.exchange.getByText('asked for Scribe')).toBeVisible()
    await expect(chat.exchange.getByRole('note', { name: 'Error' })).toHaveCount(0)
    // The chat stays with the model that was chosen for it.
    await expect(chat.picker).toContainText('Scribe')
    expect(await faults(page)).toEqual([])
  })

  await test.step('it says so after a reload as well, and in the receipt and the costs are both attempts', async () => {
    await page.reload()
    await expect(chat.exchange.getByText('asked for Scribe')).toBeVisible()
    await chat.exchange.getByRole('button', { name: 'Why this model' }).click()
    const receipt = page.getByRole('dialog', { name: /^Receipt/ })
    const why = receipt.getByRole('region', { name: 'Why this model' })
    await expect(why).toContainText('Chosen in the picker: Scribe')
    await expect(why).toContainText('It did not answer: errors of the server. Then another model was asked.')
    await expect(why).toContainText(/Default model: /)
    const spent = receipt.getByRole('region', { name: 'Cost' })
    await expect(spent.getByRole('region', { name: 'Scribe' })).toContainText('failed: errors of the server')
    await expect(spent.getByRole('region', { name: 'Scribe' })).toContainText('nothing is due')
    await expect(spent.getByRole('table')).toHaveCount(1)
    expect(await faults(page)).toEqual([])
    await page.keyboard.press('Escape')

    await page.getByTitle(/^Cost of this chat/).click()
    const costs = page.getByRole('dialog', { name: 'What this chat cost' })
    const byModel = costs.getByRole('table', { name: 'By model' })
    await expect(byModel.getByRole('row', { name: /Scribe/ })).toBeVisible()
    await costs.getByRole('button', { name: 'And now?' }).click()
    await expect(page.getByRole('dialog').getByRole('region', { name: 'Scribe' })).toContainText('failed')
    const ofTurn = (await api.messages(id)).at(-1)?.metadata.turn_id
    const { calls } = await (await api.call(`/sessions/${id}/calls?turn_id=${ofTurn}`)).json()
    expect(calls.map(({ model, outcome }: { model: string; outcome: string }) => [model, outcome])).toEqual([
      [FIRST, 'failed'],
      [OTHER, 'completed'],
    ])
  })
})
