import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { findLocalServers, localCandidates } from '#lib/provider-setup/local-servers.ts'

/** Listens on this machine as a kind of server does that a record knows, with the answers of the test. */
async function listening(id: string, answer: RequestListener) {
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { ...candidate(id), baseUrl }
}

function candidate(id: string) {
  const found = localCandidates().find((each) => each.id === id)
  if (!found) throw new Error(`no record of ${id}`)
  return found
}

const json =
  (body: unknown, status = 200): RequestListener =>
  (_request, response) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))

/** However busy the machine is. */
const PATIENT_MS = 15_000

test('a server that answers on this machine is found with its models, and asked without any key', async () => {
  const asked: unknown[] = []
  const ollama = await listening('ollama', (request, response) => {
    asked.push([request.method, request.url, request.headers.authorization])
    json({ models: ['llama3.2:3b', 'qwen3:8b', 'phi4:14b'].map((name) => ({ name, model: name })) })(request, response)
  })
  const studio = await listening('lmstudio', json({ object: 'list', data: [{ id: 'gemma', object: 'model' }] }))
  expect(await findLocalServers([ollama, studio], PATIENT_MS)).toEqual([
    { provider: 'ollama', label: 'Ollama', address: ollama.baseUrl, models: 3 },
    { provider: 'lmstudio', label: 'LM Studio', address: studio.baseUrl, models: 1 },
  ])
  expect(asked).toEqual([['GET', '/api/tags', undefined]])
})

test('what lists no models, is something else or is not there is not found, and hides none of the others', async () => {
  const others = await Promise.all([
    listening('ollama', json({ models: [] })),
    listening('ollama', json({ error: 'sign in' }, 401)),
    listening('ollama', (_request, response) => response.end('<!doctype html>')),
  ])
  const gone = { ...candidate('ollama'), baseUrl: 'http://127.0.0.1:1' }
  const nowhere = { ...candidate('ollama'), baseUrl: null }
  const found = await listening('ollama', json({ models: [{ name: 'a', model: 'a' }] }))
  expect(await findLocalServers([...others, gone, nowhere, found], PATIENT_MS)).toMatchObject([
    { address: found.baseUrl },
  ])
})

test('what never answers is not waited for', async () => {
  expect(await findLocalServers([await listening('ollama', () => {})], 50)).toEqual([])
})

test('only this machine is asked', () => {
  const hosts = localCandidates().map(({ baseUrl }) => new URL(baseUrl ?? '').hostname)
  expect(localCandidates().map(({ id }) => id)).toEqual(expect.arrayContaining(['ollama', 'lmstudio']))
  expect(new Set(hosts).isSubsetOf(new Set(['127.0.0.1', 'localhost', '[::1]']))).toBe(true)
})
