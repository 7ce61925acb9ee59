import { jpegSize } from './jpeg-size.ts'

export interface PictureSize {
  width: number
  height: number
}

/** Of a PNG, JPEG, GIF or WebP, out of its first bytes; `null` for anything else, and where they end too early. */
export function pictureSize(bytes: Uint8Array): PictureSize | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const size = sizeIn(bytes, view)
  return size !== null && size.width > 0 && size.height > 0 ? size : null
}

function sizeIn(bytes: Uint8Array, view: DataView): PictureSize | null {
  if (bytes.length < 10) return null
  if (startsWith(bytes, 0, '\x89PNG')) {
    return bytes.length < 24 ? null : { width: view.getUint32(16), height: view.getUint32(20) }
  }
  if (startsWith(bytes, 0, 'GIF8')) return { width: view.getUint16(6, true), height: view.getUint16(8, true) }
  if (startsWith(bytes, 0, 'RIFF') && startsWith(bytes, 8, 'WEBP')) return webpSize(bytes, view)
  return jpegSize(bytes)
}

/** RFC 9649: the extended, the lossless and the lossy form. */
function webpSize(bytes: Uint8Array, view: DataView): PictureSize | null {
  if (bytes.length < 30) return null
  if (startsWith(bytes, 12, 'VP8X')) {
    const uint24 = (at: number) => view.getUint16(at, true) + view.getUint8(at + 2) * 0x1_0000
    return { width: uint24(24) + 1, height: uint24(27) + 1 }
  }
  if (startsWith(bytes, 12, 'VP8L')) {
    const bits = view.getUint32(21, true)
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
  }
  if (!startsWith(bytes, 12, 'VP8 ')) return null
  return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff }
}

function startsWith(bytes: Uint8Array, at: number, letters: string): boolean {
  return [...letters].every((letter, index) => bytes[at + index] === letter.charCodeAt(0))
}
