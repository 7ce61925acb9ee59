/**
 * Where the first segment stands whose marker is wanted, or `null` where there is none before the scan. Goes from segment
 * to segment, so that bytes of any kind are read in a moment: searching them stops every stream of the process for seconds.
 */
export function jpegSegment(bytes: Uint8Array, isWanted: (marker: number) => boolean): number | null {
  if (bytes[0] !== 0xff || bytes[1] !== 0xd8) return null
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let at = 2
  while (at + 9 <= bytes.length && bytes[at] === 0xff) {
    const marker = view.getUint8(at + 1)
    if (isWanted(marker)) return at
    if (marker === 0xff) at += 1
    else if (marker === START_OF_SCAN || marker === END_OF_IMAGE) return null
    else if (isBare(marker)) at += 2
    else at += 2 + view.getUint16(at + 2)
  }
  return null
}

const START_OF_SCAN = 0xda
const END_OF_IMAGE = 0xd9

/** A marker that no length follows. */
function isBare(marker: number): boolean {
  return marker <= 0x01 || (marker >= 0xd0 && marker <= 0xd8)
}
