import type { CanonicalRequest } from '../adapters/adapter.ts'
import type { ContentBlock, ImageBlock } from '../canonical/block.ts'
import { InvalidRequestError } from '../canonical/error.ts'
import type { Message } from '../canonical/message.ts'
import { uploadHash } from '../canonical/upload-hash.ts'
import type { Logger } from '../log.ts'
import type { FittedPicture } from '../media/fit-picture.ts'
import type { PictureFitter } from '../media/picture-fitter.ts'
import { base64Length, pictureLimits } from '../media/picture-limits.ts'
import { UnfitPictureError } from '../media/read-picture.ts'
import type { AvailableModel } from '../models/model-directory.ts'
import type { AttachmentStore } from '../store/attachment-store.ts'
import { withoutRoom } from './picture-room.ts'
import { InvalidContentError } from './turn-error.ts'

/** Most were fitted before, and are read; each of the others is decoded whole. */
const AT_ONCE = 4

interface Deps {
  pictures: PictureFitter
  attachments: AttachmentStore
  log: Logger
}

/** Refuses what a person just said when the model cannot be shown all its pictures: nothing is stored or sent then. */
export async function assertPicturesFit(
  content: readonly ContentBlock[],
  model: AvailableModel,
  { pictures, attachments }: Omit<Deps, 'log'>,
): Promise<void> {
  const limits = pictureLimits(model.capabilities)
  if (!limits) return
  const faults: { path: string; problem: string }[] = []
  const said: { message: unknown; bytes: number }[] = []
  for (const [index, block] of content.entries()) {
    if (block.type !== 'image') continue
    const bytes = block.source.kind === 'file_ref' ? (await attachments.get(block.source.data))?.bytes : bytesIn(block)
    try {
      const fitted = bytes && (await pictures.fit(bytes, limits))
      said.push({ message: content, bytes: base64Length(fitted?.bytes.byteLength ?? 0) })
      const reason = withoutRoom(said, limits).values().next().value
      if (reason !== undefined) {
        said.pop()
        throw new UnfitPictureError(reason)
      }
    } catch (error) {
      if (!(error instanceof UnfitPictureError)) throw error
      faults.push({
        path: `content.${index}`,
        problem: `the picture cannot be sent to ${model.label}: ${error.message}`,
      })
    }
  }
  if (faults.length > 0) throw new InvalidContentError(faults)
}

/**
 * The request with every picture, those inside tool results too, as the model takes it; what is stored stays as it is.
 * A picture of the history that cannot be sent must not make the whole conversation unusable: it is replaced by words
 * that say so, the oldest where there are too many (`picture-room.ts`). Each change is recorded. Throws
 * `InvalidRequestError` where that would leave out part of a critical message.
 */
export async function fitPictures(
  request: CanonicalRequest,
  model: AvailableModel,
  { pictures, log }: Omit<Deps, 'attachments'>,
): Promise<CanonicalRequest> {
  const limits = pictureLimits(model.capabilities)
  const found = limits ? request.messages.flatMap((message) => imagesIn(message.content, message)) : []
  if (!limits || found.length === 0) return request

  const files = new Map(request.files)
  const changed = new Map<ImageBlock, ContentBlock>()
  const record = (message: Message, reason: string) => {
    const adapter = model.adapter?.name ?? ''
    const fields = { session_id: request.session_id, message_id: message.id, block_type: 'image', adapter, reason }
    log.warn('a block is not carried over as stored', fields)
    request.onProjection?.({ ...fields, action: 'converted' })
  }
  const omit = (image: ImageBlock, message: Message, reason: string, cause?: unknown) => {
    if (message.metadata.critical) {
      throw new InvalidRequestError(`message ${message.id} is critical, and its picture cannot be sent: ${reason}`, {
        request_id: request.request_id,
        cause,
      })
    }
    changed.set(image, { type: 'text', text: `[image omitted: ${reason}]` })
    record(message, reason)
  }
  const sendable: { image: ImageBlock; message: Message; fitted: FittedPicture | undefined; bytes: number }[] = []
  const fits: PromiseSettledResult<FittedPicture | undefined>[] = []
  for (let at = 0; at < found.length; at += AT_ONCE) {
    const some = found.slice(at, at + AT_ONCE).map(async ({ image }) => {
      const { kind, data } = image.source
      const bytes = kind === 'file_ref' ? request.files?.get(data) : bytesIn(image)
      // Only an upload is what its name says.
      const sha256 = kind === 'file_ref' ? (uploadHash(data) ?? undefined) : undefined
      return bytes && (await pictures.fit(bytes, limits, sha256))
    })
    fits.push(...(await Promise.allSettled(some)))
  }
  for (const [index, { image, message }] of found.entries()) {
    const fit = fits[index]
    if (fit?.status === 'rejected') {
      if (!(fit.reason instanceof UnfitPictureError)) throw fit.reason
      omit(image, message, fit.reason.message, fit.reason)
    } else {
      const fitted = fit?.value
      sendable.push({ image, message, fitted, bytes: base64Length(fitted?.bytes.byteLength ?? 0) })
    }
  }
  const crowded = withoutRoom(sendable, limits)
  for (const each of sendable) {
    const { image, message, fitted } = each
    const reason = crowded.get(each)
    if (reason !== undefined) {
      omit(image, message, reason)
    } else if (fitted) {
      if (image.source.kind === 'file_ref') files.set(image.source.data, fitted.bytes)
      changed.set(image, asFitted(image, fitted))
      if (fitted.changes.length > 0) record(message, fitted.changes.join('; '))
    }
  }
  return { ...request, messages: request.messages.map((message) => withChanged(message, changed)), files }
}

function imagesIn(content: readonly ContentBlock[], message: Message): { image: ImageBlock; message: Message }[] {
  return content.flatMap((block) => {
    if (block.type === 'image') return [{ image: block, message }]
    return block.type === 'tool_result' ? imagesIn(block.content, message) : []
  })
}

/** Nothing for an address: what it leads to is between the provider and its owner (design §3.3). */
function bytesIn({ source }: ImageBlock): Uint8Array | undefined {
  return source.kind === 'base64' ? Buffer.from(source.data, 'base64') : undefined
}

function asFitted(image: ImageBlock, { bytes, media_type }: FittedPicture): ImageBlock {
  if (image.source.kind !== 'base64') return { ...image, media_type }
  return { ...image, media_type, source: { kind: 'base64', data: Buffer.from(bytes).toString('base64') } }
}

function withChanged(message: Message, changed: ReadonlyMap<ImageBlock, ContentBlock>): Message {
  const change = (block: ContentBlock): ContentBlock => {
    if (block.type === 'image') return changed.get(block) ?? block
    return block.type === 'tool_result' ? { ...block, content: block.content.map(change) } : block
  }
  return { ...message, content: message.content.map(change) }
}
