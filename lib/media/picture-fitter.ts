import { createHash } from 'node:crypto'
import canonicalize from 'canonicalize'
import { type FittedPicture, fitPicture } from './fit-picture.ts'
import { PictureCache } from './picture-cache.ts'
import type { SinglePictureLimits } from './picture-limits.ts'
import { UnfitPictureError } from './read-picture.ts'

/** Changed with anything that changes the bytes which come out. */
const ENCODER_VERSION = 2
const DEFAULT_CACHE_BYTES = 256_000_000

/** Fits pictures to targets; each work is done once, and kept. */
export interface PictureFitter {
  /** `sha256`: of the bytes, where that is known. Throws `UnfitPictureError`. */
  fit(bytes: Uint8Array, limits: SinglePictureLimits, sha256?: string): Promise<FittedPicture>
  /** Removes what was made of a picture, by the SHA-256 of its bytes. */
  forget(sha256: string): Promise<void>
}

export function createPictureFitter(options: { folder: string; maxBytes?: number }): PictureFitter {
  const { folder, maxBytes = DEFAULT_CACHE_BYTES } = options
  const cache = new PictureCache({ folder, maxBytes })
  const running = new Map<string, Promise<FittedPicture>>()
  return {
    fit(bytes, limits, sha256 = sha256Of(bytes)) {
      const key = keyOf(sha256, limits)
      const known = running.get(key)
      if (known) return known
      const fitting = fitOnce(bytes, limits, key, cache).finally(() => running.delete(key))
      running.set(key, fitting)
      return fitting
    },
    forget: (sha256) => cache.removeAll(sha256),
  }
}

async function fitOnce(
  bytes: Uint8Array,
  limits: SinglePictureLimits,
  key: string,
  cache: PictureCache,
): Promise<FittedPicture> {
  const cached = await cache.get(key)
  if (cached) {
    if ('refused' in cached) throw new UnfitPictureError(cached.refused)
    return { ...cached, bytes: cached.bytes ?? bytes }
  }
  // A full disk must not stop a turn.
  const keep = (fit: Parameters<typeof cache.put>[1]) => cache.put(key, fit).catch(() => {})
  try {
    const fitted = await fitPicture(bytes, limits)
    await keep({ ...fitted, bytes: fitted.bytes === bytes ? null : fitted.bytes })
    return fitted
  } catch (error) {
    if (error instanceof UnfitPictureError && error.lasting) await keep({ refused: error.message, bytes: null })
    throw error
  }
}

function keyOf(sha256: string, limits: SinglePictureLimits): string {
  const { media_types, max_base64_bytes, max_side_pixels, takes_animation } = limits
  const asked = canonicalize({ ENCODER_VERSION, media_types, max_base64_bytes, max_side_pixels, takes_animation }) ?? ''
  // What was made of one picture is found by its beginning.
  return `${sha256}${sha256Of(asked)}`
}

function sha256Of(bytes: Uint8Array | string): string {
  return createHash('sha256').update(bytes).digest('hex')
}
