import sharp, { type Metadata } from 'sharp'
import { hasNotes } from './notes.ts'

/** A picture with more is no picture that anyone looks at: a few bytes that unfold to gigabytes (a decompression bomb). */
export const MAX_PIXELS = 100_000_000
/** For one step of work on one picture. */
export const MAX_SECONDS = 15

// A server that runs for weeks has no use for libvips' own cache; ours is on disk.
sharp.cache(false)
// Only what uploads are sniffed as: no SVG with its references, no PDF, no program's own format.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: [
    'VipsForeignLoadPng',
    'VipsForeignLoadJpeg',
    'VipsForeignLoadNsgif',
    'VipsForeignLoadWebp',
    'VipsForeignLoadHeif',
  ],
})

/** Why a picture cannot be sent, in words for people. */
export class UnfitPictureError extends Error {
  override readonly name = 'UnfitPictureError'
  /** False for what another try may do: a machine that was too busy. */
  readonly lasting: boolean
  constructor(message: string, options: { cause?: unknown; lasting?: boolean } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.lasting = options.lasting ?? true
  }
}

export interface PictureFacts {
  media_type: string
  /** As it is shown: after the orientation that its camera noted. */
  width: number
  height: number
  /** 1 for a still picture. */
  frames: number
  has_alpha: boolean
  is_turned: boolean
  /** Camera, place, time, program: what someone who sends a picture need not tell. */
  has_metadata: boolean
}

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  heif: 'image/avif',
}

/** `animated` opens all frames, else the first. */
export function openPicture(bytes: Uint8Array, { animated = false } = {}) {
  return sharp(bytes, { animated, limitInputPixels: MAX_PIXELS, failOn: 'error' }).timeout({ seconds: MAX_SECONDS })
}

/** What its header says. Throws `UnfitPictureError`. */
export async function readFacts(bytes: Uint8Array): Promise<PictureFacts> {
  const metadata = await readMetadata(bytes)
  const media_type = MEDIA_TYPES[metadata.format ?? '']
  if (!media_type || (metadata.format === 'heif' && metadata.compression !== 'av1')) {
    throw new UnfitPictureError('it is of a kind that cannot be read')
  }
  const { width, height } = metadata.autoOrient
  return {
    media_type,
    width,
    height,
    // Several pictures in one AVIF are a collection, no animation.
    frames: metadata.format === 'heif' ? 1 : (metadata.pages ?? 1),
    has_alpha: metadata.hasAlpha ?? false,
    is_turned: (metadata.orientation ?? 1) > 1,
    has_metadata: hasMetadata(metadata) || hasNotes(bytes),
  }
}

async function readMetadata(bytes: Uint8Array): Promise<Metadata> {
  try {
    return await openPicture(bytes).metadata()
  } catch (cause) {
    throw unfit(cause)
  }
}

/** Reads every pixel, so that a file which ends too early is found here and not by a provider. Throws `UnfitPictureError`. */
export async function checkPixels(bytes: Uint8Array, options: { animated: boolean }): Promise<void> {
  try {
    await openPicture(bytes, options).raw().toBuffer()
  } catch (cause) {
    throw unfit(cause)
  }
}

/** What stopped the work on a picture, in words for people. */
export function unfit(cause: unknown): UnfitPictureError {
  if (cause instanceof UnfitPictureError) return cause
  const words = cause instanceof Error ? cause.message : String(cause)
  if (/exceeds pixel limit/i.test(words)) {
    return new UnfitPictureError(`it has more than ${MAX_PIXELS / 1_000_000} million pixels`, { cause })
  }
  if (/timeout/i.test(words)) {
    return new UnfitPictureError('it takes too long to read', { cause, lasting: false })
  }
  return new UnfitPictureError('it is damaged, or not the kind of picture that it says it is', { cause })
}

function hasMetadata({ exif, xmp, iptc }: Metadata): boolean {
  return [exif, xmp, iptc].some((block) => block !== undefined)
}
