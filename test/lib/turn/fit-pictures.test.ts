import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { CanonicalRequest } from '#lib/adapters/adapter.ts'
import { type ContentBlock, type ImageBlock, isBlockOf } from '#lib/canonical/block.ts'
import type { AdapterCapabilities } from '#lib/canonical/capabilities.ts'
import { InvalidRequestError } from '#lib/canonical/error.ts'
import type { ProjectionRecord } from '#lib/canonical/projection.ts'
import { createDemoFetch } from '#lib/demo/demo-fetch.ts'
import { memoryLogger } from '#lib/log.ts'
import { createPictureFitter, type PictureFitter } from '#lib/media/picture-fitter.ts'
import type { AvailableModel } from '#lib/models/model-directory.ts'
import { LOCAL_OWNER } from '#lib/principal.ts'
import { fitPictures } from '#lib/turn/fit-pictures.ts'
import type { SaidBlock } from '#lib/turn/turn-content.ts'
import { ALL_CAPABILITIES, canonicalRequest, message, text, user } from '#test/support/message-builder.ts'
import { photograph, picture } from '#test/support/picture-builder.ts'
import { type SessionServer, startSessionServer } from '#test/support/session-server.ts'

const IMAGE_LIMITS = {
  max_base64_bytes: 500_000,
  max_total_base64_bytes: 1_000_000,
  max_side_pixels: 50,
  max_count: 3,
  takes_animation: true,
}

const base64 = (bytes: Uint8Array, media_type = 'image/png'): ImageBlock => ({
  type: 'image',
  source: { kind: 'base64', data: Buffer.from(bytes).toString('base64') },
  media_type,
})
const fileRef = (data: string, media_type = 'image/png'): ImageBlock => ({
  type: 'image',
  source: { kind: 'file_ref', data },
  media_type,
})

let folder: string
let pictures: PictureFitter
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'metis-fit-'))
  pictures = createPictureFitter({ folder })
})
afterEach(() => rm(folder, { recursive: true, force: true }))

async function requestWith(request: Partial<CanonicalRequest>, capabilities: Partial<AdapterCapabilities> = {}) {
  const model: AvailableModel = {
    id: 'test:model',
    label: 'Model',
    capabilities: { ...ALL_CAPABILITIES, image_limits: IMAGE_LIMITS, ...capabilities },
    window_is_assumed: false,
    adapter: null,
    efforts: [],
    takes_temperature: true,
  }
  const log = memoryLogger()
  const records: ProjectionRecord[] = []
  const asked = canonicalRequest({ ...request, onProjection: (record) => records.push(record) })
  const before = structuredClone(asked.messages)
  const fitted = await fitPictures(asked, model, { pictures, log })
  expect(asked.messages).toEqual(before)
  return { asked, fitted, records, log }
}
const images = (content: readonly ContentBlock[] | undefined) => (content ?? []).filter(isBlockOf('image'))

describe('the pictures of a request', () => {
  test('go as they are where the model takes them so', async () => {
    const block = base64(await picture().png().toBuffer())
    const { fitted, records } = await requestWith({ messages: [user([text('look'), block])] })
    expect(fitted.messages[0]?.content).toEqual([text('look'), block])
    expect(records).toEqual([])
  })

  test('are never those of an upload that bytes of their own only spell the name of', async () => {
    const bytes = await picture({ width: 100 }).png().toBuffer()
    const data = `attachments/${createHash('sha256').update(bytes).digest('hex')}`
    const upload = { messages: [user([fileRef(data)])], files: new Map([[data, bytes]]) }
    const seen = await requestWith(upload)
    expect(seen.fitted.files?.get(data)?.byteLength).toBeLessThan(bytes.byteLength)
    // Such a name is base64 as well, of bytes that are no picture.
    const spelled: ImageBlock = { type: 'image', source: { kind: 'base64', data }, media_type: 'image/png' }
    const { fitted } = await requestWith({ messages: [user([spelled])] })
    expect(images(fitted.messages[0]?.content)).toEqual([])
  })

  test('are fitted, with a record and a log line for each that changed', async () => {
    const bytes = await picture({ width: 100 }).avif().toBuffer()
    const { fitted, records, log } = await requestWith({
      messages: [user([fileRef('attachments/a', 'image/avif')])],
      files: new Map([['attachments/a', new Uint8Array(bytes)]]),
    })
    expect(fitted.messages[0]?.content).toEqual([fileRef('attachments/a', 'image/jpeg')])
    const sent = fitted.files?.get('attachments/a') ?? new Uint8Array()
    expect(await sharp(sent).metadata()).toMatchObject({ format: 'jpeg', width: 50 })
    expect(records).toEqual([
      {
        session_id: fitted.session_id,
        message_id: fitted.messages[0]?.id,
        block_type: 'image',
        adapter: '',
        action: 'converted',
        reason: 'the model does not take image/avif; 100 × 20 pixels are more than 50 on a side',
      },
    ])
    expect(log.entries).toMatchObject([{ level: 'warn', fields: { block_type: 'image' } }])
  })

  test('are fitted inside tool results too', async () => {
    const bytes = await photograph({ width: 90 })
    const result: ContentBlock = { type: 'tool_result', tool_use_id: 'tu_1', content: [base64(bytes, 'image/jpeg')] }
    const { fitted, records } = await requestWith({ messages: [message('tool', [result])] })
    const [changed] = fitted.messages[0]?.content ?? []
    const [image] = images(changed?.type === 'tool_result' ? changed.content : [])
    const metadata = await sharp(Buffer.from(image?.source.data ?? '', 'base64')).metadata()
    expect([metadata.width, metadata.height, metadata.exif]).toEqual([11, 50, undefined])
    expect(records).toHaveLength(1)
  })

  test('are left to the adapter where the model takes none, where they are addresses and where the file is gone', async () => {
    const url: ImageBlock = {
      type: 'image',
      source: { kind: 'url', data: 'http://127.0.0.1/a.png' },
      media_type: 'image/png',
    }
    const messages = [user([url, fileRef('attachments/gone')])]
    expect((await requestWith({ messages })).fitted.messages).toEqual(messages)
    const blind = await requestWith({ messages }, { supports_images: false })
    expect(blind.fitted).toBe(blind.asked)
  })

  test('are replaced by words where they cannot be read: a damaged one must not end the conversation', async () => {
    const { fitted, records } = await requestWith({
      messages: [user([base64(Buffer.from('no picture')), text('so?')])],
    })
    expect(fitted.messages[0]?.content).toEqual([
      text(expect.stringMatching(/^\[image omitted: it is damaged/)),
      text('so?'),
    ])
    expect(records).toMatchObject([{ action: 'converted', reason: expect.stringContaining('damaged') }])
  })

  test('are not replaced in a critical message: the request is refused', async () => {
    const critical = { ...user([base64(Buffer.from('no picture'))]), metadata: { critical: true } }
    await expect(requestWith({ messages: [critical] })).rejects.toThrow(InvalidRequestError)
  })

  test.each([
    ['too many', { max_count: 1 }, 'the model takes 1 at a time'],
    ['too many bytes', { max_total_base64_bytes: 200 }, 'the model takes 0.0002 MB of them at a time'],
  ])('are left out where they are %s, the oldest first', async (_what, limits, reason) => {
    const block = base64(await picture().png().toBuffer())
    const messages = [user([block]), user([structuredClone(block)])]
    const { fitted, records } = await requestWith({ messages }, { image_limits: { ...IMAGE_LIMITS, ...limits } })
    expect(fitted.messages.map(({ content }) => content)).toEqual([[text(`[image omitted: ${reason}]`)], [block]])
    expect(records).toHaveLength(1)
  })

  test('a failure that has nothing to do with the picture is not taken for one', async () => {
    pictures = { fit: () => Promise.reject(new TypeError('a fault of ours')), forget: async () => {} }
    await expect(requestWith({ messages: [user([base64(Buffer.from('x'))])] })).rejects.toThrow('a fault of ours')
  })
})

describe('a turn with pictures', () => {
  let server: SessionServer
  const bodies: string[] = []
  beforeEach(async () => {
    bodies.length = 0
    const demo = createDemoFetch({ delay: async () => {} })
    server = await startSessionServer({
      fetch: async (input, init) => {
        bodies.push(String(init?.body))
        return demo(input, init)
      },
    })
  })
  afterEach(() => server.close())

  async function start(...uploads: Uint8Array[]) {
    const id = await server.sessions.create({})
    const content: SaidBlock[] = [text('what is this?')]
    for (const bytes of uploads) {
      const { data } = await server.attachments.put(bytes, 'image/png', {}, LOCAL_OWNER.id)
      content.push(fileRef(data))
    }
    const started = await server.turns.start(id, { content })
    await server.turns.idle(id)
    return { id, ...started }
  }

  test('sends what the model takes and keeps what was uploaded', async () => {
    const bytes = await picture({ width: 2_400, height: 10 }).png().toBuffer()
    const { id } = await start(bytes)
    const [asked] = await server.store.path(id)
    const [image] = images(asked?.content)
    expect((await server.attachments.get(image?.source.data ?? ''))?.bytes.byteLength).toBe(bytes.byteLength)
    expect(bodies).toHaveLength(1)
    const data = /"data":"([^"]+)"/.exec(bodies[0] ?? '')?.[1] ?? ''
    expect(await sharp(Buffer.from(data, 'base64')).metadata()).toMatchObject({ width: 2_000, format: 'png' })
  })

  test('is refused before anything is stored or sent when a new picture cannot be sent, with its place', async () => {
    const good = await picture().png().toBuffer()
    const refused = await start(good, good.subarray(0, good.length - 30)).catch((error: unknown) => error)
    expect(refused).toMatchObject({
      name: 'InvalidContentError',
      faults: [{ path: 'content.2', problem: expect.stringMatching(/cannot be sent to Scripted demo.*damaged/) }],
    })
    expect(bodies).toEqual([])
    expect((await server.store.sessions(LOCAL_OWNER, { limit: 5 })).items.map(({ state }) => state)).toEqual(['idle'])
  })
})
