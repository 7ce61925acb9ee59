import { MAX_RECORDED_BYTES } from './limit.ts'

const FIRST_ROOM = 16 * 1024

/**
 * What a host says, as it comes, up to what is kept of an answer. Copied: a piece of a stream may be a few bytes of a large
 * buffer, which could not be let go of as long as one of them is held.
 */
export class ReceivedBytes {
  #room: Buffer = Buffer.alloc(0)
  #kept = 0
  #count = 0

  push(bytes: Uint8Array): void {
    this.#count += bytes.byteLength
    const kept = bytes.subarray(0, MAX_RECORDED_BYTES - this.#kept)
    const end = this.#kept + kept.byteLength
    if (end > this.#room.byteLength) this.#grow(end)
    this.#room.set(kept, this.#kept)
    this.#kept = end
  }

  /** How many came. */
  get count(): number {
    return this.#count
  }

  get isCut(): boolean {
    return this.#count > this.#kept
  }

  /** A character that the limit has cut is left out: only the rest of what broke off is replaced. */
  text(): string {
    const kept = this.#room.subarray(0, this.#kept)
    return new TextDecoder('utf-8', { ignoreBOM: true }).decode(kept, { stream: this.isCut })
  }

  #grow(least: number): void {
    const size = Math.max(FIRST_ROOM, least, Math.min(this.#room.byteLength * 2, MAX_RECORDED_BYTES))
    const room = Buffer.allocUnsafe(size)
    this.#room.copy(room, 0, 0, this.#kept)
    this.#room = room
  }
}
