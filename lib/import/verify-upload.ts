import type { Verification } from '../export/verify.ts'
import { verifyFile } from '../share/verify-file.ts'
import { Spool } from './spool.ts'

interface Options {
  /** For the files while they are read; nothing in it outlives a start. */
  folder: string
  newId: () => string
}

/** As large as a file that can be imported. */
const LARGEST_FILE = 4 * 1024 ** 3

/** Verifies exports that people send. One at a time is read: each keeps a core busy. */
export class UploadVerifier {
  readonly #spool: Spool
  readonly #newId: () => string
  #last: Promise<unknown> = Promise.resolve()

  constructor({ folder, newId }: Options) {
    this.#spool = new Spool({ folder, limit: LARGEST_FILE })
    this.#newId = newId
  }

  async start(): Promise<void> {
    await this.#spool.sweep(new Set())
  }

  /** Throws a `BadArchiveError` for what is no lossless export, an `ImportTooLargeError`, or a `StorageError`. */
  async verify(body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>, signal: AbortSignal): Promise<Verification> {
    const id = this.#newId()
    try {
      await this.#spool.keep(id, body)
      const read = () => this.#read(this.#spool.pathOf(id), signal)
      const verifying = this.#last.then(read, read)
      this.#last = verifying.catch(() => {})
      return await verifying
    } finally {
      await this.#spool.remove(id)
    }
  }

  async #read(path: string, signal: AbortSignal): Promise<Verification> {
    signal.throwIfAborted()
    return await verifyFile(path, 'the file', signal)
  }
}
