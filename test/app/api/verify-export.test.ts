import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readEnv } from '#lib/env.ts'
import { type Installation, openInstallation } from '#lib/installation.ts'
import { bytesOf, CANONICAL } from '#test/support/exportable.ts'
import { messageOf, session } from '#test/support/session-builder.ts'

const HERE = 'http://127.0.0.1:3000'

let folder: string
let installation: Installation
let whole: Buffer
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'metis-verify-'))
  const env = readEnv({ METIS_DATA_DIR: folder, METIS_LOG_LEVEL: 'error' })
  installation = await openInstallation(env, { checksContract: true })
  Object.assign(globalThis, { metisServer: Promise.resolve({ ...installation, version: 'test' }) })
  const owner = session({ title: 'Sums' })
  await installation.store.createSession(owner, [])
  const message = messageOf(owner)
  await installation.store.commit({
    session_id: owner.id,
    messages: [{ message, parent_id: null }],
    patch: { head_id: message.id },
  })
  whole = await bytesOf(await installation.exports.everything('local', CANONICAL))
})
afterAll(async () => {
  await installation.close()
  await rm(folder, { recursive: true, force: true })
})

async function verify(bytes: Buffer) {
  const { POST } = await import('#app/api/exports/verify/route.ts')
  const headers = { host: '127.0.0.1:3000', origin: HERE, 'content-type': 'application/zip' }
  const request = new Request(`${HERE}/api/exports/verify`, { method: 'POST', headers, body: new Uint8Array(bytes) })
  return await POST(request, { params: Promise.resolve({}) })
}

test('an export that is whole is unchanged, and nothing of it is kept', async () => {
  const answer = await verify(whole)
  expect([answer.status, await answer.json()]).toEqual([
    200,
    {
      exported_at: expect.any(String),
      product_version: CANONICAL.product_version,
      chats: 1,
      messages: 1,
      faults: [],
      fault_count: 0,
      fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/),
    },
  ])
  expect(await readdir(join(folder, 'verifying'))).toEqual([])
})

test('what is no export, and what was cut off, is refused in words, and nothing of it is kept', async () => {
  for (const bytes of [Buffer.from('no zip'), whole.subarray(0, -100)]) {
    const answer = await verify(bytes)
    expect([answer.status, await answer.json()]).toEqual([
      415,
      { error: { code: 'unsupported_media', message: expect.stringMatching(/^the file is no zip file/) } },
    ])
  }
  expect(await readdir(join(folder, 'verifying'))).toEqual([])
})
