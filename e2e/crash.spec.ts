import { existsSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { textOf } from '#lib/canonical/block.ts'
import { chatPage, SERVER_KILLED, test } from './chat-page.ts'
import { apiClient } from './client.ts'
import { startServer } from './server.ts'

test.describe.configure({ mode: 'serial' })

let folder: string
test.beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'metis-crash-'))
})
test.afterEach(() => rm(folder, { recursive: true, force: true }))

for (const wait of [0, 300, 1_700, 3_100]) {
  test(`killed ${wait} ms into an answer, the server comes back with everything up to the last second`, async () => {
    const first = await startServer(folder)
    const api = apiClient(first.url)
    const id = await api.newSession()
    const watch = await api.watch(id)
    await api.say(id, 'very long, please')
    await new Promise((wake) => setTimeout(wake, wait))
    const killedAt = Date.now()
    await first.kill()
    await watch.stop().catch(() => {})
    // What was on the screen a second before the end must be there.
    const due = watch.frames
      .filter((frame) => Date.parse(frame.timestamp) < killedAt - 1_000)
      .flatMap((frame) => (frame.type === 'text.delta' ? [frame.payload.text] : []))
      .join('')

    const second = await startServer(folder)
    const again = apiClient(second.url)
    const messages = await again.messages(id)
    expect(messages[0]).toMatchObject({ role: 'user', metadata: { status: 'complete' } })
    const answer = messages[1]
    if (due !== '') expect(textOf(answer?.content ?? []).startsWith(due)).toBe(true)
    const words = 'The server stopped before the answer was complete.'
    expect(answer?.metadata).toMatchObject({ status: 'error', model: 'demo:anthropic', error: { message: words } })
    expect(await again.session(id)).toMatchObject({ state: 'idle' })

    const next = await again.watch(id)
    await again.say(id, 'hello again')
    await next.untilType('turn.completed')
    await next.stop()
    expect((await again.messages(id)).at(-1)?.metadata.status).toBe('complete')
    await second.stop()
  })
}

test('a turn that was accepted before the server was killed is not paid for twice when it is sent again', async () => {
  const first = await startServer(folder)
  const api = apiClient(first.url)
  const key = { 'idempotency-key': 'after a kill' }
  const id = ((await (await api.post('/sessions', {}, key)).json()) as { id: string }).id
  const turn = { content: [{ type: 'text', text: 'very long, please' }] }
  const answer = await (await api.post(`/sessions/${id}/turns`, turn, key)).json()
  await first.kill()

  const second = await startServer(folder)
  const again = apiClient(second.url)
  expect(await (await again.post('/sessions', {}, key)).json()).toEqual({ id })
  const resent = await again.post(`/sessions/${id}/turns`, turn, key)
  expect([resent.status, await resent.json()]).toEqual([202, answer])
  expect((await again.messages(id)).filter(({ role }) => role === 'user')).toHaveLength(1)
  expect(await again.session(id)).toMatchObject({ state: 'idle' })
  await second.stop()
})

test.describe('the page of a chat whose server was killed', () => {
  test.use({ noise: SERVER_KILLED })

  for (const { kind, question } of [
    { kind: 'before the first word', question: 'fault slow' },
    { kind: 'in mid-answer', question: 'very long, please' },
  ]) {
    test(`${kind} shows what happened once it is back, and after a reload the same`, async ({ page }) => {
      test.setTimeout(90_000)
      let server = await startServer(folder)
      const chat = chatPage(page)
      await chat.open(server.url)
      await chat.send(question)
      if (kind === 'in mid-answer') await expect(chat.answer).toContainText(/\w+/, { timeout: 15_000 })
      await server.kill()
      await expect(page.getByText('Connection lost, reconnecting…')).toBeVisible()
      server = await startServer(folder, {}, server.port)

      const card = chat.exchange.getByRole('note', { name: 'Error' })
      await expect(card).toContainText('The server stopped before the answer was complete.', { timeout: 30_000 })
      await expect(card).toHaveCount(1)
      await expect(chat.stopButton).toBeHidden()
      // The part with the ways on may have been asked for while the server was away, and comes at once when it is back.
      await expect(chat.exchange.getByRole('button', { name: 'Try again' })).toBeVisible({ timeout: 5_000 })
      const shown = await chat.exchange.textContent()
      await page.reload()
      await expect(card).toBeVisible()
      await expect(chat.exchange).toHaveText(shown ?? '')

      await chat.send('hello again')
      await chat.ended()
      await expect(chat.answer).toContainText('scripted demo model')
      await page.goto('about:blank')
      await server.stop()
    })
  }
})

for (const { signal, watched } of [
  { signal: 'SIGTERM', watched: true },
  { signal: 'SIGTERM', watched: false },
  { signal: 'SIGHUP', watched: false },
] as const) {
  const audience = watched ? 'with somebody watching' : 'with nobody watching'
  test(`${signal} in mid-answer stores it as cancelled and ends the process, ${audience}`, async () => {
    const first = await startServer(folder)
    const api = apiClient(first.url)
    const id = await api.newSession()
    const watch = await api.watch(id)
    await api.say(id, 'very long, please')
    await watch.untilType('text.delta', 5)
    if (!watched) await watch.stop()
    expect(await first.stop(signal)).toBe(0)
    await watch.stop().catch(() => {})
    // Whoever copies the one file has everything.
    expect(statSync(join(folder, 'metis.db-wal'), { throwIfNoEntry: false })?.size ?? 0).toBe(0)
    const second = await startServer(folder)
    const messages = await apiClient(second.url).messages(id)
    expect(messages.at(-1)?.metadata.status).toBe('cancelled')
    expect(textOf(messages.at(-1)?.content ?? [])).not.toBe('')
    await second.stop()
  })
}

test('a second server on the same folder is refused, and the turns of the first go on', async () => {
  const first = await startServer(folder)
  const api = apiClient(first.url)
  const id = await api.newSession()
  const watch = await api.watch(id)
  await api.say(id, 'very long, please')
  await watch.untilType('text.delta', 5)
  await expect(startServer(folder)).rejects.toThrow(/Metis cannot start: another Metis runs on the database/)
  expect(await api.session(id)).toMatchObject({ state: 'running' })
  await watch.stop()
  await first.stop()
})

test('a default model that no provider has is refused before anything is served', async () => {
  await expect(startServer(folder, { METIS_DEFAULT_MODEL: 'demo:antropic' })).rejects.toThrow(
    /Metis cannot start: METIS_DEFAULT_MODEL names demo:antropic.*did you mean demo:anthropic/,
  )
})

test('an empty database file is not taken for a new one: the start says what to do', async () => {
  writeFileSync(join(folder, 'metis.db'), '')
  await expect(startServer(folder)).rejects.toThrow(
    /Metis cannot start: .*metis\.db is empty \(0 bytes\).*put a backup/,
  )
  expect(statSync(join(folder, 'metis.db')).size).toBe(0)
})

test('a data folder that is moved away is said at the next write, and nothing new is begun in its place', async () => {
  const first = await startServer(folder)
  const api = apiClient(first.url)
  const id = await api.newSession()
  const away = `${folder}-away`
  renameSync(folder, away)
  const response = await fetch(`${first.url}/api/sessions/${id}/turns`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ content: [{ type: 'text', text: 'hello' }] }),
  })
  expect(response.status).toBe(503)
  expect(await response.json()).toMatchObject({
    error: {
      code: 'storage_unavailable',
      message: expect.stringContaining('deleted, moved or replaced'),
      details: { kind: 'missing' },
    },
  })
  expect(existsSync(folder)).toBe(false)
  renameSync(away, folder)
  await first.stop()
})
