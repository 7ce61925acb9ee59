import { base64Length, type SinglePictureLimits } from './picture-limits.ts'
import { openPicture, type PictureFacts, unfit } from './read-picture.ts'

const MOVING = ['image/gif', 'image/webp']
/** Smaller than that, one frame at its full size says more. */
const SCALES = [1, 0.75, 0.5]

/** All frames within the limits; null where that cannot be. */
export async function encodeAnimation(
  bytes: Uint8Array,
  { media_type, width, height }: PictureFacts,
  limits: SinglePictureLimits,
): Promise<{ bytes: Uint8Array; media_type: string } | null> {
  const own = limits.media_types.includes(media_type) ? media_type : undefined
  const target = own ?? MOVING.find((type) => limits.media_types.includes(type))
  if (!target) return null
  const fit = Math.min(1, limits.max_side_pixels / Math.max(width, height))
  try {
    for (const scale of SCALES) {
      const size = { width: scaled(width, fit * scale), height: scaled(height, fit * scale) }
      const frames = openPicture(bytes, { animated: true }).resize({ ...size, fit: 'fill' })
      const encoded = await (target === 'image/gif' ? frames.gif() : frames.webp({ quality: 80 })).toBuffer()
      if (base64Length(encoded.byteLength) <= limits.max_base64_bytes) return { bytes: encoded, media_type: target }
    }
  } catch (cause) {
    throw unfit(cause)
  }
  return null
}

function scaled(side: number, factor: number): number {
  return Math.max(1, Math.floor(side * factor))
}
