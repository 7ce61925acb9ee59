import { afterAll, beforeAll, expect, test } from 'vitest'
import * as preview from '#app/api/attachments/[hash]/preview/route.ts'
import * as attachments from '#app/api/attachments/route.ts'
import { createDocumentShelf } from '#lib/media/document-shelf.ts'
import { LOCAL_OWNER } from '#lib/principal.ts'
import { Idempotency } from '#lib/session/idempotency.ts'
import { pdf } from '#test/support/pdf-builder.ts'
import { type SessionServer, startSessionServer } from '#test/support/session-server.ts'

let server: SessionServer

beforeAll(async () => {
  server = await startSessionServer()
  const documents = createDocumentShelf({ folder: server.folder })
  const idempotency = new Idempotency(server.store)
  const installed = { ...server.parts, documents, idempotency, checksContract: true }
  Object.assign(globalThis, { metisServer: Promise.resolve({ ...installed, version: 'test' }) })
})
afterAll(async () => {
  Object.assign(globalThis, { metisServer: undefined })
  await server.close()
})

type Route = (request: Request, context: { params: Promise<never> }) => Promise<Response>

async function ask(route: unknown, address: string, init: RequestInit = {}, params = {}) {
  const headers = { host: 'localhost', 'content-type': 'application/octet-stream' }
  const request = new Request(`http://localhost/${address}`, { headers, ...init })
  const response = await (route as Route)(request, { params: Promise.resolve(params as never) })
  return { status: response.status, body: await response.json() }
}

const upload = (bytes: Uint8Array, name: string) =>
  ask(attachments.POST, `?name=${name}`, { method: 'POST', body: new Uint8Array(bytes) })
const look = (data: string, name: string) =>
  ask(preview.GET, `?name=${name}`, {}, { hash: data.replace('attachments/', '') })

test('a PDF is shown as what can be read in it, and nothing in it is handed on that could run', async () => {
  const catalog = '/OpenAction<</S/JavaScript/JS(app.alert(1))>>'
  const bytes = pdf({ pages: ['Sales rose.', 'Costs <script>fell</script>.'], catalog })
  const { body: stored } = await upload(bytes, 'report.pdf')
  expect(stored).toEqual({
    data: expect.stringMatching(/^attachments\//),
    media_type: 'application/pdf',
    name: 'report.pdf',
    pages: 2,
    has_text: true,
    is_encrypted: false,
  })
  const text = '[page 1]\nSales rose.\n\n[page 2]\nCosts <script>fell</script>.'
  expect(await look(stored.data, 'report.pdf')).toEqual({
    status: 200,
    body: {
      media_type: 'application/pdf',
      byte_length: bytes.byteLength,
      pages: 2,
      is_encrypted: false,
      text,
      characters: text.length,
    },
  })
})

test('a PDF without any text says so when it is uploaded and when it is looked into', async () => {
  const { body: stored } = await upload(pdf({ pages: ['', ''] }), 'scan.pdf')
  expect(stored).toMatchObject({ pages: 2, has_text: false })
  expect((await look(stored.data, 'scan.pdf')).body).toMatchObject({ pages: 2, text: null, characters: 0 })
})

test('of a long text its beginning is shown, whole letters of it, and how long it is', async () => {
  const { body: stored } = await upload(Buffer.from(`${'x'.repeat(19_999)}\u{1f600}${'y'.repeat(500)}`), 'long.csv')
  const { body } = await look(stored.data, 'long.csv')
  expect(body).toMatchObject({ media_type: 'text/csv', pages: null, characters: 20_501 })
  expect(body.text).toBe(`${'x'.repeat(19_999)}\ufffd`)
})

test('what is not there, and what is no document, is refused with the reason', async () => {
  expect((await look('0'.repeat(64), 'a.pdf')).body.error).toEqual({
    code: 'not_found',
    message: 'the upload does not exist',
  })
  const { data } = await server.parts.attachments.put(
    Buffer.from([0xff, 0xd8, 0xff, 0, 1, 2]),
    'image/jpeg',
    {},
    LOCAL_OWNER.id,
  )
  const refused = await look(data, 'a.jpg')
  expect([refused.status, refused.body.error.code]).toEqual([415, 'unsupported_media'])
})

test('a drawing in SVG is stored and shown as the text that it is', async () => {
  const drawing = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
  const headers = { host: 'localhost', 'content-type': 'image/svg+xml' }
  const { body: stored } = await ask(attachments.POST, '?name=logo.svg', { method: 'POST', body: drawing, headers })
  expect(stored).toMatchObject({ media_type: 'text/plain', name: 'logo.svg', has_text: true })
  expect((await look(stored.data, 'logo.svg')).body).toMatchObject({ media_type: 'text/plain', text: drawing })
})
