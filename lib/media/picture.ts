import { disableTypes, imageSize } from 'image-size'
import { jpegSize } from './jpeg-size.ts'

export interface Picture {
  media_type: string
  width: number
  height: number
}

const MEDIA_TYPES: Record<string, string> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  // No model takes it as it is: it is fitted to the model like any other.
  avif: 'image/avif',
}

// Walking through these takes seconds where they are made for it, and stops every stream of the process.
disableTypes(['icns', 'jpg', 'jxl', 'jxl-stream', 'tiff', 'svg'])

/** The size stands in front; behind it an AVIF may have millions of empty boxes. */
const HEAD = 1_000_000

/** What the bytes are, whatever anyone says they are; `null` when they are no picture that can be read. */
export function readPicture(bytes: Uint8Array): Picture | null {
  try {
    const { type, width, height } =
      bytes[0] === 0xff ? { type: 'jpg', ...jpegSize(bytes) } : imageSize(bytes.subarray(0, HEAD))
    const media_type = MEDIA_TYPES[type ?? '']
    return media_type && width && height ? { media_type, width, height } : null
  } catch {
    return null
  }
}

export const PICTURE_TYPES = Object.values(MEDIA_TYPES)
