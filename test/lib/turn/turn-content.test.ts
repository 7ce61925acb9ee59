import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { PICTURE_LIMIT, storePicture } from '#lib/media/store-picture.ts'
import { isRefusal } from '#lib/session/refusal.ts'
import { checkContent, type SaidBlock, TEXT_LIMIT } from '#lib/turn/turn-content.ts'
import { picture as drawn } from '#test/support/picture-builder.ts'
import { type SessionServer, startSessionServer } from '#test/support/session-server.ts'

let server: SessionServer
beforeEach(async () => {
  server = await startSessionServer()
})
afterEach(() => server.close())

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const picture = (data: string, media_type = 'image/png'): SaidBlock => ({
  type: 'image',
  source: { kind: 'base64', data },
  media_type,
})

const store = async (content: SaidBlock[]) => (await checkContent(content, server.attachments))()

describe('pictures', () => {
  test('are stored by content under the type that their bytes have', async () => {
    const [stored] = await store([picture(PIXEL, 'image/jpeg')])
    expect(stored).toEqual({
      type: 'image',
      source: { kind: 'file_ref', data: expect.stringMatching(/^attachments\/[0-9a-f]{64}$/) },
      media_type: 'image/png',
    })
    expect(await store([stored as SaidBlock])).toEqual([stored])
  })

  test('one that is none refuses the turn before any is stored', async () => {
    const content = [picture(PIXEL), picture(Buffer.from('<svg/>').toString('base64'))]
    const refusal = await checkContent(content, server.attachments).catch((error: unknown) => error)
    expect(refusal).toMatchObject({
      name: 'UnsupportedMediaError',
      message: expect.stringContaining('content.1.source.data'),
    })
    expect(isRefusal(refusal)).toBe(true)
    const { data } = await storePicture(Buffer.from(PIXEL, 'base64'), server.attachments)
    expect(await server.attachments.has(data)).toBe(true)
  })

  test.each([
    ['an AVIF, which every model gets as something else', () => drawn().avif().toBuffer(), 'image/avif'],
    ['a WebP', () => drawn().webp().toBuffer(), 'image/webp'],
  ])('an upload may be %s', async (_what, make, media_type) => {
    const size = { width: expect.any(Number), height: expect.any(Number) }
    expect(await storePicture(await make(), server.attachments)).toMatchObject({ media_type, ...size })
  })

  test('an upload may not be a TIFF, which no browser shows', async () => {
    const tiff = await drawn().tiff().toBuffer()
    await expect(storePicture(tiff, server.attachments)).rejects.toMatchObject({ name: 'UnsupportedMediaError' })
  })

  test('an upload that is not there is named', async () => {
    const content: SaidBlock[] = [
      { type: 'image', source: { kind: 'file_ref', data: `attachments/${'0'.repeat(64)}` }, media_type: 'image/png' },
    ]
    await expect(checkContent(content, server.attachments)).rejects.toMatchObject({
      faults: [{ path: 'content.0.source.data', problem: 'no such upload' }],
    })
  })

  test('too many bytes are refused, in pictures and in text', async () => {
    const large = Buffer.alloc(PICTURE_LIMIT)
    Buffer.from(PIXEL, 'base64').copy(large)
    const content = [picture(PIXEL), picture(large.toString('base64'))]
    await expect(checkContent(content, server.attachments)).rejects.toMatchObject({ limit: PICTURE_LIMIT })
    const text: SaidBlock = { type: 'text', text: 'é'.repeat(TEXT_LIMIT / 2 + 1) }
    await expect(checkContent([text], server.attachments)).rejects.toMatchObject({ limit: TEXT_LIMIT })
    const data = `https://example.com/${'a'.repeat(TEXT_LIMIT)}`
    const address: SaidBlock = { type: 'image', source: { kind: 'url', data }, media_type: 'image/png' }
    await expect(checkContent([address], server.attachments)).rejects.toMatchObject({ limit: TEXT_LIMIT })
  })

  test('an ordinary error is no refusal', () => {
    expect([new Error('x'), 'UnknownSessionError', null].map(isRefusal)).toEqual([false, false, false])
  })
})
