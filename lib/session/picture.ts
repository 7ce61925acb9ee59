import { imageSize } from 'image-size'

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
}

/** What the bytes are, whatever anyone says they are; `null` when they are no picture that any model takes. */
export function readPicture(bytes: Uint8Array): Picture | null {
  try {
    const { type, width, height } = imageSize(bytes)
    const media_type = MEDIA_TYPES[type ?? '']
    return media_type && width > 0 && height > 0 ? { media_type, width, height } : null
  } catch {
    return null
  }
}

export const PICTURE_TYPES = Object.values(MEDIA_TYPES)
