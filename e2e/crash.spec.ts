import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { textOf } from '#lib/canonical/block.ts'
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
    if (answer) expect(answer.metadata).toMatchObject({ status: 'error', error: { message: expect.any(String) } })
    expect(await again.session(id)).toMatchObject({ state: 'idle' })

    const next = await again.watch(id)
    await again.say(id, 'hello again')
    await next.untilType('turn.completed')
    await next.stop()
    expect((await again.messages(id)).at(-1)?.metadata.status).toBe('complete')
    await second.stop()
  })
}

test('a stop in mid-answer stores it as cancelled and ends the process, streams open or not', async () => {
  const first = await startServer(folder)
  const api = apiClient(first.url)
  const id = await api.newSession()
  const watch = await api.watch(id)
  await api.say(id, 'very long, please')
  await watch.untilType('text.delta', 5)
  expect(await first.stop()).toBe(0)
  await watch.stop().catch(() => {})
  const second = await startServer(folder)
  const messages = await apiClient(second.url).messages(id)
  expect(messages.at(-1)?.metadata.status).toBe('cancelled')
  expect(textOf(messages.at(-1)?.content ?? [])).not.toBe('')
  await second.stop()
})
