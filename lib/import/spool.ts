import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { StorageError } from '../store/storage-error.ts'
import { ImportTooLargeError } from './import-error.ts'

/** The files that people gave, each under the id of its import: no name of theirs is ever one here. */
export class Spool {
  readonly #folder: string
  readonly #limit: number

  constructor({ folder, limit }: { folder: string; limit: number }) {
    this.#folder = folder
    this.#limit = limit
  }

  pathOf(id: string): string {
    if (!/^[0-9A-Z]{26}$/.test(id)) throw new Error(`${JSON.stringify(id)} is no id of an import`)
    return join(this.#folder, id)
  }

  /**
   * Returns how long it is. What does not come to its end leaves nothing behind. Throws an `ImportTooLargeError`, and a
   * `StorageError` where the disk has no room for it.
   */
  async keep(id: string, body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<number> {
    const path = this.pathOf(id)
    const draft = `${path}.part`
    await mkdir(this.#folder, { recursive: true, mode: 0o700 })
    try {
      const size = { bytes: 0 }
      await pipeline(bounded(body, this.#limit, size), createWriteStream(draft, { mode: 0o600, flush: true }))
      await rename(draft, path)
      return size.bytes
    } catch (cause) {
      await rm(draft, { force: true })
      throw isNoRoom(cause)
        ? new StorageError(
            'full',
            `the disk has no room for the file, in ${this.#folder}: make some, and send it again`,
            { cause },
          )
        : cause
    }
  }

  async has(id: string): Promise<boolean> {
    return await stat(this.pathOf(id)).then(
      () => true,
      () => false,
    )
  }

  async remove(id: string): Promise<void> {
    await rm(this.pathOf(id), { force: true })
  }

  /** Leaves those of these imports, and nothing else. */
  async sweep(ids: ReadonlySet<string>): Promise<void> {
    const names = await readdir(this.#folder).catch(() => [])
    const strays = names.filter((name) => !ids.has(name))
    await Promise.all(strays.map((name) => rm(join(this.#folder, name), { force: true, recursive: true })))
  }
}

async function* bounded(
  body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  limit: number,
  size: { bytes: number },
) {
  for await (const piece of body) {
    size.bytes += piece.byteLength
    if (size.bytes > limit) throw new ImportTooLargeError(limit)
    yield piece
  }
}

function isNoRoom(cause: unknown): boolean {
  return cause instanceof Error && 'code' in cause && (cause.code === 'ENOSPC' || cause.code === 'EDQUOT')
}
