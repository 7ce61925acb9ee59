export interface EncodedFrame {
  id: string
  text: string
}

/** A piece of memory with as many frames as fit, one after the other. */
interface Slab {
  readonly bytes: Buffer
  used: number
  readonly ids: string[]
  readonly starts: number[]
}

/** The limits are kept by letting go of whole slabs, so none may hold more than this part of what is kept. */
const SLABS = 16
const FIRST_SLAB_BYTES = 4_096

/**
 * The last frames of a stream as the bytes that clients are sent, found again by their id. Bounded in number and in size;
 * pushing is O(1).
 *
 * Bytes and not objects: the deltas of many streams are so many that the garbage collection, which copies what is kept of
 * them twice, would stop all streams for longer than anything else does.
 */
export class Ring {
  readonly #limits: { entries: number; bytes: number }
  #slabs: Slab[] = []
  #entries = 0
  #size = 0
  /** The id just before the oldest frame that is kept: a reader that has seen it has missed nothing. */
  #floor: string

  constructor(floor: string, limits: { entries: number; bytes: number }) {
    this.#floor = floor
    this.#limits = limits
  }

  get lastId(): string {
    return this.#slabs.at(-1)?.ids.at(-1) ?? this.#floor
  }

  /** Bytes, with those that are not used yet. */
  get size(): number {
    return this.#size
  }

  /** Returns the bytes of all of them, which must not be changed. */
  push(frames: readonly EncodedFrame[]): Uint8Array {
    let length = 0
    for (const { text } of frames) length += Buffer.byteLength(text)
    const slab = this.#slabFor(length)
    const start = slab.used
    for (const { id, text } of frames) {
      slab.ids.push(id)
      slab.starts.push(slab.used)
      slab.used += slab.bytes.write(text, slab.used)
    }
    this.#entries += frames.length
    this.#evict()
    return slab.bytes.subarray(start, slab.used)
  }

  /** What came after `id`, in pieces, or `undefined` when that is no longer known. */
  after(id: string): Uint8Array[] | undefined {
    if (id === this.#floor) return this.#slabs.map((slab) => from(slab, 0))
    for (let at = this.#slabs.length - 1; at >= 0; at -= 1) {
      const slab = this.#slabs[at]
      const seen = slab?.ids.lastIndexOf(id) ?? -1
      if (slab && seen >= 0) return this.#slabs.slice(at).map((each) => from(each, each === slab ? seen + 1 : 0))
    }
    return undefined
  }

  #slabFor(length: number): Slab {
    const last = this.#slabs.at(-1)
    if (last && last.bytes.length - last.used >= length && last.ids.length < this.#limits.entries / SLABS) return last
    const usual = Math.min(this.#limits.bytes / SLABS, Math.max(FIRST_SLAB_BYTES, (last?.used ?? 0) * 2))
    const bytes = Buffer.allocUnsafeSlow(Math.max(length, Math.ceil(usual)))
    const slab = { bytes, used: 0, ids: [], starts: [] }
    this.#slabs.push(slab)
    this.#size += bytes.length
    return slab
  }

  #evict(): void {
    while (this.#entries > this.#limits.entries || this.#size > this.#limits.bytes) {
      const oldest = this.#slabs[0]
      if (!oldest || this.#slabs.length === 1) return
      this.#slabs.shift()
      this.#entries -= oldest.ids.length
      this.#size -= oldest.bytes.length
      this.#floor = oldest.ids.at(-1) ?? this.#floor
    }
  }
}

function from({ bytes, used, starts }: Slab, index: number): Uint8Array {
  return bytes.subarray(starts[index] ?? used, used)
}
