import { encodeAnimation } from './encode-animation.ts'
import { encodeStill } from './encode-still.ts'
import { base64Length, type SinglePictureLimits } from './picture-limits.ts'
import { checkPixels, MAX_PIXELS, type PictureFacts, readFacts } from './read-picture.ts'

export interface FittedPicture {
  bytes: Uint8Array
  media_type: string
  /** What was done to it and why, in words for people; empty for a picture that goes as it is. */
  changes: string[]
}

/**
 * A picture as a target takes it: its media type, its size in pixels and bytes, upright, without what its camera noted.
 * What the target can show is kept: transparency, animation. The same picture and limits give the same bytes, so that
 * a provider's prompt cache holds. Throws `UnfitPictureError` for what cannot be read or made to fit.
 */
export async function fitPicture(bytes: Uint8Array, limits: SinglePictureLimits): Promise<FittedPicture> {
  const facts = await readFacts(bytes)
  const changes = reasonsToChange(facts, bytes.byteLength, limits)
  if (changes.length === 0) {
    await checkPixels(bytes, { animated: facts.frames > 1 })
    return { bytes, media_type: facts.media_type, changes }
  }
  if (isShownMoving(facts, limits)) {
    const moving = await encodeAnimation(bytes, facts, limits)
    if (moving) return { ...moving, changes }
    changes.push('only its first frame is small enough')
  }
  const still = await encodeStill(bytes, facts, limits)
  return { bytes: still.bytes, media_type: still.media_type, changes: [...changes, ...still.changes] }
}

function reasonsToChange(facts: PictureFacts, byteLength: number, limits: SinglePictureLimits): string[] {
  const { width, height, media_type } = facts
  const { max_side_pixels: side, max_base64_bytes: most } = limits
  const reasons: string[] = []
  if (!limits.media_types.includes(media_type)) reasons.push(`the model does not take ${media_type}`)
  if (Math.max(width, height) > side) reasons.push(`${width} × ${height} pixels are more than ${side} on a side`)
  if (base64Length(byteLength) > most) {
    reasons.push(`${megabytes(base64Length(byteLength))} as base64 are more than ${megabytes(most)}`)
  }
  if (facts.frames > 1 && !isShownMoving(facts, limits)) reasons.push('only the first frame of an animation is taken')
  if (facts.is_turned) reasons.push('it is turned upright')
  if (facts.has_metadata) reasons.push('its metadata is left out')
  return reasons
}

/** One that lies on its side is not: sharp turns no animation, and lying down it would be misread. */
function isShownMoving(facts: PictureFacts, { takes_animation }: SinglePictureLimits): boolean {
  const { frames, width, height, is_turned } = facts
  return takes_animation && frames > 1 && !is_turned && frames * width * height <= MAX_PIXELS
}

function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`
}
