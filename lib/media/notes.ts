import { jpegSegment } from './jpeg-segment.ts'

/**
 * Whether a PNG or JPEG holds notes in words or a time, wherever in the file: sharp names those of a PNG only where they
 * stand before the pixels, and those of a JPEG not at all.
 */
export function hasNotes(bytes: Uint8Array): boolean {
  return hasPngNotes(bytes) || jpegSegment(bytes, (marker) => marker === COMMENT) !== null
}

const COMMENT = 0xfe
const PNG_SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
const PNG_NOTES = ['tEXt', 'zTXt', 'iTXt', 'tIME']

function hasPngNotes(bytes: Uint8Array): boolean {
  if (!PNG_SIGNATURE.every((byte, index) => bytes[index] === byte)) return false
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  // A chunk: the length of its data, four letters, the data, a checksum.
  for (let at = PNG_SIGNATURE.length; at + 8 <= bytes.length; at += 12 + view.getUint32(at)) {
    if (PNG_NOTES.includes(String.fromCharCode(...bytes.subarray(at + 4, at + 8)))) return true
  }
  return false
}
