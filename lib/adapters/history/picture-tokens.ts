import type { ImageBlock } from '../../canonical/block.ts'
import { type PictureSize, pictureSize } from '../../media/picture-size.ts'
import type { CanonicalRequest } from '../adapter.ts'

/** How a provider counts a picture: by its area, or by the tiles that it is cut into. */
export type PictureCost =
  | { by: 'area'; pixels_per_token: number; max_side: number; max_tokens: number }
  | { by: 'tile'; base: number; tile: number }

/** The words in its place, for a model that takes none. */
export const PLACEHOLDER: PictureCost = { by: 'tile', base: 12, tile: 0 }

/** For a picture behind an address: one of the size that providers scale to. */
const UNSEEN: PictureSize = { width: 1_024, height: 768 }
/** The header of a JPEG may stand behind a preview and a colour profile. */
const HEAD_BASE64 = 400_000

export function pictureTokens(image: ImageBlock, cost: PictureCost, files: CanonicalRequest['files']): number {
  return tokensOfSize(sizeOf(image, files) ?? UNSEEN, cost)
}

/** Null for a text that is no picture in base64, whatever else it is. */
export function opaquePictureTokens(base64: string, cost: PictureCost): number | null {
  const size = pictureSize(Buffer.from(base64.slice(0, HEAD_BASE64), 'base64'))
  return size && tokensOfSize(size, cost)
}

function sizeOf({ source }: ImageBlock, files: CanonicalRequest['files']): PictureSize | null {
  if (source.kind === 'base64') return pictureSize(Buffer.from(source.data.slice(0, HEAD_BASE64), 'base64'))
  const bytes = source.kind === 'file_ref' ? files?.get(source.data) : undefined
  return bytes ? pictureSize(bytes) : null
}

export function tokensOfSize({ width, height }: PictureSize, cost: PictureCost): number {
  if (cost.by === 'area') {
    const scale = Math.min(1, cost.max_side / Math.max(width, height))
    return Math.min(cost.max_tokens, (width * height * scale * scale) / cost.pixels_per_token)
  }
  // Into a square of 2048, then the shorter side to 768, then tiles of 512.
  const whole = Math.min(1, 2_048 / Math.max(width, height))
  const scale = Math.min(whole, 768 / Math.min(width, height))
  return cost.base + cost.tile * Math.ceil((width * scale) / 512) * Math.ceil((height * scale) / 512)
}
