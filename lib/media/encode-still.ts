import sharp, { type Sharp } from 'sharp'
import { base64Length, type SinglePictureLimits } from './picture-limits.ts'
import { MAX_SECONDS, openPicture, type PictureFacts, UnfitPictureError, unfit } from './read-picture.ts'

interface Pixels {
  data: Buffer
  width: number
  height: number
  channels: 1 | 2 | 3 | 4
}

interface Encoding {
  media_type: string
  encode: (picture: Sharp) => Sharp
}

const PNG: Encoding = { media_type: 'image/png', encode: (picture) => picture.png() }
const GIF: Encoding = { media_type: 'image/gif', encode: (picture) => picture.gif() }
// Text in colour stays readable only where colour has the resolution of brightness.
const jpeg = (quality: number): Encoding => ({
  media_type: 'image/jpeg',
  encode: (picture) => picture.jpeg({ quality, chromaSubsampling: '4:4:4' }),
})
const webp = (quality: number): Encoding => ({
  media_type: 'image/webp',
  encode: (picture) => picture.webp({ quality }),
})

/** What is drawn keeps its edges while that fits; what is photographed is smaller and looks the same. Best first. */
const TRANSPARENT = [PNG, webp(90), webp(75)]
const DRAWN = [PNG, webp(90), jpeg(90), webp(75), jpeg(75), GIF]
const PHOTOGRAPHED = [jpeg(90), webp(90), jpeg(75), webp(75), PNG, GIF]
const DRAWN_TYPES = ['image/png', 'image/gif']

/** Tried when no encoding is small enough at the full size. */
const SCALES = [1, 0.75, 0.5, 0.35, 0.25, 0.12]

/** The first frame within the limits. Throws `UnfitPictureError`. */
export async function encodeStill(
  bytes: Uint8Array,
  facts: PictureFacts,
  limits: SinglePictureLimits,
): Promise<{ bytes: Uint8Array; media_type: string; changes: string[] }> {
  try {
    const pixels = await readPixels(bytes, limits.max_side_pixels)
    const accepts = ({ media_type }: Encoding) => limits.media_types.includes(media_type)
    const isTransparent = facts.has_alpha && hasTransparentPixel(pixels)
    const keepsTransparency = isTransparent && TRANSPARENT.some(accepts)
    const opaque = DRAWN_TYPES.includes(facts.media_type) ? DRAWN : PHOTOGRAPHED
    const encodings = (keepsTransparency ? TRANSPARENT : opaque).filter(accepts)
    if (encodings.length === 0) throw new UnfitPictureError(`the model takes only ${limits.media_types.join(', ')}`)
    const changes = isTransparent && !keepsTransparency ? ['what is transparent is white'] : []
    const encoded = await firstThatFits(pixels, encodings, { ...limits, keepsTransparency })
    return { ...encoded, changes }
  } catch (cause) {
    throw unfit(cause)
  }
}

/** Upright, in sRGB, no larger than it may be. */
async function readPixels(bytes: Uint8Array, side: number): Promise<Pixels> {
  const { data, info } = await openPicture(bytes)
    .autoOrient()
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height, channels: info.channels }
}

function hasTransparentPixel({ data, channels }: Pixels): boolean {
  if (channels !== 2 && channels !== 4) return false
  for (let index = channels - 1; index < data.length; index += channels) if (data[index] !== 255) return true
  return false
}

async function firstThatFits(
  { data, width, height, channels }: Pixels,
  encodings: readonly Encoding[],
  { max_base64_bytes, keepsTransparency }: { max_base64_bytes: number; keepsTransparency: boolean },
): Promise<{ bytes: Uint8Array; media_type: string }> {
  for (const scale of SCALES) {
    for (const { media_type, encode } of encodings) {
      const picture = sharp(data, { raw: { width, height, channels } })
        .resize({ width: Math.max(1, Math.floor(width * scale)) })
        .timeout({ seconds: MAX_SECONDS })
      const bytes = await encode(keepsTransparency ? picture : picture.flatten({ background: 'white' })).toBuffer()
      if (base64Length(bytes.byteLength) <= max_base64_bytes) return { bytes, media_type }
    }
  }
  throw new UnfitPictureError(`it cannot be made as small as ${max_base64_bytes} bytes`)
}
