import type { AdapterCapabilities, ImageLimits } from '../canonical/capabilities.ts'

/** All that one picture must keep to, and all pictures of a request together. */
export interface PictureLimits extends ImageLimits {
  media_types: readonly string[]
}

/** What is asked of each picture by itself. */
export type SinglePictureLimits = Omit<PictureLimits, 'max_count' | 'max_total_base64_bytes'>

/** For targets of which nothing is known: what every server with eyes has been seen to take. */
const CAUTIOUS: ImageLimits = {
  max_base64_bytes: 5_000_000,
  max_total_base64_bytes: 20_000_000,
  max_side_pixels: 2_000,
  max_count: 20,
  takes_animation: false,
}
const CAUTIOUS_TYPES = ['image/png', 'image/jpeg']

/** Null for a model that takes no pictures at all. */
export function pictureLimits(capabilities: AdapterCapabilities): PictureLimits | null {
  const { supports_images, accepted_image_media_types: accepted, image_limits = CAUTIOUS } = capabilities
  if (!supports_images) return null
  return { ...image_limits, media_types: accepted.length > 0 ? accepted : CAUTIOUS_TYPES }
}

/** The length of so many bytes as base64 text. */
export function base64Length(byteLength: number): number {
  return 4 * Math.ceil(byteLength / 3)
}
