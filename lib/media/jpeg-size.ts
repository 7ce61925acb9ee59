import { jpegSegment } from './jpeg-segment.ts'

/** Width and height of a JPEG out of its frame header, or `null` where there is none. */
export function jpegSize(bytes: Uint8Array): { width: number; height: number } | null {
  const at = jpegSegment(bytes, isFrame)
  if (at === null) return null
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return { height: view.getUint16(at + 5), width: view.getUint16(at + 7) }
}

/** SOF0 to SOF15; three numbers in between are tables. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc
}
